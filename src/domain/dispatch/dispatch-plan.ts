// One round of automatic dispatch: assigns offers of jobs to crews. Planned jobs come first, each to its planned crew at its
// planned time (decision 0085). The rest is greedy: the most urgent job chooses first. It takes the crew with the fewest
// expired offers for this job, then the earliest arrival. Planned times of other jobs are kept free.
import {
  type CrewCandidate,
  type CrewSlot,
  type Misfit,
  matchCrew,
  slotFor,
  staticMisfits,
  worksDuring,
} from './crew-fit.ts';
import type { DispatchJob } from './dispatch-job.ts';

export interface OpenJob extends DispatchJob {
  /** Crews that declined the job or were removed from this booking: not asked again. */
  readonly declinedBy: ReadonlySet<string>;
  /** Number of expired offers per crew: they are asked again only if no other crew is left. */
  readonly expiredOffersBy: ReadonlyMap<string, number>;
  /** What an applied plan intends for the job; null without one. */
  readonly planned: PlannedCrew | null;
}

export interface PlannedCrew {
  readonly crewId: string;
  readonly slot: CrewSlot;
}

export interface PlanningCrew extends CrewCandidate {
  readonly rating: number;
  /** Accepts offers immediately, so it can receive several offers per round. */
  readonly autoAccept: boolean;
  readonly openOffers: number;
  /** Planned times of jobs that have neither this crew nor an offer yet. */
  readonly plannedSlots: readonly PlannedSlot[];
}

export interface PlannedSlot extends CrewSlot {
  readonly bookingId: string;
}

/** Why a job is not offered to its planned crew. */
export type PlanDeviation = Misfit | 'declined' | 'no_answer';

export interface PlannedOffer {
  readonly job: DispatchJob;
  readonly crewId: string;
  readonly slot: CrewSlot;
  /** `followed`: the planned crew. Otherwise why it is another one; null if the job is not planned. */
  readonly plan: 'followed' | PlanDeviation | null;
}

export function planRound(
  jobs: readonly OpenJob[],
  crews: readonly PlanningCrew[],
  nowMs: number,
): PlannedOffer[] {
  const crewsById = new Map(crews.map((crew) => [crew.id, crew]));
  const offers: PlannedOffer[] = [];
  const offer = (job: OpenJob, { crew, slot }: Choice, plan: PlannedOffer['plan']) => {
    offers.push({ job, crewId: crew.id, slot, plan });
    crewsById.set(crew.id, withOffer(crew, slot, job.bookingId));
  };
  const greedy: { job: OpenJob; deviation: PlanDeviation | null }[] = [];
  for (const job of [...jobs].sort(byPlannedTime)) {
    const follows = job.planned && followPlan(job, job.planned, crewsById.get(job.planned.crewId), nowMs);
    if (follows === null) greedy.push({ job, deviation: null });
    else if (follows === 'wait') continue;
    else if (typeof follows === 'string') {
      greedy.push({ job, deviation: follows });
      freePlannedTime(crewsById, job);
    } else offer(job, follows, 'followed');
  }
  for (const { job, deviation } of greedy.sort((a, b) => byUrgency(a.job, b.job))) {
    const chosen = bestCrew(job, crewsById.values(), nowMs);
    if (chosen !== null) offer(job, chosen, deviation);
  }
  return offers;
}

/**
 * The planned crew at the planned time, or at its next free time if that has become impossible. `wait`: the crew decides
 * about another offer first.
 */
function followPlan(
  job: OpenJob,
  { crewId, slot: planned }: PlannedCrew,
  crew: PlanningCrew | undefined,
  nowMs: number,
): Choice | 'wait' | PlanDeviation {
  if (!crew) return 'retired';
  if (job.declinedBy.has(crewId)) return 'declined';
  if (job.expiredOffersBy.has(crewId)) return 'no_answer';
  const [misfit] = staticMisfits(job, crew);
  if (misfit) return misfit;
  if (hasPendingOffer(crew)) return 'wait';
  if (isPossible(job, crew, planned, nowMs)) return { crew, slot: planned };
  const fit = matchCrew(job, withPlannedTimes(crew, job.bookingId), nowMs);
  return fit.fits ? { crew, slot: fit.slot } : (fit.reasons[0] ?? 'busy');
}

function isPossible(job: OpenJob, crew: PlanningCrew, slot: CrewSlot, nowMs: number): boolean {
  return (
    slot.startsMs >= nowMs &&
    slot.arrivesMs <= job.latestMs &&
    worksDuring(crew, slot) &&
    crew.commitments.every(({ startsMs, endsMs }) => endsMs <= slot.startsMs || startsMs >= slot.endsMs)
  );
}

/** Planned times of other jobs count as taken. */
function withPlannedTimes(crew: PlanningCrew, bookingId: string): PlanningCrew {
  if (crew.plannedSlots.length === 0) return crew;
  const others = crew.plannedSlots.filter((slot) => slot.bookingId !== bookingId);
  return { ...crew, commitments: [...crew.commitments, ...others] };
}

/** The planned crew does not take the job: others may have its time. */
function freePlannedTime(crews: Map<string, PlanningCrew>, { bookingId, planned }: OpenJob): void {
  const crew = planned && crews.get(planned.crewId);
  if (crew)
    crews.set(crew.id, {
      ...crew,
      plannedSlots: crew.plannedSlots.filter((slot) => slot.bookingId !== bookingId),
    });
}

interface Choice {
  readonly crew: PlanningCrew;
  readonly slot: CrewSlot;
}

function bestCrew(job: OpenJob, crews: Iterable<PlanningCrew>, nowMs: number): Choice | null {
  let best: Choice | null = null;
  for (const crew of crews) {
    if (job.declinedBy.has(crew.id) || hasPendingOffer(crew)) continue;
    if (staticMisfits(job, crew).length > 0) continue;
    const slot = slotFor(job, withPlannedTimes(crew, job.bookingId), nowMs);
    if (slot && (best === null || isBetter(job, { crew, slot }, best))) best = { crew, slot };
  }
  return best;
}

/** A crew that decides on a phone gets one offer at a time. */
function hasPendingOffer({ autoAccept, openOffers }: PlanningCrew): boolean {
  return !autoAccept && openOffers > 0;
}

function isBetter({ expiredOffersBy }: OpenJob, a: Choice, b: Choice): boolean {
  const rank = ({ crew, slot }: Choice) => [
    expiredOffersBy.get(crew.id) ?? 0,
    slot.arrivesMs,
    slot.arrivesMs - slot.startsMs,
    -crew.rating,
  ];
  const [ranksA, ranksB] = [rank(a), rank(b)];
  const at = ranksA.findIndex((value, index) => value !== ranksB[index]);
  return at === -1 ? a.crew.id < b.crew.id : (ranksA[at] ?? 0) < (ranksB[at] ?? 0);
}

function withOffer(crew: PlanningCrew, slot: CrewSlot, bookingId: string): PlanningCrew {
  return {
    ...crew,
    commitments: [...crew.commitments, slot],
    plannedSlots: crew.plannedSlots.filter((planned) => planned.bookingId !== bookingId),
    openOffers: crew.openOffers + 1,
  };
}

function byPlannedTime(a: OpenJob, b: OpenJob): number {
  const timeOf = ({ planned }: OpenJob) => planned?.slot.startsMs ?? Number.POSITIVE_INFINITY;
  const [timeA, timeB] = [timeOf(a), timeOf(b)];
  return timeA === timeB ? byUrgency(a, b) : timeA - timeB;
}

function byUrgency(a: DispatchJob, b: DispatchJob): number {
  return a.latestMs - b.latestMs || a.earliestMs - b.earliestMs || (a.bookingId < b.bookingId ? -1 : 1);
}
