// Finds a booking of any account by id or confirmation code.
import { noSuchBooking } from '../../bookings/change-booking.ts';
import { type FoundBooking, findBookingAnywhere } from '../../bookings/system/booking-admin-store.ts';
import type { ConsoleContext } from '../console-context.ts';

export async function loadBookingAnywhere(
  { system }: Pick<ConsoleContext, 'system'>,
  idOrHid: string,
): Promise<FoundBooking> {
  const found = await findBookingAnywhere(system, idOrHid);
  if (!found) throw noSuchBooking();
  return found;
}
