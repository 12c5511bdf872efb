// The state machine of a booking. Each command is a pure function in a file of its topic:
//   booking-create    create
//   booking-edit      edit
//   booking-stops     addStop, removeStop, reorderStop, editStop
//   booking-crew      assignCrew, changeCrew, loseCrew, updateCrewPosition
//   booking-progress  departFor, arriveAt, completeStop, failStop, retryStop
//   booking-ending    cancel, fail, adjustFare
// It takes the booking as it is, what is wanted, what the outside world knows, and the moment; it gives back the
// booking as it then is with the events to tell, or throws the Problem that says why not. This file is the one way
// out of all of them: it numbers the events, names what changed, and lets what changes nothing pass in silence.
//
//   created ⇄ dispatched → completed          created, dispatched → cancelled
//   dispatch of each stop: pending → driving → at → done, and the next stop is pending
import type { Booking } from './booking.ts';
import { type BookingEvent, STOP_EVENTS, TRANSITION_EVENTS, type TransitionName } from './booking-events.ts';
import { changedFields } from './changed-fields.ts';

export interface Moment {
  readonly nowMs: number;
  /** Where a booking lives by another clock: the time by which all accounts share what there is. */
  readonly worldMs?: number;
  readonly nextId: () => string;
}

export interface Transition {
  readonly booking: Booking;
  /** None when nothing changed. */
  readonly events: readonly BookingEvent[];
}

/** A booking that did not exist before. */
export function began(booking: Booking): Transition {
  return told('create', booking, booking.createdAtMs, null, []);
}

/** What a transition made of a booking. `stopId` is the stop it was about. */
export function moved(
  name: Exclude<TransitionName, 'create'>,
  before: Booking,
  after: Booking,
  nowMs: number,
  stopId: string | null = null,
): Transition {
  const changed = changedFields(before, after);
  if (changed.length === 0) return { booking: before, events: [] };
  const atMs = notBeforeLast(before, nowMs);
  // Where a crew is says nothing new about the order itself.
  const updatedAtMs = name === 'updateCrewPosition' ? before.updatedAtMs : atMs;
  return told(name, { ...after, updatedAtMs }, atMs, stopId, changed);
}

/** Now, or when the booking last changed if the clock was set back since: its history never runs backwards. */
export function notBeforeLast({ updatedAtMs, crew }: Booking, nowMs: number): number {
  return Math.max(nowMs, updatedAtMs, crew?.positionAtMs ?? updatedAtMs);
}

function told(
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
