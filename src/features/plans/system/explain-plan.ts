// Why a booking of a plan is with its crew, or with none: one reason per crew of the day.
import type { VehicleReason } from '../../../../packages/planner/src/explain.ts';
import {
  type CrewExplanation,
  type CrewReason,
  compareExplanations,
  type Explanation,
  misfitOf,
  roundedCost,
  summaryOf,
  unreachableReason,
} from '../../../domain/plan/crew-explanation.ts';
import type { PlanBooking, PlanCrew } from '../../../domain/plan/plan-input.ts';
import { crewOfVehicle } from '../../../domain/plan/plan-model.ts';
import { daySpan } from '../../../domain/time/local-day.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { unpackSearch } from '../packed-search.ts';
import { explainInThread } from '../plan-threads.ts';
import { explainNow } from './explain-day.ts';
import type { PlanContext } from './plan-context.ts';
import { listPlanBookings, listPlanCrews } from './plan-input-store.ts';
import { findPlan, findProblem, type PlanWithResult } from './plan-store.ts';

export async function explainBooking(
  context: PlanContext,
  planId: string,
  bookingId: string,
): Promise<Explanation> {
  const now = context.clock.now();
  const plan = isUuid(planId) ? await findPlan(context.system, planId) : undefined;
  if (!plan) throw Problem.of('not_found', 'No plan has this id.');
  if (!plan.result)
    throw Problem.of('plan_not_ready', `The plan is ${plan.status}. It has no result to explain.`);
  const bytes = await findProblem(context.system, planId);
  if (!bytes) {
    // Insertions have no stored search.
    const isInsertion = plan.origin === 'live' && daySpan(plan.timeZone, plan.day).endMs > now.getTime();
    if (isInsertion) return explainNow(context, bookingId);
    throw Problem.of('not_found', 'Explanations are available for 7 days after the plan.');
  }
  const search = await unpackSearch(bytes);
  const span = daySpan(plan.timeZone, plan.day);
  const crewSpan = { from: new Date(span.startMs), to: new Date(span.endMs), now };
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
    const reason = crewId === assigned?.crewId ? 'assigned' : reasonOf(known, crew, booking, now.getTime());
    const isPossible = reason === 'assigned' || reason === 'feasible';
    return { crewId, crewName: name, reason, extraCost: isPossible ? roundedCost(known?.cost) : null };
  });
  entries.sort(compareExplanations);
  const unserved = plan.result.unserved.find((each) => each.bookingId === bookingId);
  return {
    basis: 'search',
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
  nowMs: number,
): CrewReason {
  if (known?.reason === 'feasible' || known?.reason === 'full' || known?.reason === 'locked')
    return known.reason;
  if (!crew || !booking) return 'unsuitable';
  const misfit = misfitOf(booking, crew);
  if (misfit) return misfit;
  return known?.reason === 'unreachable' ? unreachableReason(booking, crew, nowMs) : 'unsuitable';
}
