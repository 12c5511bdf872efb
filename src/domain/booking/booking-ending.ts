// Transitions cancel, fail and adjustFare: cancellations, and corrections of the fare after completion.
import { Problem } from '../../lib/problem.ts';
import { withoutContactDetails } from '../dispatch/crew.ts';
import type { Adjustment } from '../money/adjustment.ts';
import { adjustFare as adjust } from '../money/fare.ts';
import {
  type Booking,
  type Cancellation,
  type Canceller,
  isFirstStopDone,
  isLastStopDone,
} from './booking.ts';
import { alreadyCancelled, notCancellable, notEditable, withState } from './booking-problems.ts';
import { type Moment, type Transition, transitionTo } from './booking-transitions.ts';
import { type CancellationPolicy, cancellationFee, NO_FEE, partnerRefusal } from './cancellation-policy.ts';

type Now = Pick<Moment, 'nowMs'>;

/** Reasons that partners may give. Reasons of operators and the system are not limited to this list. */
export const PARTNER_CANCEL_REASONS = ['vehicle', 'long_eta', 'im_not_ready', 'other'] as const;

export interface CancelCommand {
  readonly by: Canceller;
  readonly reason: string | null;
  /** Whether to charge the fee of the policy. Partners are always charged; others only if an operator sets this. */
  readonly chargesFee?: boolean | undefined;
}

export interface CancelInputs {
  readonly policy: CancellationPolicy;
}

export function cancelBooking(
  booking: Booking,
  { by, reason, chargesFee }: CancelCommand,
  { policy }: CancelInputs,
  { nowMs }: Now,
): Transition {
  refuseFinal(booking);
  if (by === 'partner' && partnerRefusal(booking) !== null) {
    throw notCancellable('The first stop is done: only an operator can cancel the booking now.');
  }
  const isCharged = by === 'partner' || (by === 'operator' && chargesFee === true);
  const fee = isCharged ? cancellationFee(policy, booking, nowMs) : NO_FEE;
  return transitionTo('cancel', booking, cancelled(booking, { by, reason, ...fee, atMs: nowMs }), nowMs);
}

export type Failure = 'no_crew_available' | 'payment_refused';

/** Cancels a booking that cannot be carried out. No fee is charged. */
export function failBooking(
  booking: Booking,
  { cause }: { readonly cause: Failure },
  { nowMs }: Now,
): Transition {
  refuseFinal(booking);
  if (cause === 'no_crew_available' && booking.state !== 'created') {
    throw notCancellable('The booking already has a crew.');
  }
  if (isFirstStopDone(booking))
    throw notCancellable('The first stop is done: the booking can no longer fail.');
  const cancellation = { by: 'system', reason: cause, ...NO_FEE, atMs: nowMs } as const;
  return transitionTo('fail', booking, cancelled(booking, cancellation), nowMs);
}

/** Adds a line to the final fare, for example a refund or a late toll. */
export function adjustBookingFare(
  booking: Booking,
  { adjustment }: { readonly adjustment: Adjustment },
  { nowMs }: Now,
): Transition {
  if (booking.state !== 'completed' || booking.fare === null) {
    throw notEditable(withState('The fare can be adjusted only on a completed booking', booking));
  }
  const result = adjust(booking.fare, adjustment);
  if (!result.ok) {
    throw Problem.of('invalid_parameter', `amount ${result.faults[0]}.`, { param: 'amount' });
  }
  return transitionTo('adjustFare', booking, { ...booking, fare: result.value }, nowMs);
}

function refuseFinal(booking: Booking): void {
  const { state } = booking;
  if (state === 'cancelled') throw alreadyCancelled();
  if (state === 'completed') throw notCancellable('The booking is completed and can no longer be cancelled.');
  if (isLastStopDone(booking))
    throw notCancellable('The last stop is done: the booking can no longer be cancelled.');
}

function cancelled(booking: Booking, cancellation: Cancellation): Booking {
  return {
    ...booking,
    state: 'cancelled',
    crew: booking.crew && withoutContactDetails(booking.crew),
    cancellation,
  };
}
