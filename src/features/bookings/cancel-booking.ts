// Cancels a booking and previews the fee, for partners and operators.
import type { TransactionHook } from '../../db/transaction-hook.ts';
import { type CancelCommand, cancelBooking as cancel } from '../../domain/booking/booking-ending.ts';
import { monotonicNow } from '../../domain/booking/booking-transitions.ts';
import { type CancellationPolicy, previewCancellation } from '../../domain/booking/cancellation-policy.ts';
import type { Actor } from '../../lib/actor.ts';
import type { BookingContext } from './booking-context.ts';
import type { BookingRef } from './booking-ref.ts';
import { loadCancellationPolicy } from './cancellation-policy-store.ts';
import {
  type BookingChange,
  type BookingChangeContext,
  changeBooking,
  loadBooking,
} from './change-booking.ts';

/** Cancels a booking as the partner, an operator or the provider (`command.by`). Returns the wire format. */
export function cancelBooking(
  context: BookingChangeContext,
  actor: Actor,
  bookingRef: BookingRef,
  command: CancelCommand,
  hook?: TransactionHook<string>,
): Promise<string> {
  return changeBooking(context, actor, bookingRef, cancellation(context, command), hook);
}

export function cancellation(
  { db }: Pick<BookingContext, 'db'>,
  command: CancelCommand,
): BookingChange<CancellationPolicy> {
  return {
    action: 'booking.cancelled',
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
  context: Pick<BookingContext, 'db' | 'clock'>,
  bookingRef: BookingRef,
  by: 'partner' | 'operator',
) {
  const { accountId } = bookingRef;
  const [booking, policy] = await Promise.all([
    loadBooking(context, bookingRef),
    loadCancellationPolicy(context.db.forAccount(accountId), accountId),
  ]);
  const nowMs = monotonicNow(booking, context.clock.now().getTime());
  const preview = previewCancellation(policy, booking, nowMs, by);
  if (!preview.cancellable) return { cancellable: false, fee: 0, code: preview.code, fee_holds_until: null };
  const { feeCents, feeValidUntilMs } = preview;
  return {
    cancellable: true,
    fee: feeCents,
    code: null,
    fee_holds_until: feeValidUntilMs === null ? null : new Date(feeValidUntilMs).toISOString(),
  };
}
