// Why a booking of a plan is with its crew, or with none: one reason per crew of the day.
import type { VehicleReason } from '../../../../packages/planner/src/explain.ts';
import { type CrewCandidate, matchCrew, staticMisfits } from '../../../domain/dispatch/crew-fit.ts';
import { jobOf } from '../../../domain/dispatch/dispatch-job.ts';
import type { PlanBooking, PlanCrew } from '../../../domain/plan/plan-input.ts';
import { crewOfVehicle, dispatchInputOf } from '../../../domain/plan/plan-model.ts';
import { daySpan } from '../../../domain/time/local-day.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { unpackSearch } from '../packed-search.ts';
import { explainInThread } from '../plan-threads.ts';
import type { PlanContext } from './plan-context.ts';
import { listPlanBookings, listPlanCrews } from './plan-input-store.ts';
import { findPlan, findProblem, type PlanWithResult } from './plan-store.ts';

export const CREW_REASONS = [
  'assigned',
  'feasible',
  'full',
  'shift',
  'travel_time',
  'buffer',
  'locked',
  'vehicle',
  'members',
  'area',
  'unsuitable',
] as const;
export type CrewReason = (typeof CREW_REASONS)[number];

export interface CrewExplanation {
  readonly crewId: string;
  readonly crewName: string;
  readonly reason: CrewReason;
  /** Of the best insertion, in the unit of the search: miles and driving time; null unless feasible. */
  readonly extraCost: number | null;
}

export interface Explanation {
  readonly bookingId: string;
  readonly hid: string;
  readonly crewId: string | null;
  readonly summary: string;
  /** The crew that has it first, then feasible ones by cost, then the others. */
  readonly crews: readonly CrewExplanation[];
}

export async function explainBooking(
  context: Pick<PlanContext, 'system' | 'clock' | 'plans'>,
  planId: string,
  bookingId: string,
): Promise<Explanation> {
  const plan = isUuid(planId) ? await findPlan(context.system, planId) : undefined;
  if (!plan) throw Problem.of('not_found', 'No plan has this id.');
  if (!plan.result)
    throw Problem.of('plan_not_ready', `The plan is ${plan.status}. It has no result to explain.`);
  const bytes = await findProblem(context.system, planId);
  if (!bytes) throw Problem.of('not_found', 'Explanations are available for 7 days after the plan.');
  const search = await unpackSearch(bytes);
  const span = daySpan(plan.timeZone, plan.day);
  const crewSpan = { from: new Date(span.startMs), to: new Date(span.endMs), now: context.clock.now() };
  const [bookings, crews] = await Promise.all([
    listPlanBookings(context.system, plan),
    listPlanCrews(context.system, plan, crewSpan),
  ]);
  const booking = bookings.find(({ id }) => id === bookingId);
  const hid = booking?.hid ?? hidIn(plan, bookingId);
  if (hid === undefined) throw Problem.of('not_found', 'The plan has no such booking.');
  const isSearched = search.problem.requests.some(({ id }) => id === bookingId);
  const found = isSearched
    ? await explainInThread(context.plans.startThread, { ...search, requests: [bookingId] })
    : null;
  const byCrew = bestPerCrew(found?.explanations[bookingId] ?? []);
  const assigned = plan.result.crews.find(({ jobs }) => jobs.some((job) => job.bookingId === bookingId));
  const entries = plan.result.crews.map(({ crewId, name }): CrewExplanation => {
    const known = byCrew.get(crewId);
    const crew = crews.find(({ id }) => id === crewId);
    const reason = crewId === assigned?.crewId ? 'assigned' : reasonOf(known, crew, booking, context);
    const isPossible = reason === 'assigned' || reason === 'feasible';
    return { crewId, crewName: name, reason, extraCost: isPossible ? roundedCost(known) : null };
  });
  entries.sort(
    (a, b) =>
      rankOf(a) - rankOf(b) || (a.extraCost ?? 0) - (b.extraCost ?? 0) || (a.crewName < b.crewName ? -1 : 1),
  );
  const unserved = plan.result.unserved.find((each) => each.bookingId === bookingId);
  return {
    bookingId,
    hid,
    crewId: assigned?.crewId ?? null,
    summary: summaryOf(entries, unserved?.reason ?? null),
    crews: entries,
  };
}

function hidIn({ result }: PlanWithResult, bookingId: string): string | undefined {
  const jobs = [...(result?.crews.flatMap((crew) => crew.jobs) ?? []), ...(result?.unserved ?? [])];
  return jobs.find((job) => job.bookingId === bookingId)?.hid;
}

/** A crew with two shifts is two vehicles. */
function bestPerCrew(reasons: readonly VehicleReason[]): Map<string, VehicleReason> {
  const best = new Map<string, VehicleReason>();
  // Feasible ones come first, by cost.
  for (const reason of reasons) {
    const crewId = crewOfVehicle(reason.vehicle);
    if (!best.has(crewId)) best.set(crewId, reason);
  }
  return best;
}

function reasonOf(
  known: VehicleReason | undefined,
  crew: PlanCrew | undefined,
  booking: PlanBooking | undefined,
  { clock }: Pick<PlanContext, 'clock'>,
): CrewReason {
  if (known?.reason === 'feasible' || known?.reason === 'full' || known?.reason === 'locked')
    return known.reason;
  if (!crew || !booking) return 'unsuitable';
  const [misfit] = staticMisfits(booking, crew);
  if (misfit === 'vehicle' || misfit === 'members' || misfit === 'area') return misfit;
  if (known?.reason !== 'unreachable') return 'unsuitable';
  const free: CrewCandidate = { ...crew, commitments: [] };
  const fit = matchCrew(jobOf(dispatchInputOf(booking)), free, clock.now().getTime());
  if (fit.fits) return 'buffer';
  return fit.reasons.includes('shift') ? 'shift' : 'travel_time';
}

function roundedCost(known: VehicleReason | undefined): number | null {
  return known?.cost === null || known === undefined ? null : Math.round(known.cost * 100) / 100;
}

function rankOf({ reason }: CrewExplanation): number {
  return CREW_REASONS.indexOf(reason);
}

const REASON_WORDS: Readonly<Record<CrewReason, string>> = {
  assigned: 'has it',
  feasible: 'could serve it',
  full: 'has no time left between its other jobs',
  shift: 'does not work then, or would end after its shift',
  travel_time: 'cannot arrive before the window closes',
  buffer: 'could only serve it without a buffer',
  locked: 'must not serve it, because a lock keeps the booking with another crew',
  vehicle: 'has another vehicle than the product needs',
  members: 'has too few members for the product',
  area: 'works in other areas',
  unsuitable: 'does not fit',
};

const UNSERVED_WORDS: Readonly<Record<string, string>> = {
  window_passed: 'Its window has closed.',
  no_suitable_crew: 'No crew that works on this day has the vehicle and members that the product needs.',
  locked_crew_unfit: 'It is locked to a crew that no longer fits.',
  window_unreachable: 'No crew can arrive within its window.',
  crews_full: 'All crews that fit are full.',
};

function summaryOf(entries: readonly CrewExplanation[], unserved: string | null): string {
  const [first, ...rest] = entries;
  const others = rest.filter(({ reason }) => reason === 'feasible');
  if (first?.reason === 'assigned') {
    const [next] = others;
    const comparison = next
      ? `${others.length} other ${others.length === 1 ? 'crew' : 'crews'} could serve it; the nearest is ${next.crewName}.`
      : 'No other crew could serve it.';
    return `${first.crewName} serves it. ${comparison}`;
  }
  const nearest = first ? ` The nearest crew, ${first.crewName}, ${REASON_WORDS[first.reason]}.` : '';
  return `${UNSERVED_WORDS[unserved ?? ''] ?? 'It is not served.'}${nearest}`;
}
