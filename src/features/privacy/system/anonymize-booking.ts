// Anonymizes a booking after the retention period: removes customer, contacts, free text and exact addresses. Towns,
// times and amounts stay.
import type { Booking } from '../../../domain/booking/booking.ts';
import type { Location } from '../../../domain/place/route.ts';
import { coarsened, ERASED_PLACE, type Erasure } from '../erase-document.ts';
import { insertLocations, markAnonymized, retireLocations } from './ended-booking-store.ts';
import { type ErasureContext, eraseCopies, inBooking } from './erase-booking.ts';
import { type QuoteRecord, quotesOf } from './erase-booking-store.ts';

/** Returns false if another worker has already anonymized the booking. */
export async function anonymizeBooking(context: ErasureContext, id: string): Promise<boolean> {
  const { clock, ids } = context;
  const { result } = await inBooking(context, id, async (trx, booking) => {
    const now = clock.now();
    if (!(await markAnonymized(trx, id, now))) return false;
    const quotes = await quotesOf(trx, booking);
    // New ids: other bookings may still use the location under its old id.
    const places = new Map(
      placesIn(booking, quotes).map((place) => [place.id, { ...coarsened(place), id: ids.next() }]),
    );
    const stopLocationIds = booking.route.map(({ location }) => location.id);
    const needed = [...places].flatMap(([old, place]) => (stopLocationIds.includes(old) ? [place] : []));
    await insertLocations(trx, booking.accountId, needed, now);
    await eraseCopies(trx, context, booking, quotes, erasureOf(booking, places));
    await retireLocations(trx, booking.accountId, [...places.keys()], now);
    return true;
  });
  return result;
}

/** Includes stops that were removed from the route later: the earlier quotes still contain them. */
function placesIn({ route }: Booking, quotes: readonly QuoteRecord[]): Location[] {
  const stops = [...route, ...quotes.flatMap(({ facts }) => [...facts.route])];
  const places = new Map(stops.map(({ location }) => [location.id, location]));
  return [...places.values()].filter(({ name }) => name !== ERASED_PLACE);
}

function erasureOf({ customer, contacts }: Booking, places: Erasure['places']): Erasure {
  const people = [...(customer ? [customer] : []), ...contacts];
  const personalTexts = people.flatMap(({ name, phoneNumber, email }) => [name, phoneNumber, email]);
  const names = personalTexts.flatMap((text) => (text && text.length > 2 ? [text.toLowerCase()] : []));
  return { whom: 'everybody', isCustomer: true, names: [...new Set(names)], places };
}
