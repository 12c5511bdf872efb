// `waybill bookings cancel`: the operator calls a booking off. It takes the same way as a partner's own cancellation:
// found with the role that sees every account, changed as the account it belongs to.
import type { AdminContext, CommandOrigin } from '../../accounts/system/admin-context.ts';
import { cancellation } from '../cancel-booking.ts';
import { type MovingContext, moveBooking, noSuchBooking } from '../change-booking.ts';
import { findBookingAnywhere } from './booking-admin-store.ts';

export interface OperatorCancellation {
  /** The id or the confirmation code. */
  readonly booking: string;
  readonly reason: string;
  /** Ask for what the policy of the account says; otherwise nothing. */
  readonly chargesFee: boolean;
}

/** Returns the booking as partners see it. */
export async function cancelAsOperator(
  context: MovingContext & Pick<AdminContext, 'system'>,
  { booking, reason, chargesFee }: OperatorCancellation,
  { actorId, requestId }: CommandOrigin,
): Promise<string> {
  const found = await findBookingAnywhere(context.system, booking);
  if (!found) throw noSuchBooking();
  const change = cancellation(context, found.id, { by: 'operator', reason, chargesFee });
  const mover = { actor: { kind: 'command', id: actorId }, requestId } as const;
  const { body } = await moveBooking(context, found.accountId, change, mover);
  return body ?? found.wire;
}
