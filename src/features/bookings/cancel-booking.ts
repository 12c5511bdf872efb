// POST /bookings/{id}/cancel, and the fee preview (GET /bookings/{id}/cancellation).
import { type CancelCommand, cancelBooking as cancel } from '../../domain/booking-ending.ts';
import { monotonicNow } from '../../domain/booking-transitions.ts';
import { type CancellationPolicy, previewCancellation } from '../../domain/cancellation-policy.ts';
import type { Answer, Remember } from '../../http/idempotent-write.ts';
import type { Principal } from '../../http/principal.ts';
import type { BookingContext } from './booking-context.ts';
import { loadCancellationPolicy } from './cancellation-policy-store.ts';
import { type BookingChange, changeBookingAsPartner, loadBooking } from './change-booking.ts';

export function cancelBooking(
  context: BookingContext,
  principal: Principal,
  { bookingId, reason }: { readonly bookingId: string; readonly reason: string | null },
  requestId: string,
  remember: Remember,
): Promise<Answer> {
  const change = cancellation(context, bookingId, { by: 'partner', reason });
  return changeBookingAsPartner(context, principal, change, requestId, remember);
}

/** The change that cancels a booking, shared by partners, operators and the system. */
export function cancellation(
  { db }: Pick<BookingContext, 'db'>,
  bookingId: string,
  command: CancelCommand,
): BookingChange<CancellationPolicy> {
  return {
    bookingId,
    action: 'booking.cancelled',
    status: 200,
    // No area: releasing capacity works even if the area no longer exists.
    prepare: async ({ accountId }) => ({
      facts: await loadCancellationPolicy(db.forAccount(accountId), accountId),
      fresh: [],
      area: null,
      about: 'nothing',
    }),
    decide: (booking, policy, moment) => cancel(booking, command, { policy }, moment),
  };
}

export async function previewBookingCancellation(
  context: BookingContext,
  accountId: string,
  bookingId: string,
) {
  const [booking, policy] = await Promise.all([
    loadBooking(context, accountId, bookingId),
    loadCancellationPolicy(context.db.forAccount(accountId), accountId),
  ]);
  const nowMs = monotonicNow(booking, context.clock.now().getTime());
  const preview = previewCancellation(policy, booking, nowMs);
  if (!preview.cancellable) return { cancellable: false, fee: 0, code: preview.code, fee_holds_until: null };
  const { feeCents, feeValidUntilMs } = preview;
  return {
    cancellable: true,
    fee: feeCents,
    code: null,
    fee_holds_until: feeValidUntilMs === null ? null : new Date(feeValidUntilMs).toISOString(),
  };
}
