// Price books of areas: the one that applies today.
import type { AreaDocument, Draft, PriceBookDocument } from './area-documents.ts';
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
