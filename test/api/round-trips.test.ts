// Database round trips per request, which dominate the latency when the database is on another machine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type RoundTripCounter, startRoundTripCounter } from '../support/round-trip-counter.ts';
import { sevenAddresses, sevenStops } from '../support/seven-stops.ts';

// One stop as coordinates, which are reverse geocoded.
const stops = [...sevenStops.slice(0, 6), { location: [-73.9857, 40.7484] }];

describe('round trips to the database', () => {
  let proxy: RoundTripCounter;
  let test: TestApp;
  let partner: ApiClient;
  beforeAll(async () => {
    test = await startTestApp({
      // Rate limit leases are large enough that none is fetched while round trips are counted.
      variables: { RATE_LIMIT_REQUESTS: '1000000' },
      through: async (connection) => {
        proxy = await startRoundTripCounter(connection);
        return proxy.connection;
      },
    });
    partner = await test.partner();
  });
  afterAll(async () => {
    await test?.close();
    await proxy?.close();
  });

  /** Minimum of several runs: the first runs fill caches, and a slow run may outlive an entry of the token cache. */
  async function cost(call: () => Promise<{ status: number }>, status: number): Promise<number> {
    const turns: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const before = proxy.turns('waybill:waybill_');
      expect((await call()).status).toBe(status);
      turns.push(proxy.turns('waybill:waybill_') - before);
    }
    return Math.min(...turns);
  }

  it('are one for a quote of all products over seven stops', async () => {
    expect(await cost(() => partner.post('/quotes/batch', { stops }), 201)).toBe(1);
  });

  it('are one for a quote of a single product', async () => {
    expect(await cost(() => partner.post('/quotes', { stops, product: 'van' }), 201)).toBe(1);
  });

  it('are two for a quote with stops given by location id, however many', async () => {
    const { body } = await partner.post('/quotes', { stops, product: 'van' });
    const known = body.route.map(({ location }: { location: { id: string } }) => ({ location: location.id }));
    expect(await cost(() => partner.post('/quotes/batch', { stops: known }), 201)).toBe(2);
  });

  it('are one for reading a quote', async () => {
    const { body } = await partner.post('/quotes', { stops, product: 'van' });
    expect(await cost(() => partner.get(`/quotes/${body.id}`), 200)).toBe(1);
  });

  it('are one for a schedule by route and two for a schedule by quote', async () => {
    const { body } = await partner.post('/quotes', { stops, product: 'van' });
    const [origin, destination] = sevenAddresses;
    const route = { product: 'van', origin, destination };
    expect(await cost(() => partner.post('/schedule', route), 200)).toBe(1);
    expect(await cost(() => partner.post('/schedule', { quote_id: body.id }), 200)).toBe(2);
  });

  it('are two for a booking with location ids: reading the locations, then all writes with the commit', async () => {
    const { body } = await partner.post('/quotes', { stops, product: 'van' });
    const known = body.route.map(({ location }: { location: { id: string } }) => ({ location: location.id }));
    const arrival_window_from = new Date(Date.now() + 48 * 3_600_000).toISOString();
    const order = { stops: known, product: 'van', arrival_window_from };
    expect(await cost(() => partner.post('/bookings', order), 201)).toBe(2);
  });

  it('are one for reading a booking and one for a page of bookings', async () => {
    const { body } = await partner.get('/bookings?limit=1');
    expect(await cost(() => partner.get(`/bookings/${body.data[0].id}`), 200)).toBe(1);
    expect(await cost(() => partner.get('/bookings?state=created,dispatched'), 200)).toBe(1);
  });
});
