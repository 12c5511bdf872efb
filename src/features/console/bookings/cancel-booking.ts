// Use case: an operator cancels a booking, on behalf of the company or of the provider that should have carried it out.
import type { Answer, Remember } from '../../../http/idempotent-write.ts';
import { Problem } from '../../../lib/problem.ts';
import { cancellation } from '../../bookings/cancel-booking.ts';
import { applyBookingChange, type BookingChangeContext } from '../../bookings/change-booking.ts';
import type { BookingActor } from '../../bookings/save-booking.ts';
import type { BookingRef } from '../../dispatch/booking-ref.ts';
import { releaseCrewOnEnd } from '../../dispatch/engaged-crew-store.ts';

export interface OperatorCancellation {
  readonly by: 'operator' | 'provider';
  readonly reason: string;
  readonly chargesFee: boolean;
}

export async function cancelBooking(
  context: BookingChangeContext,
  actor: BookingActor,
  place: BookingRef,
  { by, reason, chargesFee }: OperatorCancellation,
  remember: Remember,
): Promise<Answer> {
  if (by === 'provider' && chargesFee) {
    const message =
      'charge_fee must not be true if by is provider: a cancellation by the provider is free for the partner.';
    throw Problem.of('invalid_parameter', message, { param: 'charge_fee' });
  }
  const change = cancellation(context, place.bookingId, { by, reason, chargesFee });
  return applyBookingChange(context, place.accountId, change, actor, async (trx, answer) => {
    await releaseCrewOnEnd(trx, place, 'cancelled', context.clock.now());
    await remember(trx, answer);
  });
}
