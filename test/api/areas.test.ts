// Quotes and bookings by service area: holes of the coverage are not served, and where areas overlap, the higher priority
// applies.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PRICE_BOOK } from '../../src/domain/money/default-price-book.ts';
import { priceBooksDocument } from '../../src/domain/money/price-book-document.ts';
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

// New York with Central Park as a hole, and the financial district as an overlapping area with its own prices.
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
    const origin = { kind: 'command', id: 'test', requestId: 'test' } as const;
    const [book] = priceBooksDocument([DEFAULT_PRICE_BOOK]).price_books;
    const expensive = structuredClone(book) as { products: { van: { fare_structure: { base: number } } } };
    expensive.products.van.fare_structure.base = 99_900;
    const prices = {
      price_books: [
        { ...book, area: 'new-york' },
        { ...expensive, area: 'financial-district' },
      ],
    };
    expect(await importDocument(admin, 'areas', AREAS, origin)).toMatchObject({ faults: [], count: 2 });
    expect(await importDocument(admin, 'prices', prices, origin)).toMatchObject({ faults: [], count: 2 });
  });
  afterAll(() => test.close());

  const quote = (from: keyof typeof POINTS, to: keyof typeof POINTS, product = 'van') =>
    partner.post('/quotes', { stops: [{ location: POINTS[from] }, { location: POINTS[to] }], product });

  it('uses the prices of the area of the origin, by priority where areas overlap', async () => {
    expect((await quote('midtown', 'wallStreet')).body.fare_structure.base).toBe(7_900);
    expect((await quote('wallStreet', 'midtown')).body.fare_structure.base).toBe(99_900);
  });

  it('offers only the products of the area', async () => {
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
  ] as const)('refuses stops outside the coverage or in a hole: %s to %s', async (from, to, param) => {
    expectProblem(await quote(from, to), 422, { code: 'outside_service_area', param });
  });

  it.each([
    ['midtown', 'wallStreet'],
    ['wallStreet', 'midtown'],
  ] as const)(
    'moves an on-demand booking to the other area when its origin moves from %s to %s',
    async (from, to) => {
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
    },
  );

  it('lists no windows on days without opening hours', async () => {
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
