// A move that asks nothing of the world, made by whoever may make it: through the state machine, saved and told like any.
import type { Booking } from '../../domain/booking.ts';
import type { Moment, Transition } from '../../domain/booking-transitions.ts';
import type { Answer, Remember } from '../../http/idempotent-write.ts';
import { nothingToAsk } from '../bookings/booking-area.ts';
import { type MovingContext, moveBooking } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';

/** Which booking, and whose. */
export interface BookingPlace {
  readonly accountId: string;
  readonly bookingId: string;
}

/** What is told of a stop. */
export interface StopNews {
  readonly stopId: string;
  /** When it happened, if that was earlier than it is told. */
  readonly occurredAt?: Date | undefined;
}

export interface BookingMove {
  /** For the audit trail. */
  readonly action: string;
  readonly decide: (booking: Booking, moment: Moment) => Transition;
}

/** Answers with the booking as partners see it. */
export function moveAs(
  context: MovingContext,
  actor: Mover,
  { accountId, bookingId }: BookingPlace,
  { action, decide }: BookingMove,
  remember?: Remember,
): Promise<Answer> {
  const change = {
    bookingId,
    action,
    status: 200,
    prepare: nothingToAsk,
    decide: (booking: Booking, _facts: null, moment: Moment) => decide(booking, moment),
  };
  return moveBooking(context, accountId, change, actor, remember);
}

/** As the state machine takes it. */
export function reportOf({ stopId, occurredAt }: StopNews) {
  return { stopId, atMs: occurredAt?.getTime() };
}
