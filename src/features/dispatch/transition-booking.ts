// Runs a transition of the booking state machine that needs no outside data, as any permitted actor.
import type { Booking } from '../../domain/booking.ts';
import type { Moment, Transition } from '../../domain/booking-transitions.ts';
import { hasDeparted } from '../../domain/engagement-reschedule.ts';
import type { Answer } from '../../http/idempotent-write.ts';
import { Problem } from '../../lib/problem.ts';
import { prepareNothing } from '../bookings/booking-terms.ts';
import {
  applyBookingChange,
  type BookingChangeContext,
  type TransactionHook,
} from '../bookings/change-booking.ts';
import type { BookingActor } from '../bookings/save-booking.ts';
import type { BookingRef } from './booking-ref.ts';
import { releaseCrewOnEnd, startEngagement } from './engaged-crew-store.ts';

/** Checks the caller's precondition under the row lock. Throws if it does not hold. */
export type Precondition = (booking: Booking, moment: Moment) => void;

/** A report about a stop. */
export interface StopStepReport {
  readonly stopId: string;
  /** When it happened, if earlier than the report. */
  readonly occurredAt?: Date | undefined;
  readonly precondition?: Precondition | undefined;
}

export interface BookingTransition {
  /** Action name for the audit trail. */
  readonly action: string;
  readonly decide: (booking: Booking, moment: Moment) => Transition;
  readonly precondition?: Precondition | undefined;
}

/**
 * Responds with the booking in the wire format. In the same transaction, the crew's engagement starts when the crew
 * first departs and ends when the booking is completed.
 */
export function transitionBooking(
  context: BookingChangeContext,
  actor: BookingActor,
  bookingRef: BookingRef,
  { action, decide, precondition }: BookingTransition,
  hook?: TransactionHook,
): Promise<Answer> {
  let completes = false;
  let departs = false;
  const change = {
    bookingId: bookingRef.bookingId,
    action,
    status: 200,
    prepare: prepareNothing,
    decide: (booking: Booking, _facts: null, moment: Moment) => {
      precondition?.(booking, moment);
      const transition = decide(booking, moment);
      completes = transition.booking.state === 'completed' && booking.state !== 'completed';
      departs = hasDeparted(transition.booking) && !hasDeparted(booking);
      return transition;
    },
  };
  return applyBookingChange(context, bookingRef.accountId, change, actor, async (trx, answer) => {
    if (departs) refuseTwoJobs(await startEngagement(trx, bookingRef, context.clock.now()));
    if (completes) await releaseCrewOnEnd(trx, bookingRef, 'completed', context.clock.now());
    await hook?.(trx, answer);
  });
}

function refuseTwoJobs(activeHid: string | null): void {
  if (activeHid === null) return;
  const advice = 'Complete that booking first, or reassign one of the two.';
  throw Problem.of('crew_unavailable', `The crew is under way for booking ${activeHid}. ${advice}`);
}

/** Converts a report to the input of the state machine. */
export function reportOf({ stopId, occurredAt }: StopStepReport) {
  return { stopId, atMs: occurredAt?.getTime() };
}
