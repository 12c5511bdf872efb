// POST /bookings/{id}/cancel, and what it would cost (GET /bookings/{id}/cancellation).
import { type CancelCommand, cancelBooking as cancel } from '../../domain/booking-ending.ts';
import { FREE_CANCELLATION, previewCancellation } from '../../domain/cancellation-policy.ts';
import type { Answer, Remember } from '../../http/idempotent-write.ts';
import type { Principal } from '../../http/principal.ts';
import { nothingToAsk } from './booking-area.ts';
import type { BookingContext } from './booking-context.ts';
import { type BookingChange, changeBooking, loadBooking } from './change-booking.ts';

export function cancelBooking(
  context: BookingContext,
  principal: Principal,
  { bookingId, reason }: { readonly bookingId: string; readonly reason: string | null },
  requestId: string,
  remember: Remember,
): Promise<Answer> {
  const change = cancellation(bookingId, { by: 'partner', reason });
  return changeBooking(context, principal, change, requestId, remember);
}

/** The change itself, whoever asks for it. */
export function cancellation(bookingId: string, command: CancelCommand): BookingChange<null> {
  return {
    bookingId,
    action: 'booking.cancelled',
    status: 200,
    prepare: nothingToAsk,
    decide: (booking, _facts, moment) => cancel(booking, command, { policy: FREE_CANCELLATION }, moment),
  };
}

export async function previewBookingCancellation(
  context: BookingContext,
  accountId: string,
  bookingId: string,
) {
  const booking = await loadBooking(context, accountId, bookingId);
  const preview = previewCancellation(FREE_CANCELLATION, booking, context.clock.now().getTime());
  if (!preview.cancellable) return { cancellable: false, fee: 0, code: preview.code, fee_holds_until: null };
  const { feeCents, holdsUntilMs } = preview;
  return {
    cancellable: true,
    fee: feeCents,
    code: null,
    fee_holds_until: holdsUntilMs === null ? null : new Date(holdsUntilMs).toISOString(),
  };
}
