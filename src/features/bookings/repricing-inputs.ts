// Inputs for pricing a changed route: distance and travel time, and the price book of the area of its origin.
import type { Pricing } from '../../domain/booking/booking-repricing.ts';
import type { Route } from '../../domain/place/route.ts';
import type { ServedArea } from '../../domain/time/capacity-override.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import { measureRoute } from '../locations/resolve-route.ts';
import { termsFor } from '../quotes/price-route.ts';
import type { BookingContext } from './booking-context.ts';

/** Includes the area's capacity overrides, which the reservation of a window needs. */
export type ServedPricing = Pricing & { readonly area: ServedArea };

/** `params` names the request parameter of each stop, for errors about that stop. */
export async function pricingFor(
  context: BookingContext,
  accountId: string,
  route: Route,
  params: readonly string[],
): Promise<ServedPricing> {
  const stops = route.map((_, position) => ({ param: params[position] ?? 'location' }));
  const { area, book } = await termsFor(context, accountId, route, stops);
  const travel = await measureRoute(context, route);
  return { area, book, travel, quoteLifetimeMinutes: context.quoteLifetimeMinutes, hashHex: sha256Hex };
}
