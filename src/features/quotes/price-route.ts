// Prices a route for one product or for all. The route is geocoded and measured once; pricing itself is pure.
import type { Context } from '../../context.ts';
import type { Product } from '../../domain/dispatch/product.ts';
import type { VehicleLimits } from '../../domain/dispatch/vehicle-limits.ts';
import { createQuote, type Quote } from '../../domain/money/quote.ts';
import { quoteProblem } from '../../domain/money/quote-problem.ts';
import { type Location, originOf, type Route, type RouteStop } from '../../domain/place/route.ts';
import { offeredProducts } from '../../domain/place/service-area.ts';
import type { Travel } from '../../domain/place/travel.ts';
import { Problem } from '../../lib/problem.ts';
import type { AreaCache, Terms } from '../areas/area-directory.ts';
import { measureRoute, resolveRoute } from '../locations/resolve-route.ts';
import type { RequestedStop } from '../locations/route-form.ts';

export interface PricingContext extends Pick<Context, 'db' | 'ids' | 'clock' | 'geocoder' | 'router'> {
  readonly areas: AreaCache;
  readonly quoteLifetimeMinutes: number;
}

export interface MeasuredRoute {
  readonly route: Route;
  /** One per vehicle of the offered products: those without limits share the route of a car. */
  readonly travels: ReadonlyMap<VehicleLimits | undefined, Travel>;
  readonly terms: Terms;
  readonly fresh: readonly Location[];
}

/** For one product, or for all that the area offers. */
export async function resolveAndMeasure(
  context: PricingContext,
  accountId: string,
  stops: readonly RequestedStop[],
  product?: Product,
): Promise<MeasuredRoute> {
  const { route, fresh } = await resolveRoute(context, accountId, stops);
  const terms = await termsFor(context, accountId, route, stops);
  const products = product === undefined ? offeredProducts(terms.area) : [product];
  const vehicles = new Set(products.map((each) => terms.area.products[each]?.vehicle));
  const travels = await Promise.all(
    [...vehicles].map(async (vehicle) => [vehicle, await measureRoute(context, route, vehicle)] as const),
  );
  return { route, fresh, terms, travels: new Map(travels) };
}

/** The area of the origin determines hours and prices. Every other stop must lie in some area. */
export async function termsFor(
  { db, areas }: Pick<PricingContext, 'db' | 'areas'>,
  accountId: string,
  route: Route,
  stops: readonly Pick<RequestedStop, 'param'>[],
): Promise<Terms> {
  const at = ({ location }: RouteStop) =>
    areas.termsAt(db.forAccount(accountId), [location.longitude, location.latitude]);
  const origin = await at(originOf(route));
  for (const [position, stop] of route.entries()) {
    if (position === 0 ? origin : await at(stop)) continue;
    const param = stops[position]?.param ?? 'stops';
    throw Problem.of('outside_service_area', `${stop.location.name} is outside the service areas.`, {
      param,
    });
  }
  if (!origin) throw new Error('the origin has an area');
  return origin;
}

export function priceProduct(
  context: PricingContext,
  { route, travels, terms }: MeasuredRoute,
  product: Product,
  addonSlugs: readonly string[] = [],
): Quote<RouteStop> {
  const travel = travels.get(terms.area.products[product]?.vehicle);
  if (!travel) throw new Error(`the route of ${product} was not measured`);
  const result = createQuote(terms.area, terms.book, {
    id: context.ids.next(),
    product,
    route,
    travel,
    addonSlugs,
    createdAtMs: context.clock.now().getTime(),
    lifetimeMinutes: context.quoteLifetimeMinutes,
  });
  if (result.ok) return result.value;
  throw quoteProblem(result.faults[0]);
}

/** Omits products that are not offered in the area or not over this distance. */
export function priceAllProducts(context: PricingContext, measured: MeasuredRoute): Quote<RouteStop>[] {
  const quotes: Quote<RouteStop>[] = [];
  const problems: Problem[] = [];
  for (const product of offeredProducts(measured.terms.area)) {
    try {
      quotes.push(priceProduct(context, measured, product));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error);
    }
  }
  if (quotes.length > 0) return quotes;
  throw problems[0] ?? Problem.of('product_unavailable', 'No product is available on this route.');
}
