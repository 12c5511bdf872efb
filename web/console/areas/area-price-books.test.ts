// Unit tests of the prices that apply to an area today.
import { describe, expect, it } from 'vitest';
import type { AreaDocument, Draft } from './area-documents.ts';
import { bookToday } from './area-price-books.ts';

const prices = { fare_structure: {}, labor: {}, bills_all_stops: false, max_route_miles: 10 };
const offer = { windows: {}, capacity: 1, on_demand_capacity: 1 };

function areaOf(slug: string, side: number | null, products: readonly string[], priority = 0): AreaDocument {
  const ring = [
    [0, 0],
    [side ?? 0, 0],
    [side ?? 0, side ?? 0],
    [0, side ?? 0],
    [0, 0],
  ];
  return {
    slug,
    name: slug.toUpperCase(),
    priority,
    time_zone: null,
    hours: {},
    dispatch: 'manual',
    coverage: side === null ? 'everywhere' : { type: 'Polygon', coordinates: [ring] },
    products: Object.fromEntries(products.map((product) => [product, offer])),
  };
}

function draftOf(areas: readonly AreaDocument[], books: Readonly<Record<string, readonly string[]>>): Draft {
  const pricesOf = (products: readonly string[]) =>
    Object.fromEntries(products.map((product) => [product, prices]));
  return {
    areas: { areas },
    prices: {
      price_books: Object.entries(books).map(([area, products]) => ({
        area,
        products: pricesOf(products),
        addons: [],
      })),
    },
  };
}

const all = ['van', 'box'];
const [world, state] = [areaOf('world', null, all), areaOf('state', 10, all)];
const saved = draftOf([world, state], { world: all, state: all });

describe('the prices of today', () => {
  it('are those of the most specific area with prices that covers the new area', () => {
    expect(bookToday(saved, areaOf('city', 2, all))?.area).toBe('state');
    expect(bookToday(saved, areaOf('nation', 40, all))?.area).toBe('world');
    expect(bookToday(saved, areaOf('planet', null, all))?.area).toBe('world');
    const unpriced = draftOf([world, state], { world: all });
    expect(bookToday(unpriced, state)?.area).toBe('world');
    expect(bookToday(draftOf([state], {}), state)).toBeUndefined();
  });
});
