// Preparation of booking changes that need the service area or no outside data at all.
import type { Booking } from '../../domain/booking/booking.ts';
import { Problem } from '../../lib/problem.ts';
import type { Terms } from '../areas/area-directory.ts';
import type { BookingContext } from './booking-context.ts';
import type { Prepared } from './change-booking.ts';

/**
 * Loads the area and price book of the booking. `param` is the request parameter named in the error if the area is
 * gone.
 */
export async function termsOfBooking(
  { db, areas }: BookingContext,
  booking: Booking,
  param: string,
): Promise<Terms> {
  const terms = await areas.termsOf(db.forAccount(booking.accountId), booking.areaSlug);
  if (terms) return terms;
  throw Problem.of('outside_service_area', 'The area of this booking is no longer served.', { param });
}

/**
 * Preparation for changes that need no outside data. `area` is null: the change takes no capacity, and releasing
 * capacity works even if the area no longer exists.
 */
export async function prepareNothing(): Promise<Prepared<null>> {
  return { facts: null, fresh: [], area: null, about: 'nothing' };
}
