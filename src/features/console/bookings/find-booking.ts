// Finds a booking of any account by id or confirmation code.
import { bookingNotFound } from '../../bookings/change-booking.ts';
import { type FoundBooking, findBookingInAnyAccount } from '../../bookings/system/booking-admin-store.ts';
import type { ConsoleContext } from '../console-context.ts';

export async function loadBookingOfAnyAccount(
  { system }: Pick<ConsoleContext, 'system'>,
  idOrHid: string,
): Promise<FoundBooking> {
  const found = await findBookingInAnyAccount(system, idOrHid);
  if (!found) throw bookingNotFound();
  return found;
}
