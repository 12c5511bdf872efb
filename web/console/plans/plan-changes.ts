// What a plan changes, and which part of it a dispatcher has chosen.
import type { Plan, PlanJob, PlannedDay, PlanResult, UnservedBooking } from '../api.ts';

/** `kept`: same crew and time. `fixed`: with its crew already, not changed by the plan. */
export type JobChange = 'new' | 'moved' | 'retimed' | 'kept' | 'fixed';

const MINUTE_MS = 60_000;

export function changeOf(job: PlanJob, crewId: string): JobChange {
  if (job.status !== 'planned') return 'fixed';
  if (job.previous === null) return 'new';
  if (job.previous.crew_id !== crewId) return 'moved';
  const shiftMs = Math.abs(Date.parse(job.arrives_at) - Date.parse(job.previous.arrives_at));
  return shiftMs < MINUTE_MS ? 'kept' : 'retimed';
}

export interface ChangeCounts {
  readonly new: number;
  readonly moved: number;
  readonly retimed: number;
  readonly removed: number;
}

export function countChanges({ crews, unserved }: PlanResult): ChangeCounts {
  const counts = { new: 0, moved: 0, retimed: 0, removed: unserved.filter(isRemoved).length };
  for (const { crew_id, jobs } of crews)
    for (const job of jobs) {
      const change = changeOf(job, crew_id);
      if (change !== 'kept' && change !== 'fixed') counts[change] += 1;
    }
  return counts;
}

/** Was intended for a crew, and is not served any more. */
const isRemoved = ({ previous }: UnservedBooking): boolean => previous !== null;

/** Ids of bookings that can be applied one by one. */
export function selectableIds({ crews, unserved }: PlanResult): string[] {
  const planned = crews.flatMap(({ jobs }) => jobs).filter(({ status }) => status === 'planned');
  return [...planned, ...unserved.filter(isRemoved)].map(({ booking_id }) => booking_id);
}

/** How many of the jobs that could be applied the day has as the plan has them. */
export function countApplied(
  result: PlanResult,
  jobs: readonly Pick<PlannedDay['jobs'][number], 'booking_id' | 'crew_id'>[],
): { readonly applied: number; readonly all: number } {
  const ids = selectableIds(result);
  const applied = ids.filter(
    (id) => !hasUnapplied(result, jobs, new Set(ids.filter((other) => other !== id))),
  );
  return { applied: applied.length, all: ids.length };
}

/** Whether the day differs from the chosen part of the plan, so that applying it would change something. */
export function hasUnapplied(
  { crews, unserved }: PlanResult,
  jobs: readonly Pick<PlannedDay['jobs'][number], 'booking_id' | 'crew_id'>[],
  excluded: ReadonlySet<string>,
): boolean {
  const crewIds = new Map(jobs.map(({ booking_id, crew_id }) => [booking_id, crew_id]));
  const isMissing = crews.some(({ crew_id, jobs: planned }) =>
    planned.some(
      ({ status, booking_id }) =>
        status === 'planned' && !excluded.has(booking_id) && crewIds.get(booking_id) !== crew_id,
    ),
  );
  const isLeft = (booking: UnservedBooking) =>
    isRemoved(booking) && !excluded.has(booking.booking_id) && crewIds.has(booking.booking_id);
  return isMissing || unserved.some(isLeft);
}

/** Body of the request that applies the plan without the excluded bookings; undefined: the whole plan. */
export function chosenPart(
  result: PlanResult,
  excluded: ReadonlySet<string>,
): { readonly bookings: readonly string[] } | undefined {
  const ids = selectableIds(result);
  if (!ids.some((id) => excluded.has(id))) return undefined;
  return { bookings: ids.filter((id) => !excluded.has(id)) };
}

/** `set` with these ids added, or without them. */
export function withIds(
  set: ReadonlySet<string>,
  ids: readonly string[],
  isIncluded: boolean,
): ReadonlySet<string> {
  const next = new Set(set);
  for (const id of ids) {
    if (isIncluded) next.add(id);
    else next.delete(id);
  }
  return next;
}

export interface Locks {
  readonly bookings: ReadonlySet<string>;
  readonly crews: ReadonlySet<string>;
}

const MAX_SECONDS = 60;

/** Request for the next plan of the same day. Locks keep what this plan proposes. */
export function nextPlan({ id, area, day, seconds, version, result }: Plan, locks: Locks) {
  const proposed = new Set(
    result?.crews
      .flatMap(({ jobs }) => jobs)
      .filter(({ status }) => status === 'planned')
      .map((job) => job.booking_id),
  );
  const bookings = [...locks.bookings].filter((bookingId) => proposed.has(bookingId));
  const hasLocks = result !== null && (bookings.length > 0 || locks.crews.size > 0);
  return {
    area,
    day,
    // Without an iteration, the search ended before its first plan was complete.
    seconds: result?.iterations === 0 ? Math.min(MAX_SECONDS, seconds * 3) : seconds,
    // Another start of the random numbers: with the same one, the search would find the same plan again.
    seed: version + 1,
    ...(hasLocks && { locks: { plan_id: id, bookings, crews: [...locks.crews] } }),
  };
}
