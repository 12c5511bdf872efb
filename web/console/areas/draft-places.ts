// Decides whether changes can be carried over to a newer version: their paths contain indexes of lists.
import type { Draft } from './area-documents.ts';

/**
 * Whether areas, price books and add-ons have the same places in all three versions, so that paths mean the same. Names are
 * compared only between the saved versions: a draft may rename an area in its place.
 */
export function haveSamePlaces(base: Draft, draft: Draft, saved: Draft): boolean {
  return (
    placesOf(base) === placesOf(draft) &&
    placesOf(draft) === placesOf(saved) &&
    namesOf(base) === namesOf(saved)
  );
}

function placesOf({ areas, prices }: Draft): string {
  return JSON.stringify([
    areas.areas.map(({ products }) => Object.keys(products).sort()),
    prices.price_books.map(({ products, addons }) => [Object.keys(products).sort(), addons.length]),
  ]);
}

function namesOf({ areas, prices }: Draft): string {
  return JSON.stringify([
    areas.areas.map(({ slug }) => slug),
    prices.price_books.map(({ area, addons }) => [area, addons.map(({ slug }) => slug)]),
  ]);
}
