import { describe, expect, it } from 'vitest';
import type { Draft } from './area-documents.ts';
import { centsOf, dollarsOf, inDollars } from './dollar-field.tsx';
import { asNumber, conflictsOf, differences, valueAt, withValue } from './draft.ts';
import { labelOf } from './draft-labels.ts';
import { haveSamePlaces } from './draft-places.ts';

const document = {
  areas: [
    { slug: 'a', products: { van: { capacity: 4 } } },
    { slug: 'b', products: {} },
  ],
};

describe('a document draft', () => {
  it('reads and changes values by the paths of validation errors', () => {
    const path = 'areas[0].products.van.capacity';
    expect(valueAt(document, path)).toBe(4);
    const changed = withValue(document, path, 6);
    expect(valueAt(changed, path)).toBe(6);
    expect(valueAt(document, path)).toBe(4);
    expect(withValue(document, 'areas[1]', undefined).areas).toHaveLength(1);
    expect(valueAt(withValue(document, 'areas[2]', { slug: 'c' }), 'areas[2].slug')).toBe('c');
    expect(withValue(document, 'areas[0].products.van', undefined).areas[0]).toEqual({
      slug: 'a',
      products: {},
    });
  });

  it('lists every value that differs', () => {
    const changed = withValue(withValue(document, 'areas[0].slug', 'z'), 'areas[1].products.box', {
      capacity: 1,
    });
    expect(differences(document, changed)).toEqual([
      { path: 'areas[0].slug', before: 'a', after: 'z' },
      { path: 'areas[1].products.box', before: undefined, after: { capacity: 1 } },
    ]);
  });

  it('finds values that two versions have changed differently', () => {
    const change = (path: string, after: unknown) => ({ document: 'areas', path, before: 1, after });
    const mine = [change('areas[0].coverage', 2), change('areas[0].priority', 3), change('areas[1].name', 4)];
    const theirs = [
      change('areas[0].coverage.type', 5),
      change('areas[0].priority', 3),
      change('areas[10]', 6),
    ];
    expect(conflictsOf(mine, theirs)).toEqual([mine[0]]);
    expect(conflictsOf(mine, [{ ...change('areas[0].coverage', 5), document: 'prices' }])).toEqual([]);
  });

  it('counts outlines and the hours of a day as one value', () => {
    const area = (opens: string, corner: number) => ({
      areas: [
        { coverage: { coordinates: [[[corner, 1]]] }, hours: { monday: [{ opens, closes: '20:00' }] } },
      ],
    });
    expect(differences(area('08:00', 1), area('09:00', 2)).map(({ path }) => path)).toEqual([
      'areas[0].coverage',
      'areas[0].hours.monday',
    ]);
  });

  it('reads numbers only from numeric text', () => {
    expect([asNumber('12.5'), asNumber('free'), asNumber('')]).toEqual([12.5, 'free', '']);
  });
});

describe('an amount', () => {
  it('is entered in dollars and stored in cents', () => {
    expect(['79', '79.5', ' $1,250.10 ', '0.005', '', 'free', '79.'].map(centsOf)).toEqual([
      7_900,
      7_950,
      125_010,
      0.5,
      '',
      'free',
      7_900,
    ]);
    expect([7_900, 7_950, 125_010, 0.5, 'free', undefined].map(dollarsOf)).toEqual([
      '79',
      '79.50',
      '1250.10',
      '0.005',
      'free',
      '',
    ]);
  });

  it('has errors in dollars', () => {
    expect(inDollars('must be between 0 and 100000000, not -1')).toBe(
      'must be between $0.00 and $1,000,000.00',
    );
    expect(inDollars('must be a number')).toBe('must be an amount in dollars, such as 79 or 79.50');
  });
});

describe('a change', () => {
  const area = { slug: 'nyc', name: 'New York', coverage: 'everywhere', priority: 1, time_zone: null };
  const addon = { slug: 'stairs', name: 'Stairs', description: '', amount_cents: 1_000, products: [] };
  const draft: Draft = {
    areas: { areas: [{ ...area, hours: {}, dispatch: 'manual', products: {} }] },
    prices: { price_books: [{ area: 'nyc', products: {}, addons: [addon] }] },
  };

  it.each([
    [
      'areas',
      'areas[0].hours.monday',
      'Opening hours, Monday',
      [{ opens: '08:00', closes: '24:00' }],
      '8\u00a0AM–midnight',
    ],
    ['areas', 'areas[0].hours.sunday', 'Opening hours, Sunday', [], 'closed'],
    ['areas', 'areas[0].products.van.windows.lead_minutes', 'van: Lead time (min)', 60, '60'],
    ['areas', 'areas[0].products.van', 'van', { capacity: 1 }, 'set'],
    ['prices', 'price_books[0].products.van.fare_structure.base', 'van: Base fare', 7_900, '$79.00'],
    ['prices', 'price_books[0].products.van.fare_structure.per_mile', 'van: Per mile', 0.5, '$0.005'],
    ['prices', 'price_books[0].products.van.bills_all_stops', 'van: Bill every stop', true, 'yes'],
    ['prices', 'price_books[0].addons[0].amount_cents', 'Stairs: Price', 1_000, '$10.00'],
  ] as const)('of %s %s is named as in the form', (kind, path, field, value, text) => {
    const label = labelOf(kind, path, draft);
    expect([label.area, label.field, label.format(value)]).toEqual(['New York', field, text]);
  });

  it('applies to another version only if that has the same areas and add-ons at the same places', () => {
    const [boston, lift] = [{ slug: 'boston' }, { slug: 'lift' }];
    const withArea = (path: string, value: unknown) => ({
      ...draft,
      areas: withValue(draft.areas, path, value),
    });
    const withPrices = (path: string, value: unknown) => ({
      ...draft,
      prices: withValue(draft.prices, path, value),
    });
    const renamed = withArea('areas[0].slug', 'boston');
    expect(haveSamePlaces(draft, renamed, withArea('areas[0].priority', 2))).toBe(true);
    expect(haveSamePlaces(draft, draft, renamed)).toBe(false);
    expect(haveSamePlaces(draft, draft, withArea('areas[1]', { ...area, ...boston, products: {} }))).toBe(
      false,
    );
    expect(haveSamePlaces(draft, draft, withArea('areas[0].products.van', {}))).toBe(false);
    expect(haveSamePlaces(draft, draft, withPrices('price_books[0].area', 'boston'))).toBe(false);
    expect(haveSamePlaces(draft, draft, withPrices('price_books[0].addons[0]', { ...addon, ...lift }))).toBe(
      false,
    );
  });
});
