// The state machine of a booking. Each transition is a pure function, grouped by topic:
//   booking-create    create
//   booking-edit      edit
//   booking-stops     addStop, removeStop, reorderStop, editStop
//   booking-crew      assignCrew, changeCrew, loseCrew, updateCrewPosition
//   booking-progress  departFor, arriveAt, completeStop, failStop, retryStop
//   booking-ending    cancel, fail, adjustFare
// Input: the booking, the command, data from outside, and the moment. Output: the new booking with its events; a
// rejected command throws a Problem. All of them return through this file, which numbers the events, lists the
// changed fields and emits no event if nothing changed.
//
//   created ⇄ dispatched → completed          created, dispatched → cancelled
//   dispatch of each stop: pending → driving → at → done; then, as a step of its own, the next stop is pending or the
//   booking is completed
import type { Booking } from './booking.ts';
import { type BookingEvent, STOP_EVENTS, TRANSITION_EVENTS, type TransitionName } from './booking-events.ts';
import { changedFields } from './changed-fields.ts';

export interface Moment {
  readonly nowMs: number;
  /**
   * Real time, if `nowMs` is the time of a test clock. On-demand capacity is shared by all accounts, so it is counted
   * in real time.
   */
  readonly realNowMs?: number;
  readonly nextId: () => string;
}

export interface SingleTransition {
  readonly booking: Booking;
  /** Empty if nothing changed. */
  readonly events: readonly BookingEvent[];
}

export interface Transition extends SingleTransition {
  /**
   * Moving on from the previous stop, which a departure does first. Its events come first and show the booking as it was
   * then.
   */
  readonly moveOn?: SingleTransition;
}

/** The transition of a new booking. */
export function creationOf(booking: Booking): Transition {
  return withEvents('create', booking, booking.createdAtMs, null, []);
}

/** The result of a transition. `stopId` is the stop that it is about. */
export function transitionTo(
  name: Exclude<TransitionName, 'create'>,
  before: Booking,
  after: Booking,
  nowMs: number,
  stopId: string | null = null,
): Transition {
  const changed = changedFields(before, after);
  if (changed.length === 0) return { booking: before, events: [] };
  const atMs = monotonicNow(before, nowMs);
  // A position update does not count as a change of the booking.
  const updatedAtMs = name === 'updateCrewPosition' ? before.updatedAtMs : atMs;
  return withEvents(name, { ...after, updatedAtMs }, atMs, stopId, changed);
}

/** The current time, but never before the last change: events stay in order even if the clock was set back. */
export function monotonicNow({ updatedAtMs, crew }: Booking, nowMs: number): number {
  return Math.max(nowMs, updatedAtMs, crew?.positionAtMs ?? updatedAtMs);
}

function withEvents(
  name: TransitionName,
  booking: Booking,
  occurredAtMs: number,
  stopId: string | null,
  changed: BookingEvent['changed'],
): Transition {
  const types = TRANSITION_EVENTS[name];
  const events = types.map((type, index) => ({
    type,
    sequence: booking.eventSequence + index + 1,
    occurredAtMs,
    stopId: STOP_EVENTS.has(type) ? stopId : null,
    changed,
  }));
  return { booking: { ...booking, eventSequence: booking.eventSequence + types.length }, events };
}
