// POST /quotes/batch: one quote per product for a route, and a recommendation: the smallest vehicle that holds the items.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const manhattan = '350 5th Ave, New York, NY 10118';
const brooklyn = '1 Main St Apt 4B, Brooklyn, NY 11201';

describe('POST /quotes/batch', () => {
  let test: TestApp;
  let partner: ApiClient;
  beforeAll(async () => {
    test = await startTestApp();
    partner = await test.partner();
  });
  afterAll(() => test.close());

  it('recommends the smallest product that holds the items', async () => {
    const route = { stops: [{ location: manhattan }, { location: brooklyn }] };
    const plain = await partner.post('/quotes/batch', route);
    expect(plain.status).toBe(201);
    expect(plain.body.data.map(({ product }: { product: string }) => product)).toEqual([
      'lite',
      'pickup',
      'van',
      'xl',
      'box',
    ]);
    expect(plain.body.recommended).toBeNull();
    const recommended = async (items: object[]) => {
      const { body } = await partner.post('/quotes/batch', { ...route, items });
      return body.data.find(({ id }: { id: string }) => id === body.recommended)?.product ?? null;
    };
    expect(await recommended([{ dimensions: [20, 20, 20], weight: 30 }])).toBe('lite');
    expect(await recommended([{ dimensions: [20, 20, 20], weight: 120 }])).toBe('pickup');
    expect(await recommended([{ dimensions: [50, 50, 100], weight: 120 }])).toBe('van');
    expect(await recommended([{ dimensions: [300, 300, 300], weight: 10 }])).toBeNull();
    const each = await partner.get(`/quotes/${plain.body.data[2].id}`);
    expect(each.body).toEqual(plain.body.data[2]);
  });

  const item = { dimensions: [10, 10, 10], weight: 5 };
  const batch = (items: unknown) =>
    partner.post('/quotes/batch', { stops: [{ location: manhattan }, { location: brooklyn }], items });

  it('accepts 200 items', async () => {
    const { status, body } = await batch(Array(200).fill(item));
    expect(status).toBe(201);
    // 200,000 cubic inches and 1,000 lb: more than a pickup's bed, well within a van.
    expect(body.data.find(({ id }: { id: string }) => id === body.recommended).product).toBe('van');
  });

  it.each([
    ['201 items', Array(201).fill(item), 'items'],
    ['an item without width', [{ ...item, dimensions: [0, 10, 10] }], 'items[0].dimensions[0]'],
    ['an item of negative length', [item, { ...item, dimensions: [10, 10, -1] }], 'items[1].dimensions[2]'],
    ['an item with two dimensions', [{ ...item, dimensions: [10, 10] }], 'items[0].dimensions'],
    ['an item without weight', [{ ...item, weight: 0 }], 'items[0].weight'],
    ['an item whose weight is not a number', [{ ...item, weight: 'heavy' }], 'items[0].weight'],
  ])('refuses %s', async (_, items, param) => {
    expectProblem(await batch(items), 400, { code: 'invalid_parameter', param });
  });
});
