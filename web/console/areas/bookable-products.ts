// Products that can be booked: an area offers them, and its price book has their prices. Compares a draft with the saved
// documents.
import type { AreaDocument, Draft, PriceBookDocument } from './area-documents.ts';
import type { Origins } from './draft-areas.ts';
import { areaServing, placesOf } from './serving-area.ts';

interface LostProducts {
  readonly slug: string;
  readonly name: string;
  readonly products: readonly string[];
}

/** Products that can be booked now, and no longer once the draft is saved. */
export function lostProducts(saved: Draft, draft: Draft, origins: Origins): readonly LostProducts[] {
  const [before, after] = [saved.areas.areas, draft.areas.areas];
  const lostIn = ({ slug, name }: AreaDocument, lost: readonly string[]) =>
    lost.length > 0 ? [{ slug, name, products: [...new Set(lost)] }] : [];
  const kept = after.flatMap((area, index) => {
    const now = bookableIn(draft, area);
    const former = formerAreas(saved, draft, area, origins[index] ?? null);
    return lostIn(
      area,
      former.flatMap((each) => bookableIn(saved, each).filter((product) => !now.includes(product))),
    );
  });
  const removed = before.flatMap((area) => {
    if (origins.includes(area.slug)) return [];
    const places = placesOf(area.coverage).filter((place) => areaServing(before, place) === area);
    return lostIn(
      area,
      places.flatMap((place) => {
        const next = bookableIn(draft, areaServing(after, place));
        return bookableIn(saved, area).filter((product) => !next.includes(product));
      }),
    );
  });
  return [...kept, ...removed];
}

/** The saved version of the area; of a new one, the areas that serve its places now, where the new one will serve them. */
function formerAreas(saved: Draft, draft: Draft, area: AreaDocument, origin: string | null) {
  if (origin !== null) return saved.areas.areas.filter(({ slug }) => slug === origin);
  return placesOf(area.coverage)
    .filter((place) => areaServing(draft.areas.areas, place) === area)
    .flatMap((place) => areaServing(saved.areas.areas, place) ?? []);
}

/** The price book that applies today at the first place of the area which has prices. */
export function bookToday(saved: Draft, area: AreaDocument): PriceBookDocument | undefined {
  const priced = saved.areas.areas.filter(({ slug }) => bookOf(saved, slug) !== undefined);
  const [serving] = placesOf(area.coverage).flatMap((place) => areaServing(priced, place) ?? []);
  return serving && bookOf(saved, serving.slug);
}

export function bookOf({ prices }: Draft, slug: string): PriceBookDocument | undefined {
  return prices.price_books.find(({ area }) => area === slug);
}

function bookableIn(documents: Draft, area: AreaDocument | undefined): readonly string[] {
  const prices = area && bookOf(documents, area.slug)?.products;
  return prices ? Object.keys(area.products).filter((product) => prices[product] !== undefined) : [];
}
