// What a dispatcher has chosen on the page of a plan: jobs to apply, and jobs and crews to lock for the next plan.
import { useCallback, useMemo, useState } from 'react';
import type { Plan, PlanCrew, PlanJob } from '../api.ts';
import { type Locks, withIds } from './plan-changes.ts';

export interface PlanChoices {
  /** Ids of bookings that are not applied. */
  readonly excluded: ReadonlySet<string>;
  readonly locks: Locks;
  /** Ids of bookings whose applied job is locked. They are unlocked on the board. */
  readonly appliedLocks: ReadonlySet<string>;
  /** Whether the operator may change anything. */
  readonly canChoose: boolean;
  readonly include: (bookingIds: readonly string[], isIncluded: boolean) => void;
  readonly lockBooking: (bookingId: string, isLocked: boolean) => void;
  readonly lockCrew: (crewId: string, isLocked: boolean) => void;
}

const nothing: ReadonlySet<string> = new Set();

interface ChoiceOptions {
  readonly canChoose: boolean;
  readonly appliedLocks: ReadonlySet<string>;
}

export function usePlanChoices(
  { locks }: Pick<Plan, 'locks'>,
  { canChoose, appliedLocks }: ChoiceOptions,
): PlanChoices {
  const [excluded, setExcluded] = useState(nothing);
  const [bookings, setBookings] = useState<ReadonlySet<string>>(() => new Set(locks.bookings));
  const [crews, setCrews] = useState<ReadonlySet<string>>(() => new Set(locks.crews));
  const include = useCallback((ids: readonly string[], isIncluded: boolean) => {
    setExcluded((known) => withIds(known, ids, !isIncluded));
  }, []);
  const lockBooking = useCallback((id: string, isLocked: boolean) => {
    setBookings((known) => withIds(known, [id], isLocked));
  }, []);
  const lockCrew = useCallback((id: string, isLocked: boolean) => {
    setCrews((known) => withIds(known, [id], isLocked));
  }, []);
  return useMemo(
    () => ({
      excluded,
      locks: { bookings, crews },
      appliedLocks,
      canChoose,
      include,
      lockBooking,
      lockCrew,
    }),
    [excluded, bookings, crews, appliedLocks, canChoose, include, lockBooking, lockCrew],
  );
}

/** Ids of the jobs of a crew that wait for it. */
export const plannedIds = ({ jobs }: PlanCrew): string[] =>
  jobs.filter(({ status }) => status === 'planned').map((job) => job.booking_id);

/** Whether the next plan keeps the job with its crew. */
export function isJobLocked(
  { booking_id: id, status }: PlanJob,
  crewId: string,
  { locks, appliedLocks }: Pick<PlanChoices, 'locks' | 'appliedLocks'>,
): boolean {
  return status === 'planned' && (locks.bookings.has(id) || locks.crews.has(crewId) || appliedLocks.has(id));
}
