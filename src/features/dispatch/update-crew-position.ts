// Updates the crew position and ETA of a booking. Updates that arrive faster than the minimum interval are dropped; the
// next one supersedes them.
import { updateCrewPosition } from '../../domain/booking-crew.ts';
import type { CrewLocation } from '../../domain/crew.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { MovingContext, TransactionHook } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, moveAs, type Precondition } from './transition-booking.ts';

export interface CrewSighting {
  readonly location: CrewLocation;
  /** null if unknown. */
  readonly eta: Date | null;
  /** When the position was measured, if earlier than the report. */
  readonly seenAt?: Date | undefined;
  readonly precondition?: Precondition | undefined;
}

export function followCrew(
  context: MovingContext,
  actor: Mover,
  bookingRef: BookingPlace,
  { location, eta, seenAt, precondition }: CrewSighting,
  hook?: TransactionHook,
): Promise<Answer> {
  const position = { location, etaMs: eta?.getTime() ?? null, atMs: seenAt?.getTime() };
  const transition: BookingMove = {
    action: 'booking.crew_followed',
    precondition,
    decide: (booking, moment) => updateCrewPosition(booking, position, moment),
  };
  return moveAs(context, actor, bookingRef, transition, hook);
}
