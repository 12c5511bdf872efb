// Input of a plan: the bookings of an area and day that are not ended, the crews that work that day with what they are
// committed to, and what is intended now.
import type { CrewCandidate, CrewSlot } from '../dispatch/crew-fit.ts';
import { type DispatchJobInput, windowSpan } from '../dispatch/dispatch-job.ts';
import type { Product } from '../dispatch/product.ts';
import type { Waypoint } from '../place/travel.ts';
import type { LearnedFactors } from './learned-times.ts';
import type { PlanningSettings } from './planning-settings.ts';

export interface PlanStop extends Waypoint {
  readonly id: string;
}

export interface PlanBooking extends Omit<DispatchJobInput, 'origin' | 'destination' | 'stopCount'> {
  /** Confirmation code. */
  readonly hid: string;
  readonly stops: readonly PlanStop[];
  /** Miles from the first stop to the last. */
  readonly travelMiles: number;
  readonly isDispatched: boolean;
  /** The crew has departed: the booking is no longer part of the search. */
  readonly isStarted: boolean;
  /** Crews that declined it, did not answer, or were removed from it: it is not planned for them again. */
  readonly declinedBy?: readonly string[];
}

/** Time of a crew that is taken: by an assigned or offered booking, or by the plan of another area. */
export interface Commitment extends CrewSlot {
  readonly bookingId: string;
  readonly kind: 'engaged' | 'offered' | 'planned_elsewhere';
  readonly isStarted: boolean;
}

export interface PlanCrew extends CrewCandidate {
  readonly name: string;
  readonly commitments: readonly Commitment[];
}

/** What is intended for a booking: a row of `planned_job`. */
export interface PlannedJob {
  readonly bookingId: string;
  readonly crewId: string;
  readonly startsMs: number;
  readonly arrivesMs: number;
  readonly endsMs: number;
  readonly stops: readonly PlannedStopTimes[];
  /** Journey to the first stop, as measured: without correction and buffer. */
  readonly driveSeconds: number;
  readonly miles: number;
  readonly isLocked: boolean;
}

export interface PlannedStopTimes {
  readonly stopId: string;
  readonly arrivesMs: number;
  /** Begin of service: later than the arrival if the window opens later. */
  readonly startsMs: number;
  readonly departsMs: number;
}

export interface PlanLocks {
  /** Ids of bookings that stay with their crew. */
  readonly bookings: readonly string[];
  /** Ids of crews that keep their bookings and get no others. */
  readonly crews: readonly string[];
  /** Id of the plan whose jobs are kept; undefined: those that are intended now. */
  readonly planId?: string | undefined;
}

/** The part of a job that a lock keeps. */
export type LockableJob = Pick<PlannedJob, 'bookingId' | 'crewId' | 'arrivesMs'>;

export interface PlanInput {
  readonly areaSlug: string;
  readonly day: { readonly startMs: number; readonly endMs: number };
  readonly nowMs: number;
  readonly bookings: readonly PlanBooking[];
  readonly crews: readonly PlanCrew[];
  /** Of this area and day. */
  readonly planned: readonly PlannedJob[];
  readonly locks: PlanLocks;
  /** Jobs of the plan that the locks name; undefined: the locks keep what is intended now. */
  readonly proposed?: readonly LockableJob[] | undefined;
  readonly settings: PlanningSettings;
  /** null: not used. */
  readonly learned: LearnedFactors | null;
  /** Products, besides those of the bookings, that crews are compared with. */
  readonly products?: readonly Product[];
}

/** The job that a lock keeps: one that was locked when it was applied, or one that `locks` names; undefined: not locked. */
export function lockedJob(
  { planned, proposed = planned, locks }: Pick<PlanInput, 'planned' | 'proposed' | 'locks'>,
  bookingId: string,
): LockableJob | undefined {
  const intended = planned.find((job) => job.bookingId === bookingId);
  if (intended?.isLocked) return intended;
  const job = proposed.find((each) => each.bookingId === bookingId);
  return job && (locks.bookings.includes(bookingId) || locks.crews.includes(job.crewId)) ? job : undefined;
}

/** What a planned job depends on: a plan is not applied to a booking whose fingerprint has changed. */
export function fingerprint(booking: PlanBooking): string {
  const { opensMs, closesMs } = windowSpan(booking);
  return [
    booking.isDispatched ? 'dispatched' : 'created',
    booking.product,
    booking.windowRef,
    opensMs,
    closesMs,
    ...booking.stops.map(({ id }) => id),
  ].join(' ');
}

/** Whether two jobs of a booking have the same crew, times and journey. */
export function isSameTiming(a: PlannedJob, b: PlannedJob): boolean {
  return isSameSchedule(a, b) && a.driveSeconds === b.driveSeconds && a.miles === b.miles;
}

/** Whether two jobs of a booking have the same crew and times. */
export function isSameSchedule(a: PlannedJob, b: PlannedJob): boolean {
  return (
    a.crewId === b.crewId &&
    a.startsMs === b.startsMs &&
    a.arrivesMs === b.arrivesMs &&
    a.endsMs === b.endsMs &&
    a.stops.length === b.stops.length &&
    a.stops.every((stop, index) => isSameVisit(stop, b.stops[index]))
  );
}

function isSameVisit(a: PlannedStopTimes, b: PlannedStopTimes | undefined): boolean {
  return (
    a.stopId === b?.stopId &&
    a.arrivesMs === b.arrivesMs &&
    a.startsMs === b.startsMs &&
    a.departsMs === b.departsMs
  );
}
