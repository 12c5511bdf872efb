// Runs a transition of the booking state machine that needs no outside data, as any permitted actor.
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

/** Checks the caller's precondition under the row lock. Throws if it does not hold. */
export type Inspect = (booking: Booking, moment: Moment) => void;

/** A report about a stop. */
export interface StopNews {
  readonly stopId: string;
  /** When it happened, if earlier than the report. */
  readonly occurredAt?: Date | undefined;
  readonly inspect?: Inspect | undefined;
}

export interface BookingMove {
  /** Action name for the audit trail. */
  readonly action: string;
  readonly decide: (booking: Booking, moment: Moment) => Transition;
  readonly inspect?: Inspect | undefined;
}

/**
 * Responds with the booking in the wire format. In the same transaction, the crew's engagement starts when the crew
 * first departs and ends when the booking is completed.
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

/** Converts a report to the input of the state machine. */
export function reportOf({ stopId, occurredAt }: StopNews) {
  return { stopId, atMs: occurredAt?.getTime() };
}
