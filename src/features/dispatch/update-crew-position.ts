// Where the crew of a booking is, and when it will be at the next stop. What comes sooner than the booking is rewritten for
// it is let go: the next one is better.
import { updateCrewPosition } from '../../domain/booking-crew.ts';
import type { CrewLocation } from '../../domain/crew.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import type { Along, MovingContext } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from './booking-ref.ts';
import { type BookingMove, type Inspect, moveAs } from './transition-booking.ts';

export interface CrewSighting {
  readonly location: CrewLocation;
  /** null: nobody knows. */
  readonly eta: Date | null;
  /** When it was seen there, if that was earlier than it is told. */
  readonly seenAt?: Date | undefined;
  readonly inspect?: Inspect | undefined;
}

export function followCrew(
  context: MovingContext,
  actor: Mover,
  place: BookingPlace,
  { location, eta, seenAt, inspect }: CrewSighting,
  along?: Along,
): Promise<Answer> {
  const position = { location, etaMs: eta?.getTime() ?? null, atMs: seenAt?.getTime() };
  const move: BookingMove = {
    action: 'booking.crew_followed',
    inspect,
    decide: (booking, moment) => updateCrewPosition(booking, position, moment),
  };
  return moveAs(context, actor, place, move, along);
}
