import { describe, expect, it } from 'vitest';
import type { Product } from '../dispatch/product.ts';
import type { Coverage, PolygonRings } from '../place/coverage.ts';
import { DEFAULT_SERVICE_AREA } from '../place/default-service-area.ts';
import { DEFAULT_OFFER, type ServiceArea } from '../place/service-area.ts';
import { DEFAULT_PRICE_BOOK } from './default-price-book.ts';
import { type AreaPricing, lostProducts } from './lost-products.ts';

const square = (side: number, west = 0): PolygonRings => [
  [
    [west, 0],
    [west + side, 0],
    [west + side, side],
    [west, side],
    [west, 0],
  ],
];
const all: readonly Product[] = ['van', 'box'];

function areaOf(slug: string, coverage: Coverage, products = all, priority = 0): ServiceArea {
  const offers = Object.fromEntries(products.map((product) => [product, DEFAULT_OFFER]));
  return { ...DEFAULT_SERVICE_AREA, slug, name: slug.toUpperCase(), coverage, products: offers, priority };
}

const polygon = (...coordinates: PolygonRings[]): Coverage => ({ type: 'MultiPolygon', coordinates });

function pricingOf(
  areas: readonly ServiceArea[],
  books: Readonly<Record<string, readonly Product[]>>,
): AreaPricing {
  const pricesOf = (products: readonly Product[]) =>
    Object.fromEntries(products.map((product) => [product, DEFAULT_PRICE_BOOK.products[product]]));
  return {
    areas,
    books: Object.entries(books).map(([areaSlug, products]) => ({
      areaSlug,
      products: pricesOf(products),
      addons: [],
    })),
  };
}

const world = areaOf('world', 'everywhere');
const state = areaOf('state', polygon(square(10)));
const current = pricingOf([world, state], { world: all, state: all });

function lost(draft: AreaPricing, from = current): readonly string[] {
  return lostProducts(from, draft).map(
    ({ area, product, isPartial }) => `${product} in ${isPartial ? 'part of ' : ''}${area.name}`,
  );
}

describe('products that can no longer be booked', () => {
  it('are none if every place keeps its products, whatever the areas are called', () => {
    expect(lost(current)).toEqual([]);
    const renamed = { ...state, slug: 'other' };
    expect(lost(pricingOf([renamed, world], { world: all, other: all }))).toEqual([]);
    expect(lost(pricingOf([world], { world: all }))).toEqual([]);
  });

  it('are those whose price is removed, and those that the area no longer offers', () => {
    expect(lost(pricingOf([world, state], { world: all, state: ['van'] }))).toEqual(['box in STATE']);
    const narrower = pricingOf([areaOf('world', 'everywhere', ['van']), state], { world: all, state: all });
    expect(lost(narrower)).toEqual(['box in WORLD']);
    const renamed = { ...state, slug: 'other', name: 'OTHER' };
    expect(lost(pricingOf([world, renamed], { world: all, other: ['van'] }))).toEqual(['box in OTHER']);
  });

  it('are those that a new area does not price, where it replaces an area that does', () => {
    const withCity = (city: ServiceArea) =>
      lost(pricingOf([world, state, city], { world: all, state: all, city: ['van'] }));
    expect(withCity(areaOf('city', polygon(square(2))))).toEqual(['box in CITY']);
    // An area with a lower priority serves no place here.
    expect(withCity(areaOf('city', polygon(square(2)), all, -1))).toEqual([]);
    expect(withCity(areaOf('city', 'everywhere', all, -1))).toEqual([]);
  });

  it('are those of a removed area that no other area offers there', () => {
    expect(lost(pricingOf([world], { world: ['box'] }))).toEqual(['van in WORLD', 'van in STATE']);
    expect(lost(pricingOf([state], { state: all }))).toEqual(['van in WORLD', 'box in WORLD']);
  });

  it('are those of a part of the coverage that is removed', () => {
    const island = square(1, 20);
    const before = pricingOf([areaOf('state', polygon(square(10), island))], { state: all });
    const partOfState = ['van in part of STATE', 'box in part of STATE'];
    expect(lost(pricingOf([state], { state: all }), before)).toEqual(partOfState);
    const smaller = areaOf('state', polygon(square(4), island));
    expect(lost(pricingOf([smaller], { state: all }), before)).toEqual(partOfState);
    const larger = areaOf('state', polygon(square(12), island));
    expect(lost(pricingOf([larger], { state: all }), before)).toEqual([]);
  });

  it('are found in areas whose box has its middle outside of them', () => {
    const horseshoe: PolygonRings = [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [9.9, 10],
        [9.9, 0.1],
        [0.1, 0.1],
        [0.1, 10],
        [0, 10],
        [0, 0],
      ],
    ];
    const before = pricingOf([areaOf('coast', polygon(horseshoe))], { coast: all });
    expect(lost(pricingOf([areaOf('coast', polygon(horseshoe))], { coast: ['box'] }), before)).toEqual([
      'van in COAST',
    ]);
  });
});
