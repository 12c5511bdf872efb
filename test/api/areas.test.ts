// Quotes follow the operator's areas: holes are not served, and where areas overlap the higher priority sets the terms.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PRICE_BOOK } from '../../src/domain/default-price-book.ts';
import { priceBooksDocument } from '../../src/domain/price-book-document.ts';
import { importDocument } from '../../src/features/areas/system/manage-areas.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { expectBookingInvariants } from '../support/booking-invariants.ts';

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const hours = {
  ...Object.fromEntries(weekdays.map((day) => [day, [{ opens: '08:00', closes: '18:00' }]])),
  saturday: [],
  sunday: [],
};

// New York without Central Park, and the financial district on terms of its own.
const AREAS = {
  areas: [
    {
      slug: 'new-york',
      name: 'New York',
      coverage: {
        type: 'Polygon',
        coordinates: [box(-74.1, 40.5, -73.7, 40.95), box(-73.982, 40.764, -73.949, 40.8)],
      },
      hours,
      products: { van: {}, box: {} },
    },
    {
      slug: 'financial-district',
      name: 'Financial District',
      coverage: { type: 'Polygon', coordinates: [box(-74.02, 40.7, -74, 40.715)] },
      priority: 10,
      hours,
      products: { van: {} },
    },
  ],
};
const POINTS = {
  park: [-73.9654, 40.7829],
  midtown: [-73.9857, 40.7484],
  wallStreet: [-74.0112, 40.7066],
  brooklyn: [-73.9903, 40.6926],
  philadelphia: [-75.1652, 39.9526],
} as const;

describe('service areas', () => {
  let test: TestApp;
  let partner: ApiClient;
  beforeAll(async () => {
    test = await startTestApp();
    partner = await test.partner();
    const admin = { system: test.system, clock: systemClock, ids: randomIds, environment: test.environment };
    const origin = { actorId: 'test', requestId: 'test' };
    const [book] = priceBooksDocument([DEFAULT_PRICE_BOOK]).price_books;
    const dear = structuredClone(book) as { products: { van: { fare_structure: { base: number } } } };
    dear.products.van.fare_structure.base = 99_900;
    const prices = {
      price_books: [
        { ...book, area: 'new-york' },
        { ...dear, area: 'financial-district' },
      ],
    };
    expect(await importDocument(admin, 'areas', AREAS, origin)).toMatchObject({ faults: [], count: 2 });
    expect(await importDocument(admin, 'prices', prices, origin)).toMatchObject({ faults: [], count: 2 });
  });
  afterAll(() => test.close());

  const quote = (from: keyof typeof POINTS, to: keyof typeof POINTS, product = 'van') =>
    partner.post('/quotes', { stops: [{ location: POINTS[from] }, { location: POINTS[to] }], product });

  it('set the terms by where the route begins, the higher priority first', async () => {
    expect((await quote('midtown', 'wallStreet')).body.fare_structure.base).toBe(7_900);
    expect((await quote('wallStreet', 'midtown')).body.fare_structure.base).toBe(99_900);
  });

  it('decide which products there are', async () => {
    expect((await quote('midtown', 'brooklyn', 'box')).status).toBe(201);
    expectProblem(await quote('wallStreet', 'brooklyn', 'box'), 422, {
      code: 'product_unavailable',
      param: 'product',
    });
    const { body } = await partner.post('/quotes/batch', {
      stops: [{ location: POINTS.wallStreet }, { location: POINTS.brooklyn }],
    });
    expect(body.data.map(({ product }: { product: string }) => product)).toEqual(['van']);
  });

  it.each([
    ['park', 'midtown', 'stops[0].location'],
    ['midtown', 'park', 'stops[1].location'],
    ['midtown', 'philadelphia', 'stops[1].location'],
  ] as const)('leave out what they do not cover, holes included: %s to %s', async (from, to, param) => {
    expectProblem(await quote(from, to), 422, { code: 'outside_service_area', param });
  });

  it.each([
    ['midtown', 'wallStreet'],
    ['wallStreet', 'midtown'],
  ] as const)('hand an on-demand booking over when its origin moves from %s to %s', async (from, to) => {
    const route = { product: 'van', origin: POINTS[from], destination: POINTS.brooklyn };
    const [onDemand] = (await partner.post('/schedule', route)).body.data;
    const made = await partner.post('/bookings', { ...route, arrival_window_id: onDemand.id });
    expect(made.status).toBe(201);
    const moved = await partner.patch(`/bookings/${made.body.id}`, { origin: POINTS[to] });
    expect(moved.status, moved.text).toBe(200);
    expect(moved.body.arrival_window).toMatchObject({ ondemand: true });
    await expectBookingInvariants(test.connection);
    expect((await partner.post(`/bookings/${made.body.id}/cancel`)).status).toBe(200);
    await expectBookingInvariants(test.connection);
  });

  it('keep their hours: no windows at the weekend', async () => {
    const { body } = await partner.post('/schedule', {
      product: 'van',
      origin: POINTS.midtown,
      destination: POINTS.brooklyn,
    });
    const labels: string[] = body.data.slice(1).map(({ label }: { label: string }) => label);
    expect(labels.length).toBeGreaterThan(80);
    expect(labels.filter((label) => /^(Sat|Sun)/.test(label))).toEqual([]);
  });
});
