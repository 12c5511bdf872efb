// Followers of the feed while 16 writers work over two processes: they see every event once, and the events of a
// booking in order, also if a transaction that started early commits late.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { type BookingServers, startBookingServers } from '../support/booking-servers.ts';
import { queryAsOwner } from '../support/database.ts';
import { EventFollower } from '../support/event-follower.ts';
import { PATIENCE_MS, rounds } from '../support/scale.ts';

const writers = 16;
const changesEach = rounds(14, 625);
const timeoutMillis = rounds(4 * PATIENCE_MS, 20 * PATIENCE_MS);
const order = {
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
};

describe('a follower of the feed', () => {
  let servers: BookingServers;
  let partner: ApiClient;
  beforeAll(async () => {
    servers = await startBookingServers(2, { van: 1_000 });
    partner = await servers.partner();
  });
  afterAll(() => servers.close());

  const at = (number: number) => partner.at(servers.servers[number % 2]?.production ?? '');

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
    const created = await callWithRetry(at(number), 'POST', '/bookings', {
      ...order,
      arrival_window_from: tomorrow,
    });
    for (let change = 1; change < changesEach; change++) {
      const description = `change ${change}`;
      await callWithRetry(at(number + change), 'PATCH', `/bookings/${created.body.id}`, { description });
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
         select gen.id, (select id from account limit 1), null, 'webhook_endpoint.failing', null,
           json_build_object('id', gen.id, 'type', 'webhook_endpoint.failing', 'timestamp', to_char(now() at time zone 'UTC',
             'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'api_version', 2, 'environment', 'production', 'sequence', null,
             'data', json_build_object()), now()
         from (select uuidv7() as id) gen returning id`,
      );
      await until();
      await client.query('commit');
      return rows[0]?.id ?? '';
    } finally {
      await client.end();
    }
  }

  it('receives every event exactly once, also if it is committed late', async () => {
    const total = writers * changesEach + 1;
    const followers = [new EventFollower(at(0), 100), new EventFollower(at(1), 7)];
    const following = Promise.all(followers.map((follower) => follower.until(total, timeoutMillis)));
    const [late] = await Promise.all([
      writeLate(async () => {
        while ((followers[0]?.seen.length ?? 0) < total / 3) await delay(5);
      }),
      ...Array.from({ length: writers }, (_, number) => write(number)),
    ]);
    await following;

    const stored = await queryAsOwner<{ id: string }>(
      servers.connection,
      'select id from event order by position',
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
