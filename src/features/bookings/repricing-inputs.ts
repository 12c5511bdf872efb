// What pricing a changed route needs to know: how long it is, and the terms where it begins.
import type { Pricing } from '../../domain/booking-repricing.ts';
import type { ServedArea } from '../../domain/capacity-override.ts';
import type { Route } from '../../domain/route.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import { measureRoute } from '../locations/resolve-route.ts';
import { termsFor } from '../quotes/price-route.ts';
import type { BookingContext } from './booking-context.ts';

/** With the area's exceptions, by which a window may be taken. */
export type ServedPricing = Pricing & { readonly area: ServedArea };

/** `params` name the stops in the request, for a fault in one of them. */
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
