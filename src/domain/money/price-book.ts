// Price books: the prices of the products of a service area, and its add-ons. Plain data, stored in the format of
// `price-book-document.ts`. Rates may be fractions of a cent; fares are whole cents.
import type { Product } from '../dispatch/product.ts';
import { offeredProducts, type ServiceArea } from '../place/service-area.ts';

export interface FareStructure {
  readonly baseCents: number;
  readonly perMileCents: number;
  /** Miles included in the base price. */
  readonly includedMiles: number;
  readonly perMinuteLaborCents: number;
  readonly perMinuteTravelCents: number;
  readonly perStopCents: number;
}

/**
 * fixed: a constant number of minutes is billed per stop, so the price is known in advance.
 * variable: the minutes worked are billed; the range is used for the estimate.
 */
export type LaborModel =
  | { readonly kind: 'fixed'; readonly minutesPerStop: number }
  | { readonly kind: 'variable'; readonly lowMinutesPerStop: number; readonly highMinutesPerStop: number };

/**
 * The inputs of a fare besides the job itself. A quote stores a copy, so that later price changes do not affect it.
 */
export interface FareTerms {
  readonly structure: FareStructure;
  readonly labor: LaborModel;
  /** Whether origin and destination are billed as stops too, or only the stops between them. */
  readonly billsAllStops: boolean;
}

export interface ProductPrices extends FareTerms {
  readonly maxRouteMiles: number;
}

export interface Addon {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly amountCents: number;
}

export interface CatalogueAddon extends Addon {
  readonly products: readonly Product[];
}

export interface PriceBook {
  readonly areaSlug: string;
  readonly products: Readonly<Partial<Record<Product, ProductPrices>>>;
  readonly addons: readonly CatalogueAddon[];
}

/** Products that an area offers without a price: they cannot be quoted. */
export function unpricedProducts(
  areas: readonly ServiceArea[],
  books: readonly PriceBook[],
): { readonly areaSlug: string; readonly product: Product }[] {
  return areas.flatMap((area) => {
    const prices = books.find((book) => book.areaSlug === area.slug)?.products ?? {};
    return offeredProducts(area)
      .filter((product) => prices[product] === undefined)
      .map((product) => ({ areaSlug: area.slug, product }));
  });
}
