// Updates the crew position and ETA of a booking. Updates that arrive faster than the minimum interval are dropped; the
// next one supersedes them.
import { updateCrewPosition } from '../../domain/booking-crew.ts';
import type { CrewLocation } from '../../domain/crew.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { BookingChangeContext, TransactionHook } from '../bookings/change-booking.ts';
import type { BookingActor } from '../bookings/save-booking.ts';
import type { BookingRef } from './booking-ref.ts';
import { type BookingTransition, type Precondition, transitionBooking } from './transition-booking.ts';

export interface CrewPositionReport {
  readonly location: CrewLocation;
  /** null if unknown. */
  readonly eta: Date | null;
  /** When the position was measured, if earlier than the report. */
  readonly seenAt?: Date | undefined;
  readonly precondition?: Precondition | undefined;
}

export function updateBookingCrewPosition(
  context: BookingChangeContext,
  actor: BookingActor,
  bookingRef: BookingRef,
  { location, eta, seenAt, precondition }: CrewPositionReport,
  hook?: TransactionHook,
): Promise<Answer> {
  const position = { location, etaMs: eta?.getTime() ?? null, atMs: seenAt?.getTime() };
  const transition: BookingTransition = {
    action: 'booking.crew_followed',
    precondition,
    decide: (booking, moment) => updateCrewPosition(booking, position, moment),
  };
  return transitionBooking(context, actor, bookingRef, transition, hook);
}
