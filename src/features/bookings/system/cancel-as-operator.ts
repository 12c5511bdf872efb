// `waybill bookings cancel`: cancels a booking as an operator. The booking is found with the system role and changed
// with the role of its account, through the same code as a partner's cancellation.
import type { AdminContext, CommandOrigin } from '../../accounts/system/admin-context.ts';
import { cancellation } from '../cancel-booking.ts';
import { applyBookingChange, type BookingChangeContext, bookingNotFound } from '../change-booking.ts';
import { findBookingInAnyAccount } from './booking-admin-store.ts';

export interface OperatorCancellation {
  /** Id or confirmation code. */
  readonly booking: string;
  readonly reason: string;
  /** Charge the fee of the account's cancellation policy; otherwise the cancellation is free. */
  readonly chargesFee: boolean;
}

/** Returns the booking in the wire format. */
export async function cancelAsOperator(
  context: BookingChangeContext & Pick<AdminContext, 'system'>,
  { booking, reason, chargesFee }: OperatorCancellation,
  { actorId, requestId }: CommandOrigin,
): Promise<string> {
  const found = await findBookingInAnyAccount(context.system, booking);
  if (!found) throw bookingNotFound();
  const change = cancellation(context, found.id, { by: 'operator', reason, chargesFee });
  const actor = { actor: { kind: 'command', id: actorId }, requestId } as const;
  const { body } = await applyBookingChange(context, found.accountId, change, actor);
  return body ?? found.wire;
}
