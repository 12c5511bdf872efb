// The terms a booking stands on, for changes that ask nothing else of the outside world.
import type { Booking } from '../../domain/booking.ts';
import { Problem } from '../../lib/problem.ts';
import type { Terms } from '../areas/area-directory.ts';
import type { BookingContext } from './booking-context.ts';
import type { Prepared } from './change-booking.ts';

/** `param` is what cannot be had without them. */
export async function termsOfBooking(
  { db, areas }: BookingContext,
  booking: Booking,
  param: string,
): Promise<Terms> {
  const terms = await areas.termsOf(db.forAccount(booking.accountId), booking.areaSlug);
  if (terms) return terms;
  throw Problem.of('outside_service_area', 'The area of this booking is no longer served.', { param });
}

/** Nothing to ask: the change takes no capacity, and giving some back needs no leave, even of an area that is gone. */
export async function nothingToAsk(): Promise<Prepared<null>> {
  return { facts: null, fresh: [], area: null, about: 'nothing' };
}
