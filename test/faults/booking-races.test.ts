// Concurrent requests over two processes: the result must be that of some sequential order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem, type TestResponse } from '../support/api-client.ts';
import { expectBookingInvariants } from '../support/booking-invariants.ts';
import { type BookingServers, startBookingServers } from '../support/booking-servers.ts';
import { queryAsOwner } from '../support/database.ts';
import { rounds } from '../support/scale.ts';

const capacities = { lite: 1, pickup: 2, van: 3, xl: 4, box: 5 };
const products = Object.entries(capacities);
const places = {
  manhattan: '350 5th Ave, New York, NY 10118',
  brooklyn: '1 Main St, Brooklyn, NY 11201',
  queens: '30-30 47th Ave, Long Island City, NY 11101',
};
const stops = [{ location: places.manhattan }, { location: places.brooklyn }];
const HOUR_MS = 3_600_000;

/** A separate hour for every number, at least a day ahead. */
function hour(number: number): string {
  const tomorrow = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS;
  return new Date(tomorrow + (number % 600) * HOUR_MS).toISOString();
}

describe('concurrent requests', () => {
  let servers: BookingServers;
  let partner: ApiClient;
  beforeAll(async () => {
    servers = await startBookingServers(2, capacities);
    partner = await servers.partner();
    // Warm-up: processes that still open connections and load the place data would respond late or with 503.
    for (let tries = 0; tries < 20; tries++) {
      const responses = await concurrently(32, (client) => client.post('/quotes', { stops, product: 'van' }));
      if (succeeded(responses).length === responses.length) break;
    }
  });
  afterAll(() => servers.close());

  /** The same partner, alternating between the processes. */
  const at = (number: number) => partner.at(servers.servers[number % 2]?.production ?? '');
  const concurrently = (count: number, call: (client: ApiClient, number: number) => Promise<TestResponse>) =>
    Promise.all(Array.from({ length: count }, (_, number) => call(at(number), number)));
  const succeeded = (responses: readonly TestResponse[]) => responses.filter(({ status }) => status < 300);
  const cancel = ({ body }: TestResponse, client = partner) => client.post(`/bookings/${body.id}/cancel`);

  it('for the last capacity of a window succeed exactly up to the capacity; all others get 409', async () => {
    const schedule = { product: 'lite', origin: places.manhattan, destination: places.brooklyn };
    const listed = (await partner.post('/schedule', schedule)).body.data.slice(24);
    for (let round = 0; round < rounds(15, 500); round++) {
      const [product, capacity] = products[round % products.length] ?? ['lite', 1];
      // Listed windows are those of one product; the others are requested by time.
      const window =
        product === 'lite'
          ? { arrival_window_id: listed[round % listed.length].id }
          : { arrival_window_from: hour(round) };
      const [param] = Object.keys(window);
      const book = (client: ApiClient) => client.post('/bookings', { stops, product, ...window });
      const expectFull = (responses: readonly TestResponse[]) => {
        for (const response of responses)
          if (response.status !== 201)
            expectProblem(response, 409, { type: 'invalid_request_error', code: null, param: param ?? '' });
      };
      const responses = await concurrently(32, book);
      expectFull(responses);
      const winners = succeeded(responses);
      expect(winners).toHaveLength(capacity);
      // One booking is cancelled while all others retry: at most one of them gets its place, otherwise the next request
      // does.
      const [first, ...rest] = winners;
      if (!first) throw new Error('no request succeeded');
      const [cancelled, ...again] = await Promise.all([
        cancel(first, at(round)),
        ...Array.from({ length: 31 }, (_, number) => book(at(number))),
      ]);
      expect(cancelled.status).toBe(200);
      expectFull(again);
      const successor = succeeded(again);
      expect(successor.length).toBeLessThanOrEqual(1);
      const last = await book(at(round));
      expect(last.status).toBe(successor.length === 1 ? 409 : 201);
      const holders = [...rest, ...successor, ...succeeded([last])];
      expect(holders).toHaveLength(capacity);
      expect(succeeded(await Promise.all(holders.map((holder) => cancel(holder))))).toHaveLength(capacity);
    }
    await expectBookingInvariants(servers.connection, capacities);
  });

  it('with the same Idempotency-Key create one booking and get the same response', async () => {
    for (let round = 0; round < rounds(15, 500); round++) {
      const order = {
        stops,
        product: 'lite',
        arrival_window_from: hour(340 + (round % 250)),
        order_number: `key ${round}`,
      };
      const quoted =
        round % 3 === 0 ? (await partner.post('/quotes', { stops, product: 'lite' })).body : null;
      const body = quoted ? { ...order, stops: undefined, quote_id: quoted.id } : order;
      const headers = { 'idempotency-key': `race-${round}` };
      const responses = await concurrently(16, (client) => client.post('/bookings', body, { headers }));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      const listed = await partner.get(`/bookings?order_number=${encodeURIComponent(`key ${round}`)}`);
      expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([responses[0]?.body.id]);
      const other = await partner.post('/bookings', { ...body, tip: 500 }, { headers });
      expectProblem(other, 422, { code: 'idempotency_key_reused' });
      for (const response of responses.slice(0, 1)) expect((await cancel(response)).status).toBe(200);
    }
    await expectBookingInvariants(servers.connection, capacities);
  });

  it('with the same quote create one booking', async () => {
    for (let round = 0; round < rounds(5, 100); round++) {
      const quote = (await partner.post('/quotes', { stops, product: 'box' })).body;
      const order = { quote_id: quote.id, arrival_window_from: hour(round) };
      const responses = await concurrently(8, (client) => client.post('/bookings', order));
      const [winner, ...more] = succeeded(responses);
      expect(more).toEqual([]);
      for (const response of responses)
        if (response !== winner)
          expectProblem(response, 409, { code: 'quote_already_used', param: 'quote_id' });
      if (winner) await cancel(winner);
    }
  });

  it('that change the same booking are applied completely or refused, and none is lost', async () => {
    const allowed = new Set([200, 201, 400, 409, 422]);
    for (let round = 0; round < rounds(10, 300); round++) {
      const created = await partner.post('/bookings', {
        stops: [...stops, { location: places.queens }],
        product: 'van',
        arrival_window_from: hour(round),
        contacts: [
          { phone_number: '+14155552671', stop_positions: [1] },
          { phone_number: '+14155552672', stop_positions: [0, 2] },
        ],
      });
      expect(created.status).toBe(201);
      const path = `/bookings/${created.body.id}`;
      const changes: ((client: ApiClient) => Promise<TestResponse>)[] = [
        (client) => client.post(`${path}/stops`, { location: places.queens }),
        (client) => client.patch(path, { arrival_window_from: hour(round + 1) }),
        (client) => client.patch(`${path}/stops/reorder`, { from_position: 0, to_position: 1 }),
        (client) => client.patch(path, { metadata: { [`k${round}`]: 1 }, destination: places.manhattan }),
        (client) => client.delete(`${path}/stops/1`),
        (client) => client.patch(path, { contacts: [{ phone_number: '+14155552673', stop_positions: [2] }] }),
        (client) => client.patch(`${path}/stops/1`, { floor: round % 9 }),
        (client) => client.patch(path, { addons: ['assembly'], order_number: `N${round}` }),
        (client) => client.post(`${path}/cancel`),
      ];
      // Six of the nine, different ones in every round; every third time including a cancellation.
      const chosen = [...changes, ...changes].slice(round % changes.length).slice(0, 6);
      const responses = await Promise.all(chosen.map((change, number) => change(at(number))));
      for (const response of responses) expect(allowed, response.text).toContain(response.status);
      const { body: after } = await partner.get(path);
      const wasCancelled = chosen.some((change) => change === changes.at(-1));
      expect(after.state).toBe(wasCancelled ? 'cancelled' : 'created');
      const accepted = succeeded(responses).length;
      const [{ sequence } = { sequence: 0 }] = await queryAsOwner<{ sequence: number }>(
        servers.connection,
        'select event_sequence as sequence from booking where id = $1',
        [created.body.id],
      );
      // One accepted change may have been a no-op without an event.
      expect([accepted, accepted + 1]).toContain(sequence);
      if (!wasCancelled) expect((await cancel(created)).status).toBe(200);
      await expectBookingInvariants(servers.connection, capacities);
    }
  });

  it('that swap windows in opposite directions do not deadlock', async () => {
    const [here, there] = [hour(0), hour(1)];
    const book = (from: string) =>
      partner.post('/bookings', { stops, product: 'pickup', arrival_window_from: from });
    const pair = await Promise.all([book(here), book(there)]);
    const ids = pair.map(({ body }) => body.id as string);
    for (let round = 0; round < rounds(20, 500); round++) {
      const windows = round % 2 === 0 ? [there, here] : [here, there];
      const responses = await Promise.all(
        ids.map((id, number) =>
          at(number + round).patch(`/bookings/${id}`, { arrival_window_from: windows[number] }),
        ),
      );
      expect(responses.map(({ status, body }) => [status, body.arrival_window?.start_at])).toEqual(
        windows.map((window) => [200, window]),
      );
    }
    await expectBookingInvariants(servers.connection, capacities);
    // If both hours are full, a swap may be refused, but nothing is lost.
    const others = await Promise.all([book(here), book(there)]);
    expect(others.map(({ status }) => status)).toEqual([201, 201]);
    for (let round = 0; round < rounds(20, 500); round++) {
      const responses = await Promise.all(
        ids.map((id, number) =>
          at(number).patch(`/bookings/${id}`, {
            arrival_window_from: (number + round) % 2 === 0 ? here : there,
          }),
        ),
      );
      for (const response of responses)
        if (response.status !== 200)
          expectProblem(response, 400, {
            type: 'invalid_request_error',
            code: null,
            param: 'arrival_window_from',
          });
    }
    await expectBookingInvariants(servers.connection, capacities);
    await Promise.all([...pair, ...others].map((holder) => cancel(holder)));
  });
});
