// Price books: what each product costs in a service area, and which add-ons can be ordered with it. Plain data, kept
// as `price-book-document.ts` reads and writes it. Rates may be fractions of a cent; fares are whole cents.
import type { Product } from './product.ts';
import { offeredProducts, type ServiceArea } from './service-area.ts';

export interface FareStructure {
  readonly baseCents: number;
  readonly perMileCents: number;
  /** Miles that the base already pays for. */
  readonly includedMiles: number;
  readonly perMinuteLaborCents: number;
  readonly perMinuteTravelCents: number;
  readonly perStopCents: number;
}

/**
 * Fixed: so many minutes are billed per stop, however long it takes, and the price is known beforehand.
 * Variable: the minutes that were worked are billed; the range is what the estimate expects.
 */
export type LaborModel =
  | { readonly kind: 'fixed'; readonly minutesPerStop: number }
  | { readonly kind: 'variable'; readonly lowMinutesPerStop: number; readonly highMinutesPerStop: number };

/** All that turns a route and some work into a fare. A quote keeps its own copy, so later price changes leave it alone. */
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

/** What an area offers without a price: nobody could order it. */
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
