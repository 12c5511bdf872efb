// Unit tests of the products that a draft makes unbookable, and of the prices that apply to an area today.
import { describe, expect, it } from 'vitest';
import type { AreaDocument, Draft } from './area-documents.ts';
import { bookToday, lostProducts } from './bookable-products.ts';

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

describe('products that can no longer be booked', () => {
  const lost = (draft: Draft, origins: readonly (string | null)[]) =>
    lostProducts(saved, draft, origins).map(({ name, products }) => `${products.join(', ')} in ${name}`);

  it('are none if every product keeps its price', () => {
    expect(lost(saved, ['world', 'state'])).toEqual([]);
    const renamed = draftOf([world, { ...state, slug: 'other' }], { world: all, other: all });
    expect(lost(renamed, ['world', 'state'])).toEqual([]);
  });

  it('are those whose price is removed, and those that the area no longer offers', () => {
    expect(lost(draftOf([world, state], { world: all, state: ['van'] }), ['world', 'state'])).toEqual([
      'box in STATE',
    ]);
    const narrower = draftOf([areaOf('world', null, ['van']), state], { world: all, state: all });
    expect(lost(narrower, ['world', 'state'])).toEqual(['box in WORLD']);
  });

  it('are those that a new area does not price, where it replaces an area that does', () => {
    const areas = (city: AreaDocument) => [world, state, city];
    const origins = ['world', 'state', null];
    const books = { world: all, state: all, city: ['van'] };
    expect(lost(draftOf(areas(areaOf('city', 2, all)), books), origins)).toEqual(['box in CITY']);
    // An area with a lower priority, or a larger one, serves no place here.
    expect(lost(draftOf(areas(areaOf('city', 2, all, -1)), books), origins)).toEqual([]);
    expect(lost(draftOf(areas(areaOf('city', null, all, -1)), books), origins)).toEqual([]);
  });

  it('are those of a removed area that no other area offers there', () => {
    expect(lost(draftOf([world], { world: all }), ['world'])).toEqual([]);
    expect(lost(draftOf([world], { world: ['box'] }), ['world'])).toEqual(['van in WORLD', 'van in STATE']);
    expect(lost(draftOf([state], { state: all }), ['state'])).toEqual(['van, box in WORLD']);
  });
});

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
