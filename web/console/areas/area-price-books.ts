// Price books of areas: the one that applies today, and a new one.
import type { AreaDocument, Draft, PriceBookDocument } from './area-documents.ts';
import { productNames } from './product-names.ts';
import { areaServing, placesOf } from './serving-area.ts';

/** The price book that applies today at the first place of the area which has prices. */
export function bookToday(saved: Draft, area: AreaDocument): PriceBookDocument | undefined {
  const priced = saved.areas.areas.filter(({ slug }) => bookOf(saved, slug) !== undefined);
  const [serving] = placesOf(area.coverage).flatMap((place) => areaServing(priced, place) ?? []);
  return serving && bookOf(saved, serving.slug);
}

export function bookOf({ prices }: Draft, slug: string): PriceBookDocument | undefined {
  return prices.price_books.find(({ area }) => area === slug);
}

/** Prices of a product that has none to start from. */
export const newPrices = {
  fare_structure: {
    base: 5_000,
    per_mile: 200,
    included_miles: 0,
    per_minute_labor: 100,
    per_minute_travel: 50,
    per_stop: 2_000,
  },
  labor: { kind: 'variable', low_minutes_per_stop: 10, high_minutes_per_stop: 25 },
  bills_all_stops: false,
  max_route_miles: 100,
};

/** The prices of today, and starting prices of the other products that the area offers: all can then be booked. */
export function newBook(area: AreaDocument, today: PriceBookDocument | undefined): PriceBookDocument {
  const { products = {}, addons = [] } = today ?? {};
  const priced = productNames.filter((product) => area.products[product] || products[product]);
  return {
    area: area.slug,
    products: Object.fromEntries(priced.map((product) => [product, products[product] ?? newPrices])),
    addons,
  };
}

/** Products of the area that a new price book prices with starting prices. */
export function productsWithoutPrices(
  area: AreaDocument,
  today: PriceBookDocument | undefined,
): readonly string[] {
  return productNames.filter((product) => area.products[product] && !today?.products[product]);
}
