// Preparation of booking changes: the service area, the inputs for pricing a changed route, or no outside data at all.
import type { Booking } from '../../domain/booking/booking.ts';
import type { Pricing } from '../../domain/booking/booking-repricing.ts';
import type { Route } from '../../domain/place/route.ts';
import type { ServedArea } from '../../domain/time/capacity-override.ts';
import { Problem } from '../../lib/problem.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import type { Terms } from '../areas/area-directory.ts';
import { measureRoute } from '../locations/resolve-route.ts';
import { termsFor } from '../quotes/price-route.ts';
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

/** Includes the area's capacity overrides, which the reservation of a window needs. */
export type ServedPricing = Pricing & { readonly area: ServedArea };

/**
 * Distance and travel time of a changed route, and the price book of the area of its origin. `params` names the request
 * parameter of each stop, for errors about that stop.
 */
export async function pricingFor(
  context: BookingContext,
  booking: Pick<Booking, 'accountId' | 'areaSlug' | 'product' | 'quote'>,
  route: Route,
  params: readonly string[],
): Promise<ServedPricing> {
  const stops = route.map((_, position) => ({ param: params[position] ?? 'location' }));
  const { areaSlug, product, quote } = booking;
  const { area, book } = await termsFor(context, booking.accountId, route, stops);
  // As its prices: those of the quote, unless another area serves the origin.
  const vehicle = area.slug === areaSlug ? quote.vehicle : area.products[product]?.vehicle;
  const travel = await measureRoute(context, route, vehicle);
  return { area, book, travel, quoteLifetimeMinutes: context.quoteLifetimeMinutes, hashHex: sha256Hex };
}
