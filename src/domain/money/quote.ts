// Quotes: a priced route with an expiry time. Immutable: an edit that changes the price creates a new quote on the
// terms of the old one, so that later price changes do not affect it.
import type { Result } from '../../lib/result.ts';
import type { Product } from '../dispatch/product.ts';
import type { VehicleLimits } from '../dispatch/vehicle-limits.ts';
import type { ServiceArea } from '../place/service-area.ts';
import { type Distance, hundredths } from '../place/travel.ts';
import { type AddonFault, selectAddons } from './addon-set.ts';
import { estimateFare, type FareEstimate } from './fare.ts';
import type { Addon, PriceBook, ProductPrices } from './price-book.ts';

const DEFAULT_QUOTE_MINUTES = 60;
const MINUTE_MS = 60_000;

/** `Stop` is the caller's type for stops; pricing only needs their number. */
export interface Quote<Stop> {
  readonly id: string;
  readonly areaSlug: string;
  readonly product: Product;
  readonly route: readonly Stop[];
  /** Two decimals. */
  readonly travel: Distance;
  /** The prices when the quote was created. */
  readonly prices: ProductPrices;
  readonly addons: readonly Addon[];
  readonly estimate: FareEstimate;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** The vehicle of which `travel` is the route; undefined: like a car. */
  readonly vehicle?: VehicleLimits | undefined;
}

export interface QuoteRequest<Stop> {
  readonly id: string;
  readonly product: Product;
  readonly route: readonly Stop[];
  readonly travel: Distance;
  readonly addonSlugs: readonly string[];
  readonly createdAtMs: number;
  readonly lifetimeMinutes?: number;
}

/** A change of a quote; omitted fields are taken from the old quote. */
export interface QuoteChange<Stop> {
  readonly id: string;
  readonly route?: readonly Stop[] | undefined;
  readonly travel?: Distance | undefined;
  readonly addonSlugs?: readonly string[] | undefined;
  readonly createdAtMs: number;
  readonly lifetimeMinutes?: number;
}

export type QuoteFault =
  | { readonly kind: 'product_unavailable'; readonly product: Product }
  | { readonly kind: 'route_too_long'; readonly miles: number; readonly maxMiles: number }
  | AddonFault;

export function createQuote<Stop>(
  area: ServiceArea,
  book: PriceBook,
  request: QuoteRequest<Stop>,
): Result<Quote<Stop>, QuoteFault> {
  const { product, addonSlugs: slugs } = request;
  const prices = book.products[product];
  const offer = area.products[product];
  if (prices === undefined || offer === undefined) {
    return { ok: false, faults: [{ kind: 'product_unavailable', product }] };
  }
  const addons = selectAddons({ catalogue: book.addons, product, held: [], slugs });
  if (!addons.ok) return addons;
  // Assigned field by field: a spread into an object this wide is slow.
  return priceQuote({
    id: request.id,
    areaSlug: area.slug,
    product,
    route: request.route,
    travel: request.travel,
    prices,
    addons: addons.value,
    vehicle: offer.vehicle,
    createdAtMs: request.createdAtMs,
    lifetimeMinutes: request.lifetimeMinutes,
  });
}

export function changeQuote<Stop>(
  quote: Quote<Stop>,
  book: Pick<PriceBook, 'addons'>,
  change: QuoteChange<Stop>,
): Result<Quote<Stop>, QuoteFault> {
  const { product, addons: held } = quote;
  const addons = selectAddons({ catalogue: book.addons, product, held, slugs: change.addonSlugs });
  if (!addons.ok) return addons;
  const { route = quote.route, travel = quote.travel } = change;
  return priceQuote({ ...quote, ...change, route, travel, addons: addons.value });
}

export function isExpired(quote: Pick<Quote<unknown>, 'expiresAtMs'>, nowMs: number): boolean {
  return nowMs >= quote.expiresAtMs;
}

type Unpriced<Stop> = Omit<Quote<Stop>, 'estimate' | 'expiresAtMs'> & {
  readonly lifetimeMinutes?: number | undefined;
};

function priceQuote<Stop>(unpriced: Unpriced<Stop>): Result<Quote<Stop>, QuoteFault> {
  const { id, areaSlug, product, route, prices, addons, createdAtMs, vehicle } = unpriced;
  const travel = { miles: hundredths(unpriced.travel.miles), minutes: hundredths(unpriced.travel.minutes) };
  if (travel.miles > prices.maxRouteMiles) {
    return {
      ok: false,
      faults: [{ kind: 'route_too_long', miles: travel.miles, maxMiles: prices.maxRouteMiles }],
    };
  }
  const estimate = estimateFare(prices, { stopCount: route.length, travel, addons, createdAtMs });
  const expiresAtMs = createdAtMs + (unpriced.lifetimeMinutes ?? DEFAULT_QUOTE_MINUTES) * MINUTE_MS;
  const value = { id, areaSlug, product, route, travel, prices, addons, estimate, createdAtMs, expiresAtMs };
  return { ok: true, value: vehicle ? { ...value, vehicle } : value };
}
