// Partners book and retry with one idempotency key per booking, while the server is killed repeatedly.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectBookingInvariants } from '../support/booking-invariants.ts';
import { type BookingServers, startBookingServers } from '../support/booking-servers.ts';
import { queryAsOwner } from '../support/database.ts';
import { measured } from '../support/fault-report-notes.ts';
import { PATIENCE_MS, rounds } from '../support/scale.ts';
import { between, randomFrom } from '../support/seed.ts';
import { until } from '../support/until.ts';
import { type Receivers, respondAfter, startReceivers } from '../support/webhook-receivers.ts';

const HOUR_MS = 3_600_000;
const KILLS = rounds(3, 100);
/** Maximum number of deliveries in flight or responded but not yet recorded in a worker. */
const BATCH = 256;
/** One product fills up soon, the other never. */
const capacities = { lite: rounds(5, 50), van: 100_000 };
const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];

describe('SIGKILL of the server while 8 partners book and retry', () => {
  let servers: BookingServers;
  let receivers: Receivers;
  const random = randomFrom('booking kills');
  beforeAll(async () => {
    receivers = await startReceivers();
    servers = await startBookingServers(1, capacities, { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' });
  });
  afterAll(async () => {
    await servers?.close();
    await receivers?.close();
  });

  it('loses no acknowledged booking, duplicates none and overbooks no window', async () => {
    const firstHour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS;
    const partner = await servers.partner();
    const listening = [receivers.receiver('quick'), receivers.receiver('slow', respondAfter(20))];
    for (const { url } of listening) expect((await partner.post('/webhooks', { url })).status).toBe(201);
    const acknowledged = new Map<string, string>();
    let [running, count] = [true, 0];
    let [retries, refusals] = [0, 0];
    const address = () => servers.servers.at(-1)?.production ?? '';

    // Every fourth booking is for the one hour that fills up.
    const orderOf = (number: number) => ({
      stops,
      product: number % 4 === 0 ? 'lite' : 'van',
      arrival_window_from: new Date(firstHour + (number % 4) * HOUR_MS).toISOString(),
      order_number: `booking-${number}`,
    });

    /** Retries until there is a response, as a partner would. */
    const postWithRetry = async (order: object, key: string) => {
      const deadline = performance.now() + 2 * PATIENCE_MS;
      for (;;) {
        const headers = { 'idempotency-key': key };
        const response = await partner
          .at(address())
          .post('/bookings', order, { headers })
          .catch((error: unknown) => {
            if (performance.now() > deadline || !(error instanceof TypeError)) throw error;
            return null;
          });
        if (response && response.status !== 503) return response;
        retries += 1;
        // In `npm test`, waiting partners leave the processor to the starting server.
        await delay(rounds(100, 20));
      }
    };
    const book = async () => {
      while (running) {
        const number = count++;
        const key = `booking-${number}`;
        const { status, body, text } = await postWithRetry(orderOf(number), key);
        expect([201, 409], text).toContain(status);
        if (status === 201) acknowledged.set(key, body.id);
        else refusals += 1;
      }
    };
    const untilBooked = async (more: number) => {
      const [target, deadline] = [acknowledged.size + more, performance.now() + 2 * PATIENCE_MS];
      while (acknowledged.size < target) {
        expect(performance.now(), 'bookings continue after a restart').toBeLessThan(deadline);
        await Promise.race([delay(5), load]);
      }
    };
    const load = Promise.all(Array.from({ length: 8 }, book));
    // Rejections are reported by the await below.
    load.catch(() => {});
    for (let round = 0; round < KILLS; round++) {
      await untilBooked(between(random, 10, 50));
      // At any point of the requests in flight.
      await delay(between(random, 0, 20));
      await servers.servers.at(-1)?.stop('SIGKILL');
      await servers.start();
    }
    await untilBooked(10);
    running = false;
    await load;

    const stored = await queryAsOwner<{ key: string; id: string }>(
      servers.connection,
      'select order_number as key, id from booking',
    );
    expect(Math.min(retries, refusals)).toBeGreaterThan(0);
    expect(stored).toHaveLength(acknowledged.size);
    expect(new Map(stored.map(({ key, id }) => [key, id]))).toEqual(acknowledged);
    await expectBookingInvariants(servers.connection, capacities);
    // A repeated request with each key still returns its booking.
    for (const [key, id] of [...acknowledged].slice(-20)) {
      expect((await postWithRetry(orderOf(Number(key.split('-')[1])), key)).body.id).toBe(id);
    }
    // Every event reaches every receiver, with few duplicates.
    const eventIds = new Set(
      (await queryAsOwner<{ id: string }>(servers.connection, 'select id from event')).map(({ id }) => id),
    );
    for (const receiver of listening) {
      await until(
        async () => new Set(receiver.ids()),
        (ids) => ids.size >= eventIds.size,
        2 * PATIENCE_MS,
      );
      expect(new Set(receiver.ids())).toEqual(eventIds);
    }
    const repeats = listening.reduce((sum, receiver) => sum + receiver.ids().length - eventIds.size, 0);
    expect(repeats).toBeLessThanOrEqual(KILLS * BATCH * listening.length);
    measured(
      `${KILLS} kills: ${acknowledged.size} booked, ${retries} retries, ${refusals} refused as full; ${eventIds.size} events to ${listening.length} receivers, ${repeats} repeated`,
    );
  });
});
