// Two processes behind callers that know both: each is replaced in turn while requests continue.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestResponse } from '../support/api-client.ts';
import { type BookingServers, startBookingServers } from '../support/booking-servers.ts';
import { queryAsOwner } from '../support/database.ts';
import { measured } from '../support/fault-report-notes.ts';
import { rounds } from '../support/scale.ts';

const RESTARTS = rounds(2, 20);
const CALLERS = 4;
const HOUR_MS = 3_600_000;

describe('a process that receives SIGTERM', () => {
  let servers: BookingServers;
  beforeAll(async () => {
    servers = await startBookingServers(1, {});
  });
  afterAll(() => servers.close());

  it('exits although idle and incomplete connections are open', async () => {
    const [server] = servers.servers;
    const { hostname, port } = new URL(server?.production ?? '');
    const openings = [
      '',
      'GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ];
    const sockets = openings.map((text) => {
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.on('error', () => {});
      return socket;
    });
    const ends = sockets.map((socket) => once(socket, 'close'));
    // This response shows that the three earlier connections were accepted.
    expect((await fetch(`${server?.production}/health`)).status).toBe(200);
    expect(await server?.stop('SIGTERM'), server?.output()).toBe(0);
    await Promise.all(ends);
  });
});

describe('rolling restarts of two processes', () => {
  let servers: BookingServers;
  beforeAll(async () => {
    servers = await startBookingServers(2, {});
  });
  afterAll(() => servers.close());

  it('need at most one retry at the other process, and stop within ten seconds each', async () => {
    const partner = await servers.partner();
    const current = [...servers.servers];
    const firstHour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS;
    const counts = { requests: 0, retries: 0, failures: [] as string[] };
    const booked = new Map<string, string>();
    let running = true;
    const order = (number: number) => ({
      stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
      product: 'van',
      arrival_window_from: new Date(firstHour + (number % 300) * HOUR_MS).toISOString(),
      order_number: `restart-${number}`,
    });
    const send = (number: number, at: number): Promise<TestResponse | null> => {
      const client = partner.at(current[at % 2]?.production ?? '');
      const headers = { 'idempotency-key': `restart-${number}` };
      const response =
        number % 4 === 0
          ? client.post('/bookings', order(number), { headers })
          : client.get('/bookings?limit=5');
      return response.catch((error: unknown) => {
        if (error instanceof TypeError) return null;
        throw error;
      });
    };
    const call = async () => {
      while (running) {
        const number = counts.requests++;
        let response = await send(number, number);
        if (response === null || response.status >= 500) {
          counts.retries += 1;
          response = await send(number, number + 1);
        }
        if (response === null || response.status >= 300)
          counts.failures.push(response?.text ?? 'no response');
        else if (number % 4 === 0) booked.set(`restart-${number}`, response.body.id);
        await delay(rounds(20, 5));
      }
    };
    const load = Promise.all(Array.from({ length: CALLERS }, call));
    load.catch(() => {});
    const shutdowns: number[] = [];
    for (let round = 0; round < RESTARTS; round += 1) {
      const seen = counts.requests;
      while (counts.requests < seen + 40) await Promise.race([delay(10), load]);
      const old = current[round % 2];
      const next = await servers.start();
      // From here on callers use the new process; requests in flight finish at the old one.
      current[round % 2] = next;
      const startedAt = performance.now();
      expect(await old?.stop('SIGTERM'), old?.output()).toBe(0);
      shutdowns.push(performance.now() - startedAt);
    }
    running = false;
    await load;
    measured(
      `${RESTARTS} restarts, ${counts.requests} requests, ${booked.size} booked, ${counts.retries} retried once, ${counts.failures.length} failed; slowest shutdown ${Math.max(...shutdowns).toFixed(0)} ms`,
    );
    expect(counts.failures).toEqual([]);
    expect(Math.max(...shutdowns)).toBeLessThan(rounds(30_000, 10_000));
    const stored = await queryAsOwner<{ key: string; id: string }>(
      servers.connection,
      'select order_number as key, id from booking',
    );
    expect(new Map(stored.map(({ key, id }) => [key, id]))).toEqual(booked);
  });
});
