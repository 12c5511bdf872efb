import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { sevenAddresses, sevenStops } from '../support/seven-stops.ts';

const manhattan = '350 5th Ave, New York, NY 10118';
const brooklyn = '1 Main St Apt 4B, Brooklyn, NY 11201';
const queens = '30-30 47th Ave, Long Island City, NY 11101';

describe('quotes', () => {
  let test: TestApp;
  let partner: ApiClient;
  const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
  beforeAll(async () => {
    test = await startTestApp({ clock });
    partner = await test.partner();
  });
  afterAll(() => test.close());

  it('price a route of two stops, and every fare is the sum of its parts', async () => {
    const { status, body } = await partner.post('/quotes', {
      stops: [
        { location: manhattan },
        { location: brooklyn, instructions: 'Ring twice', address2: 'Apt 9', floor: 3, elevator: false },
      ],
      product: 'van',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      product: 'van',
      addons: [],
      origin: { address: { locality: 'New York', region: 'NY', postal_code: '10118', number: '350' } },
      destination: { address: { locality: 'Brooklyn' }, address2: 'Apt 4B' },
      created_at: '2027-03-10T15:00:00.000Z',
      expires_at: '2027-03-10T16:00:00.000Z',
    });
    expect(body.route).toMatchObject([
      { position: 0, instructions: null, address2: null, floor: null, elevator: null },
      { position: 1, instructions: 'Ring twice', address2: 'Apt 9', floor: 3, elevator: false },
    ]);
    expect(body.fare_estimate).toHaveLength(2);
    for (const fare of body.fare_estimate) {
      const { total, base, labor, travel_distance, travel_duration, stops, adjustments } = fare;
      const sum = adjustments.reduce((all: number, { amount }: { amount: number }) => all + amount, 0);
      expect(total).toBe(base + labor + travel_distance + travel_duration + stops + sum);
    }
    expect(body.travel_distance).toBeGreaterThan(1);
    expect(body.travel_duration).toBeGreaterThan(1);
  });

  it('cost more with more stops and with add-ons, and one price is fixed for lite', async () => {
    const quote = async (stops: string[], extra: object = {}) =>
      (
        await partner.post('/quotes', {
          stops: stops.map((location) => ({ location })),
          product: 'van',
          ...extra,
        })
      ).body;
    const [two, three] = [await quote([manhattan, brooklyn]), await quote([manhattan, queens, brooklyn])];
    expect(three.fare_estimate[0].total).toBeGreaterThan(two.fare_estimate[0].total);
    const withAddon = await quote([manhattan, brooklyn], { addons: ['assembly'] });
    expect(withAddon.addons).toMatchObject([{ slug: 'assembly' }]);
    expect(withAddon.fare_estimate[0].total - two.fare_estimate[0].total).toBe(withAddon.addons[0].amount);
    expect((await quote([manhattan, brooklyn], { product: 'lite' })).fare_estimate).toHaveLength(1);
  });

  it('accept the id of a location and coordinates', async () => {
    const first = (
      await partner.post('/quotes', {
        stops: [{ location: manhattan }, { location: [-73.9857, 40.7484] }],
        product: 'van',
      })
    ).body;
    expect(first.destination.location_type).toBe('coordinates');
    const again = await partner.post('/quotes', {
      stops: [{ location: first.origin.id }, { location: first.destination.id }],
      product: 'van',
    });
    expect(again.status).toBe(201);
    expect(again.body.origin).toEqual(first.origin);
  });

  it('are returned byte for byte when read, even after they have expired', async () => {
    const created = await partner.post('/quotes', {
      stops: [{ location: manhattan }, { location: brooklyn }],
      product: 'box',
    });
    clock.advance({ hours: 2 });
    const read = await partner.get(`/quotes/${created.body.id}`);
    expect(read.status).toBe(200);
    expect(read.text).toBe(created.text);
    expectProblem(await partner.post('/schedule', { quote_id: created.body.id }), 422, {
      code: 'quote_expired',
      param: 'quote_id',
    });
  });

  it('report the use of the deprecated origin and destination in the response headers', async () => {
    const { status, headers, body } = await partner.post('/quotes', {
      origin: manhattan,
      destination: brooklyn,
      product: 'van',
    });
    expect(status).toBe(201);
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('link')).toContain('rel="deprecation"');
    expect(body.route).toHaveLength(2);
  });

  it.each([
    [{ product: 'van' }, 400, 'missing_parameter', 'stops'],
    [{ stops: [{ location: manhattan }, { location: brooklyn }] }, 400, 'missing_parameter', 'product'],
    [{ origin: manhattan, product: 'van' }, 400, 'missing_parameter', 'destination'],
    [{ stops: [{ location: manhattan }], product: 'van' }, 400, 'invalid_parameter', 'stops'],
    [{ stops: Array(8).fill({ location: manhattan }), product: 'van' }, 400, 'invalid_parameter', 'stops'],
    [
      { stops: [{ location: manhattan }, { location: brooklyn }], origin: manhattan, product: 'van' },
      400,
      'mutually_exclusive_parameters',
      'origin',
    ],
    [
      { stops: [{ location: manhattan }, { location: 5 }], product: 'van' },
      400,
      'invalid_parameter',
      'stops[1].location',
    ],
    [
      { stops: [{ location: manhattan }, { location: [200, 10] }], product: 'van' },
      400,
      'invalid_parameter',
      'stops[1].location',
    ],
    [
      { stops: [{ location: manhattan }, { location: [40.7484, -73.9857] }], product: 'van' },
      422,
      'outside_service_area',
      'stops[1].location',
    ],
    [
      { stops: [{ location: manhattan }, { location: [-0.1276, 51.5072] }], product: 'van' },
      422,
      'outside_service_area',
      'stops[1].location',
    ],
    [
      { stops: [{ location: manhattan }, { location: 'asdf' }], product: 'van' },
      422,
      'address_not_found',
      'stops[1].location',
    ],
    [
      {
        stops: [{ location: manhattan }, { location: '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11' }],
        product: 'van',
      },
      422,
      'location_not_found',
      'stops[1].location',
    ],
    [
      {
        stops: [{ location: manhattan }, { location: '100 Universal City Plaza, Los Angeles, CA 91608' }],
        product: 'van',
      },
      422,
      'route_too_long',
      'stops',
    ],
    [
      { stops: [{ location: manhattan }, { location: brooklyn }], product: 'truck' },
      400,
      'invalid_parameter',
      'product',
    ],
    [
      { stops: [{ location: manhattan }, { location: brooklyn }], product: 'van', addons: ['gold'] },
      422,
      'addon_unavailable',
      'addons[0]',
    ],
    [
      { stops: [{ location: manhattan, note: 'x' }, { location: brooklyn }], product: 'van' },
      400,
      'unknown_parameter',
      'stops[0].note',
    ],
  ])('are refused for %j', async (body, status, code, param) => {
    expectProblem(await partner.post('/quotes', body), status, { code, param });
  });

  it('cover up to seven stops in the given order', async () => {
    const { status, body } = await partner.post('/quotes', { stops: sevenStops, product: 'van' });
    expect(status).toBe(201);
    expect(
      body.route.map(
        (stop: { location: { address: { postal_code: string } } }) => stop.location.address.postal_code,
      ),
    ).toEqual(sevenAddresses.map((address) => address.slice(-5)));
    expect(body.route.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(body.destination).toEqual(body.route[6].location);
    // Five stops between origin and destination.
    expect(body.fare_estimate[0].stops).toBe(5 * body.fare_structure.per_stop);
  });

  it('return the same error for a location of another account as for an unknown one', async () => {
    const mine = await partner.post('/quotes', {
      stops: [{ location: manhattan }, { location: brooklyn }],
      product: 'van',
    });
    const stranger = await test.partner();
    const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
    for (const ask of [
      (id: string) =>
        stranger.post('/quotes', { stops: [{ location: brooklyn }, { location: id }], product: 'van' }),
      (id: string) => stranger.post('/quotes/batch', { stops: [{ location: id }, { location: brooklyn }] }),
      (id: string) => stranger.post('/schedule', { product: 'van', origin: brooklyn, destination: id }),
    ]) {
      const [foreign, missing] = [await ask(mine.body.origin.id), await ask(unknown)];
      expect(foreign.status).toBe(422);
      expect(foreign.body.code).toBe('location_not_found');
      expect(foreign.text).toBe(missing.text);
    }
  });

  it('suggest a correction of the address once, and list the available add-ons', async () => {
    const message = async (location: string, addons?: string[]) =>
      (
        await partner.post('/quotes', {
          stops: [{ location }, { location: brooklyn }],
          product: 'van',
          ...(addons && { addons }),
        })
      ).body.message;
    const misspelled = await message('12 Oak St, Sacremento, CA');
    expect(misspelled.match(/Did you mean/g)).toHaveLength(1);
    expect(misspelled).toMatch(/Did you mean Sacramento, CA\?$/);
    expect(await message(manhattan, ['gold'])).toMatch(
      /^gold is not an add-on of this service area\. Choose from .*assembly/,
    );
  });

  it('of another account return the same response as unknown ones', async () => {
    const mine = (
      await partner.post('/quotes', {
        stops: [{ location: manhattan }, { location: brooklyn }],
        product: 'van',
      })
    ).body;
    const stranger = await test.partner();
    const [foreign, unknown] = [
      await stranger.get(`/quotes/${mine.id}`),
      await stranger.get('/quotes/7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11'),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(unknown.text);
    expect((await stranger.get('/quotes/not-an-id')).text).toBe(unknown.text);
    const body = { stops: [{ location: mine.origin.id }, { location: brooklyn }], product: 'van' };
    expectProblem(await stranger.post('/quotes', body), 422, {
      code: 'location_not_found',
      param: 'stops[0].location',
    });
    expectProblem(await stranger.post('/schedule', { quote_id: mine.id }), 404, {
      code: 'not_found',
      param: 'quote_id',
    });
  });

  it('are created once per Idempotency-Key', async () => {
    const body = { stops: [{ location: manhattan }, { location: brooklyn }], product: 'van' };
    const headers = { 'idempotency-key': 'quote-1' };
    const [first, second] = await Promise.all([
      partner.post('/quotes', body, { headers }),
      partner.post('/quotes', body, { headers }),
    ]);
    expect(second.text).toBe(first.text);
    expect(
      [first, second].filter((answer) => answer.headers.get('idempotent-replayed') === 'true'),
    ).toHaveLength(1);
  });
});
