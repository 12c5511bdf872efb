import { describe, expect, it } from 'vitest';
import { DEFAULT_SERVICE_AREA } from '../place/default-service-area.ts';
import { DEFAULT_PRICE_BOOK } from './default-price-book.ts';
import { changeQuote, createQuote, isExpired, type Quote, type QuoteRequest } from './quote.ts';

const NOW = Date.UTC(2026, 2, 10, 16);
const HOUR_MS = 3_600_000;
const request: QuoteRequest<string> = {
  id: 'quote-1',
  product: 'van',
  route: ['pickup', 'dropoff'],
  travel: { miles: 10.004, minutes: 25.555 },
  addonSlugs: [],
  createdAtMs: NOW,
};
const create = (change: Partial<QuoteRequest<string>> = {}) =>
  createQuote(DEFAULT_SERVICE_AREA, DEFAULT_PRICE_BOOK, { ...request, ...change });
const created = (change: Partial<QuoteRequest<string>> = {}): Quote<string> => {
  const result = create(change);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.value;
};

describe('a quote', () => {
  it('keeps its route, its terms and its estimate', () => {
    const quote = created();
    expect(quote).toMatchObject({
      id: 'quote-1',
      areaSlug: 'united-states',
      product: 'van',
      route: ['pickup', 'dropoff'],
      travel: { miles: 10, minutes: 25.56 },
      prices: DEFAULT_PRICE_BOOK.products.van,
      addons: [],
      createdAtMs: NOW,
      expiresAtMs: NOW + HOUR_MS,
    });
    expect(quote.estimate.map((fare) => fare.totalCents)).toEqual([14_018, 18_968]);
  });

  it('expires one hour after creation, to the millisecond', () => {
    const quote = created();
    expect(isExpired(quote, NOW + HOUR_MS - 1)).toBe(false);
    expect(isExpired(quote, NOW + HOUR_MS)).toBe(true);
  });

  it('has the configured lifetime', () => {
    expect(created({ lifetimeMinutes: 5 }).expiresAtMs).toBe(NOW + 5 * 60_000);
  });

  it('is refused for a product that is missing in the area or its price book', () => {
    const { van: _offer, ...offered } = DEFAULT_SERVICE_AREA.products;
    const { van: _price, ...priced } = DEFAULT_PRICE_BOOK.products;
    const refused = { ok: false, faults: [{ kind: 'product_unavailable', product: 'van' }] };
    expect(createQuote({ ...DEFAULT_SERVICE_AREA, products: offered }, DEFAULT_PRICE_BOOK, request)).toEqual(
      refused,
    );
    expect(createQuote(DEFAULT_SERVICE_AREA, { ...DEFAULT_PRICE_BOOK, products: priced }, request)).toEqual(
      refused,
    );
  });

  it('is refused for a route beyond the limit, but not exactly at it', () => {
    expect(create({ travel: { miles: 500, minutes: 480 } }).ok).toBe(true);
    expect(create({ travel: { miles: 500.01, minutes: 480 } })).toEqual({
      ok: false,
      faults: [{ kind: 'route_too_long', miles: 500.01, maxMiles: 500 }],
    });
  });
});

describe('the add-ons of a quote', () => {
  it('are part of the quote and the estimate, in the requested order', () => {
    const quote = created({ addonSlugs: ['stairs_carry', 'assembly'] });
    expect(quote.addons.map((addon) => addon.slug)).toEqual(['stairs_carry', 'assembly']);
    expect(quote.addons[0]).not.toHaveProperty('products');
    expect(quote.estimate[0].adjustments.map((line) => line.amountCents)).toEqual([2_500, 4_900]);
  });

  it('are refused as a whole, with each invalid entry', () => {
    expect(
      create({ product: 'lite', addonSlugs: ['assembly', 'piano', 'extra_helper', 'assembly'] }),
    ).toEqual({
      ok: false,
      faults: [
        { kind: 'addon_unknown', index: 1, slug: 'piano', sold: expect.arrayContaining(['assembly']) },
        {
          kind: 'addon_unavailable',
          index: 2,
          slug: 'extra_helper',
          sold: expect.not.arrayContaining(['extra_helper']),
        },
        { kind: 'addon_repeated', index: 3, slug: 'assembly', sold: expect.any(Array) },
      ],
    });
  });
});

describe('changing a quote', () => {
  const quote = created({ addonSlugs: ['assembly'] });
  const change = (fields: object, addons = DEFAULT_PRICE_BOOK.addons) =>
    changeQuote(quote, { addons }, { id: 'quote-2', createdAtMs: NOW + 5, ...fields });
  const slugs = (result: ReturnType<typeof change>) =>
    result.ok && result.value.addons.map((addon) => addon.slug);

  it('creates a new quote and keeps the old one', () => {
    const result = change({ route: ['pickup', 'between', 'dropoff'], travel: { miles: 20, minutes: 50 } });
    expect(result).toMatchObject({
      ok: true,
      value: { id: 'quote-2', createdAtMs: NOW + 5, expiresAtMs: NOW + 5 + HOUR_MS, travel: { miles: 20 } },
    });
    expect(result.ok && result.value.estimate[0].stopsCents).toBe(2_600);
    expect(quote).toEqual(created({ addonSlugs: ['assembly'] }));
  });

  it('keeps omitted add-ons, clears them with an empty list, and replaces them otherwise', () => {
    expect(slugs(change({}))).toEqual(['assembly']);
    expect(slugs(change({ addonSlugs: [] }))).toEqual([]);
    expect(slugs(change({ addonSlugs: ['haul_away'] }))).toEqual(['haul_away']);
  });

  it('changes nothing if one add-on is invalid', () => {
    expect(change({ addonSlugs: ['haul_away', 'piano'] })).toEqual({
      ok: false,
      faults: [{ kind: 'addon_unknown', index: 1, slug: 'piano', sold: expect.any(Array) }],
    });
  });

  it('keeps the quoted price of an add-on whose price changed or that was removed', () => {
    const dearer = DEFAULT_PRICE_BOOK.addons.map((addon) => ({ ...addon, amountCents: 99_900 }));
    for (const catalogue of [dearer, []]) {
      const result = change({ addonSlugs: ['assembly'] }, catalogue);
      expect(result.ok && result.value.addons).toEqual(quote.addons);
    }
  });

  it('uses the terms of the old quote', () => {
    const result = change({ travel: { miles: 501, minutes: 1 } });
    expect(result).toMatchObject({ ok: false, faults: [{ kind: 'route_too_long', maxMiles: 500 }] });
    expect(change({})).toMatchObject({ ok: true, value: { prices: quote.prices } });
  });
});
