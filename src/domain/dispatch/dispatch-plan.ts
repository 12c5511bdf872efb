// One round of automatic dispatch: assigns offers of jobs to crews. Greedy: the most urgent job chooses first. It
// takes the crew with the fewest expired offers for this job, then the earliest arrival.
import { type CrewCandidate, type CrewSlot, slotFor, staticMisfits } from './crew-fit.ts';
import type { DispatchJob } from './dispatch-job.ts';

export interface OpenJob extends DispatchJob {
  /** Crews that declined the job or were removed from this booking: not asked again. */
  readonly declinedBy: ReadonlySet<string>;
  /** Number of expired offers per crew: they are asked again only if no other crew is left. */
  readonly expiredOffersBy: ReadonlyMap<string, number>;
}

export interface PlanningCrew extends CrewCandidate {
  readonly rating: number;
  /** Accepts offers immediately, so it can receive several offers per round. */
  readonly autoAccept: boolean;
  readonly openOffers: number;
}

export interface PlannedOffer {
  readonly job: DispatchJob;
  readonly crewId: string;
  readonly slot: CrewSlot;
}

export function planRound(
  jobs: readonly OpenJob[],
  crews: readonly PlanningCrew[],
  nowMs: number,
): PlannedOffer[] {
  const crewsById = new Map(crews.map((crew) => [crew.id, crew]));
  const offers: PlannedOffer[] = [];
  for (const job of [...jobs].sort(byUrgency)) {
    const chosen = bestCrew(job, crewsById.values(), nowMs);
    if (chosen === null) continue;
    offers.push({ job, crewId: chosen.crew.id, slot: chosen.slot });
    crewsById.set(chosen.crew.id, withOffer(chosen.crew, chosen.slot));
  }
  return offers;
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
    const slot = slotFor(job, crew, nowMs);
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

function withOffer(crew: PlanningCrew, slot: CrewSlot): PlanningCrew {
  return { ...crew, commitments: [...crew.commitments, slot], openOffers: crew.openOffers + 1 };
}

function byUrgency(a: DispatchJob, b: DispatchJob): number {
  return a.latestMs - b.latestMs || a.earliestMs - b.earliestMs || (a.bookingId < b.bookingId ? -1 : 1);
}
