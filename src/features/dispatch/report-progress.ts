// Reports about a booking under way, by the crew or by an operator: steps at its stops, position of the crew, and
// adjustments of the final fare. The state machine decides what is allowed. Each report returns the booking in the wire
// format.
import type { TransactionHook } from '../../db/transaction-hook.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import { updateCrewPosition } from '../../domain/booking/booking-crew.ts';
import { adjustBookingFare } from '../../domain/booking/booking-ending.ts';
import * as progress from '../../domain/booking/booking-progress.ts';
import type { Moment, Transition } from '../../domain/booking/booking-transitions.ts';
import type { CrewLocation } from '../../domain/dispatch/crew.ts';
import type { Adjustment } from '../../domain/money/adjustment.ts';
import type { Actor } from '../../lib/actor.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { prepareNothing } from '../bookings/booking-terms.ts';
import { type BookingChangeContext, changeBooking } from '../bookings/change-booking.ts';
import { requireUploadedPhotos } from '../photos/own-photos.ts';

/** Checks the caller's precondition under the row lock. Throws if it does not hold. */
export type Precondition = (booking: Booking, moment: Moment) => void;

/** Who reports about which booking. `hook` runs in the transaction of the report. */
export interface Report {
  readonly context: BookingChangeContext;
  readonly actor: Actor;
  readonly bookingRef: BookingRef;
  readonly precondition?: Precondition | undefined;
  readonly hook?: TransactionHook<string>;
}

/** A step at a stop. */
export interface StopStep {
  readonly stopId: string;
  /** When it happened, if earlier than the report. */
  readonly occurredAt?: Date | undefined;
}

export interface Departure extends StopStep {
  /** Expected arrival at the stop; null if unknown. */
  readonly eta: Date | null;
}

export function departForStop(report: Report, { eta, ...step }: Departure): Promise<string> {
  const input = { ...inputOf(step), etaMs: eta?.getTime() ?? null };
  return applyReport(report, 'booking.stop.departed', (booking, moment) =>
    progress.departFor(booking, input, moment),
  );
}

export function arriveAtStop(report: Report, step: StopStep): Promise<string> {
  return applyReport(report, 'booking.stop.arrived', (booking, moment) =>
    progress.arriveAt(booking, inputOf(step), moment),
  );
}

export interface PhotographedStep extends StopStep {
  /** URLs of photos that were uploaded for this booking. */
  readonly photoUrls: readonly string[];
}

/** With proof of delivery. The booking moves on by itself afterwards (`MOVE_ON_AFTER_MS`), or with `moveOnFromStop`. */
export async function completeStop(
  report: Report,
  { photoUrls, ...step }: PhotographedStep,
): Promise<string> {
  await requireUploadedPhotos(report.context, report.bookingRef, photoUrls);
  const input = { ...inputOf(step), photoUrls, outcome: 'done', reason: null } as const;
  return applyReport(report, 'booking.stop.completed', (booking, moment) =>
    progress.completeStop(booking, input, moment),
  );
}

/** The crew cannot complete the stop, and stays there until an operator decides: retry, skip or cancel. */
export async function failStop(
  report: Report,
  { photoUrls, reason, ...step }: PhotographedStep & { readonly reason: string },
): Promise<string> {
  await requireUploadedPhotos(report.context, report.bookingRef, photoUrls);
  const input = { ...inputOf(step), reason, photoUrls };
  return applyReport(report, 'booking.stop.failed', (booking, moment) =>
    progress.failStop(booking, input, moment),
  );
}

/** After a stop failure, an operator tells the crew to try again. */
export function retryStop(report: Report, { stopId }: { readonly stopId: string }): Promise<string> {
  return applyReport(report, 'booking.stop.retried', (booking, moment) =>
    progress.retryStop(booking, { stopId }, moment),
  );
}

/** An operator skips the stop, with a reason that the partner sees. It counts as done without a photo. */
export function skipStop(
  report: Report,
  { reason, ...step }: StopStep & { readonly reason: string },
): Promise<string> {
  const input = { ...inputOf(step), photoUrls: [], outcome: 'skipped', reason } as const;
  return applyReport(report, 'booking.stop.skipped', (booking, moment) =>
    progress.completeStop(booking, input, moment),
  );
}

export interface CrewSighting {
  readonly location: CrewLocation;
  /** Expected arrival at the next stop; null if unknown. */
  readonly eta: Date | null;
  /** When the position was measured, if earlier than the report. */
  readonly seenAt?: Date | undefined;
}

/** Positions that arrive faster than the minimum interval are dropped; the next one supersedes them. */
export function reportPosition(report: Report, { location, eta, seenAt }: CrewSighting): Promise<string> {
  const position = { location, etaMs: eta?.getTime() ?? null, atMs: seenAt?.getTime() };
  return applyReport(report, 'booking.crew_followed', (booking, moment) =>
    updateCrewPosition(booking, position, moment),
  );
}

/** Adds a refund, a credit or a late toll to the final fare. Billing follows the resulting event. */
export function adjustFare(report: Report, adjustment: Omit<Adjustment, 'createdAtMs'>): Promise<string> {
  return applyReport(report, 'booking.fare_adjusted', (booking, { nowMs }) =>
    adjustBookingFare(booking, { adjustment: { ...adjustment, createdAtMs: nowMs } }, { nowMs }),
  );
}

/** Applies a transition of the state machine in the name of the reporter. */
export function applyReport(
  { context, actor, bookingRef, precondition, hook }: Report,
  action: string,
  transition: (booking: Booking, moment: Moment) => Transition,
): Promise<string> {
  const change = {
    action,
    prepare: prepareNothing,
    decide: (booking: Booking, _facts: null, moment: Moment) => {
      precondition?.(booking, moment);
      return transition(booking, moment);
    },
  };
  return changeBooking(context, actor, bookingRef, change, hook);
}

/** Input of the state machine. */
function inputOf({ stopId, occurredAt }: StopStep) {
  return { stopId, atMs: occurredAt?.getTime() };
}
