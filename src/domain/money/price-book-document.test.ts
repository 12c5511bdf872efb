import { describe, expect, it } from 'vitest';
import { PRODUCTS } from '../dispatch/product.ts';
import { DEFAULT_SERVICE_AREA } from '../place/default-service-area.ts';
import { DEFAULT_OFFER } from '../place/service-area.ts';
import { DEFAULT_PRICE_BOOK } from './default-price-book.ts';
import { unpricedProducts } from './price-book.ts';
import { parsePriceBooks, priceBooksDocument } from './price-book-document.ts';

const van = {
  fare_structure: {
    base: 7_900,
    per_mile: 219.5,
    included_miles: 3,
    per_minute_labor: 165,
    per_minute_travel: 50,
    per_stop: 2_600,
  },
  labor: { kind: 'variable', low_minutes_per_stop: 10, high_minutes_per_stop: 25 },
  bills_all_stops: false,
  max_route_miles: 150,
};
const addon = {
  slug: 'assembly',
  name: 'Assembly',
  description: 'With tools',
  amount_cents: 4_900,
  products: ['van'],
};
const book = { area: 'bay-area', products: { van }, addons: [addon] };

const faultsOf = (document: unknown) => {
  const result = parsePriceBooks(document);
  return result.ok ? [] : result.faults.map(({ path, message }) => `${path}: ${message}`);
};
const bookFaults = (change: object) => faultsOf({ price_books: [{ ...book, ...change }] });
const vanFaults = (change: object) => bookFaults({ products: { van: { ...van, ...change } } });

describe('importing price books', () => {
  it('reads the rates, including fractions of a cent', () => {
    const result = parsePriceBooks({ price_books: [book] });
    expect(result).toMatchObject({
      ok: true,
      value: [
        {
          areaSlug: 'bay-area',
          products: {
            van: {
              structure: { baseCents: 7_900, perMileCents: 219.5, includedMiles: 3 },
              labor: { kind: 'variable', lowMinutesPerStop: 10, highMinutesPerStop: 25 },
              maxRouteMiles: 150,
            },
          },
          addons: [{ slug: 'assembly', amountCents: 4_900, products: ['van'] }],
        },
      ],
    });
  });

  it('reads back an export through JSON text', () => {
    const text = JSON.stringify(priceBooksDocument([DEFAULT_PRICE_BOOK]));
    expect(parsePriceBooks(JSON.parse(text))).toEqual({ ok: true, value: [DEFAULT_PRICE_BOOK] });
  });

  it('reports the path of every fault at once', () => {
    const { base, ...incomplete } = van.fare_structure;
    expect(base).toBe(7_900);
    const document = {
      price_books: [
        { ...book, products: { van: { ...van, fare_structure: { ...incomplete, per_mile: -1, tax: 3 } } } },
        { area: 'Bay', products: {}, addons: {} },
      ],
    };
    expect(faultsOf(document)).toEqual([
      'price_books[0].products.van.fare_structure.tax: is not a known key; known keys are base, per_mile, included_miles, per_minute_labor, per_minute_travel, per_stop',
      'price_books[0].products.van.fare_structure.base: is missing; must be a number',
      'price_books[0].products.van.fare_structure.per_mile: must be between 0 and 100000000, not -1',
      'price_books[1].area: must be the slug of a service area, not "Bay"',
      'price_books[1].products: must price at least one of lite, pickup, van, xl, box',
      'price_books[1].addons: must be a list',
    ]);
  });

  it('refuses two price books for one area and two add-ons with one slug', () => {
    expect(faultsOf({ price_books: [book, book] })).toEqual(['price_books[1].area: repeats "bay-area"']);
    expect(bookFaults({ addons: [addon, addon] })).toEqual([
      'price_books[0].addons[1].slug: repeats "assembly"',
    ]);
  });

  it('refuses labor that mixes both kinds or has a reversed range', () => {
    const at = 'price_books[0].products.van.labor';
    expect(vanFaults({ labor: { kind: 'fixed', minutes_per_stop: 10, low_minutes_per_stop: 5 } })).toEqual([
      `${at}.low_minutes_per_stop: is not allowed for fixed labor`,
    ]);
    expect(vanFaults({ labor: { ...van.labor, low_minutes_per_stop: 30 } })).toEqual([
      `${at}.high_minutes_per_stop: must not be below low_minutes_per_stop`,
    ]);
    expect(vanFaults({ labor: { ...van.labor, kind: 'hourly' } })).toEqual([
      `${at}.kind: must be one of fixed, variable`,
    ]);
    expect(vanFaults({ labor: { kind: 'variable' } })).toEqual([
      `${at}.low_minutes_per_stop: is missing; must be a number`,
      `${at}.high_minutes_per_stop: is missing; must be a number`,
    ]);
  });

  it('refuses add-ons with fractions of a cent, no product or a repeated product', () => {
    const addons = [
      { ...addon, amount_cents: 1.5, products: [] },
      { ...addon, slug: 'b', products: ['van', 'van', 'car'] },
    ];
    expect(bookFaults({ addons })).toEqual([
      'price_books[0].addons[0].amount_cents: must be a whole number',
      'price_books[0].addons[0].products: must contain at least 1 entry',
      'price_books[0].addons[1].products[2]: must be one of lite, pickup, van, xl, box',
      'price_books[0].addons[1].products[1]: repeats "van"',
    ]);
  });
});

describe('the default price book', () => {
  it('has prices for all products of the default area', () => {
    expect(unpricedProducts([DEFAULT_SERVICE_AREA], [DEFAULT_PRICE_BOOK])).toEqual([]);
  });

  it('has a fixed price for lite and variable labor for the rest', () => {
    const kinds = PRODUCTS.map((product) => DEFAULT_PRICE_BOOK.products[product]?.labor.kind);
    expect(kinds).toEqual(['fixed', 'variable', 'variable', 'variable', 'variable']);
  });
});

describe('products without a price', () => {
  it('are found by area and product', () => {
    const { van: _van, ...rest } = DEFAULT_PRICE_BOOK.products;
    const elsewhere = { ...DEFAULT_SERVICE_AREA, slug: 'elsewhere', products: { box: DEFAULT_OFFER } };
    expect(unpricedProducts([DEFAULT_SERVICE_AREA], [{ ...DEFAULT_PRICE_BOOK, products: rest }])).toEqual([
      { areaSlug: 'united-states', product: 'van' },
    ]);
    expect(unpricedProducts([elsewhere], [DEFAULT_PRICE_BOOK])).toEqual([
      { areaSlug: 'elsewhere', product: 'box' },
    ]);
  });
});
