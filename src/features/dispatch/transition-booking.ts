// A move that asks nothing of the world, made by whoever may make it: through the state machine, saved and told like any.
import type { Booking } from '../../domain/booking.ts';
import type { Moment, Transition } from '../../domain/booking-transitions.ts';
import { hasSetOut } from '../../domain/engagement-reschedule.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import { Problem } from '../../lib/problem.ts';
import { nothingToAsk } from '../bookings/booking-terms.ts';
import { type Along, type MovingContext, moveBooking } from '../bookings/change-booking.ts';
import type { Mover } from '../bookings/save-booking.ts';
import type { BookingPlace } from './booking-ref.ts';
import { releaseCrewAfter, startEngagement } from './engaged-crew-store.ts';

/** Throws where a booking is not what whoever tells of it takes it for. Asked under the booking's lock. */
export type Inspect = (booking: Booking, moment: Moment) => void;

/** What is told of a stop. */
export interface StopNews {
  readonly stopId: string;
  /** When it happened, if that was earlier than it is told. */
  readonly occurredAt?: Date | undefined;
  readonly inspect?: Inspect | undefined;
}

export interface BookingMove {
  /** For the audit trail. */
  readonly action: string;
  readonly decide: (booking: Booking, moment: Moment) => Transition;
  readonly inspect?: Inspect | undefined;
}

/**
 * Answers with the booking as partners see it. In the same transaction the crew is busy from when it sets out, and free
 * when the booking is completed.
 */
export function moveAs(
  context: MovingContext,
  actor: Mover,
  place: BookingPlace,
  { action, decide, inspect }: BookingMove,
  along?: Along,
): Promise<Answer> {
  let completes = false;
  let setsOut = false;
  const change = {
    bookingId: place.bookingId,
    action,
    status: 200,
    prepare: nothingToAsk,
    decide: (booking: Booking, _facts: null, moment: Moment) => {
      inspect?.(booking, moment);
      const transition = decide(booking, moment);
      completes = transition.booking.state === 'completed' && booking.state !== 'completed';
      setsOut = hasSetOut(transition.booking) && !hasSetOut(booking);
      return transition;
    },
  };
  return moveBooking(context, place.accountId, change, actor, async (trx, answer) => {
    if (setsOut) refuseTwoJobs(await startEngagement(trx, place, context.clock.now()));
    if (completes) await releaseCrewAfter(trx, place, 'completed', context.clock.now());
    await along?.(trx, answer);
  });
}

function refuseTwoJobs(underWay: string | null): void {
  if (underWay === null) return;
  const way = 'Complete that one first, or give one of the two to another crew.';
  throw Problem.of('crew_unavailable', `The crew is under way for booking ${underWay}. ${way}`);
}

/** As the state machine takes it. */
export function reportOf({ stopId, occurredAt }: StopNews) {
  return { stopId, atMs: occurredAt?.getTime() };
}
