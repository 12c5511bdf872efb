// Concurrent requests over two processes: the result must be that of some sequential order, and followers of the feed
// see every event once, the events of a booking in order, also if a transaction that started early commits late.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem, type TestResponse } from '../support/api-client.ts';
import { expectBookingInvariants } from '../support/booking-invariants.ts';
import { type BookingServers, startBookingServers } from '../support/booking-servers.ts';
import { queryAsOwner } from '../support/database.ts';
import { EventFollower } from '../support/event-follower.ts';
import { PATIENCE_MS, rounds } from '../support/scale.ts';

const capacities = { lite: 1, pickup: 2, van: 3, xl: 4, box: 5 };
const products = Object.entries(capacities);
const places = {
  manhattan: '350 5th Ave, New York, NY 10118',
  brooklyn: '1 Main St, Brooklyn, NY 11201',
  queens: '30-30 47th Ave, Long Island City, NY 11101',
};
const stops = [{ location: places.manhattan }, { location: places.brooklyn }];
const HOUR_MS = 3_600_000;
/** Writers of the events that followers read. */
const WRITERS = 16;
const CHANGES_EACH = rounds(6, 625);
const FOLLOWER_MS = rounds(4 * PATIENCE_MS, 20 * PATIENCE_MS);

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
    for (let round = 0; round < rounds(products.length, 500); round++) {
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
    for (let round = 0; round < rounds(4, 500); round++) {
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
    for (let round = 0; round < rounds(2, 100); round++) {
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
    for (let round = 0; round < rounds(6, 300); round++) {
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
    for (let round = 0; round < rounds(6, 500); round++) {
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
    for (let round = 0; round < rounds(6, 500); round++) {
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

  describe('a follower of the feed', () => {
    let writer: ApiClient;
    let accountId: string;
    beforeAll(async () => {
      writer = await servers.partner();
      accountId = (await writer.get('/account')).body.id;
    });

    const writerAt = (number: number) => writer.at(servers.servers[number % 2]?.production ?? '');

    /** Repeats a request under the same key while the service is busy, as a partner would. */
    async function callWithRetry(
      client: ApiClient,
      method: string,
      path: string,
      body: object,
    ): Promise<TestResponse> {
      const headers = { 'idempotency-key': randomUUID() };
      for (let tries = 1; ; tries++) {
        const response = await client.call(method, path, body, { headers });
        if (response.status < 300) return response;
        expect([503, 409], response.text).toContain(response.status);
        if (tries === 60) throw new Error(`${method} ${path} is still ${response.text}`);
        await delay(Math.min(1_000, 50 * tries));
      }
    }

    /** Creates a booking and changes it repeatedly, alternating between the processes. */
    async function write(number: number): Promise<void> {
      const tomorrow = new Date(Date.now() + (26 + number) * 3_600_000).toISOString();
      const created = await callWithRetry(writerAt(number), 'POST', '/bookings', {
        stops,
        product: 'van',
        arrival_window_from: tomorrow,
      });
      for (let change = 1; change < CHANGES_EACH; change++) {
        const description = `change ${change}`;
        await callWithRetry(writerAt(number + change), 'PATCH', `/bookings/${created.body.id}`, {
          description,
        });
      }
    }

    /** An event with an early time that is committed late, like that of a slow transaction. */
    async function writeLate(until: () => Promise<void>): Promise<string> {
      const client = new Client(servers.connection);
      await client.connect();
      try {
        await client.query('begin');
        const { rows } = await client.query<{ id: string }>(
          `insert into event (id, account_id, booking_id, type, sequence, payload, occurred_at)
         select gen.id, $1, null, 'webhook_endpoint.failing', null,
           json_build_object('id', gen.id, 'type', 'webhook_endpoint.failing', 'timestamp', to_char(now() at time zone 'UTC',
             'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'api_version', 2, 'environment', 'production', 'sequence', null,
             'data', json_build_object()), now()
         from (select uuidv7() as id) gen returning id`,
          [accountId],
        );
        await until();
        await client.query('commit');
        return rows[0]?.id ?? '';
      } finally {
        await client.end();
      }
    }

    it('receives every event exactly once, also if it is committed late', async () => {
      const total = WRITERS * CHANGES_EACH + 1;
      const followers = [new EventFollower(writerAt(0), 100), new EventFollower(writerAt(1), 7)];
      const following = Promise.all(followers.map((follower) => follower.until(total, FOLLOWER_MS)));
      const [late] = await Promise.all([
        writeLate(async () => {
          while ((followers[0]?.seen.length ?? 0) < total / 3) await delay(5);
        }),
        ...Array.from({ length: WRITERS }, (_, number) => write(number)),
      ]);
      await following;

      const stored = await queryAsOwner<{ id: string }>(
        servers.connection,
        'select id from event where account_id = $1 order by position',
        [accountId],
      );
      expect(stored).toHaveLength(total);
      for (const { seen } of followers) {
        expect(seen.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
        const index = seen.findIndex(({ id }) => id === late);
        expect(index).toBeGreaterThanOrEqual(Math.floor(total / 3));
        const last = new Map<string, number>();
        for (const { data, sequence } of seen) {
          if (!data.booking || sequence === null) continue;
          expect(sequence).toBe((last.get(data.booking.id) ?? 0) + 1);
          last.set(data.booking.id, sequence);
        }
      }
    });
  });
});
