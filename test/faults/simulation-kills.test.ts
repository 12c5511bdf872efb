// The sandbox runs simulations while its server is killed repeatedly: every job is completed, once.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { addressOf } from '../support/booking-servers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { newPartner } from '../support/new-client.ts';
import { PATIENCE_MS, rounds } from '../support/scale.ts';
import { runWaybill, type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';
import { sevenStops } from '../support/seven-stops.ts';
import { until } from '../support/until.ts';

const SIMULATIONS = rounds(4, 50);
const KILLS = rounds(1, 10);
const inSandbox = ['--environment', 'sandbox'];

interface SimulatedBooking {
  readonly id: string;
  readonly state: string;
  readonly stops: number;
  readonly photos: number;
  readonly charges: number;
  readonly events: number;
  readonly sequence: number;
}

describe('SIGKILL of the sandbox during simulations', () => {
  const folder = temporaryFolder();
  let database: TestDatabase;
  let variables: Record<string, string>;
  let server: ServerProcess;
  let partner: ApiClient;
  /** One connection for all polls. */
  let observer: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    observer = new Client(database.connection);
    await observer.connect();
    variables = {
      DATA_DIR: folder.path,
      ENVIRONMENT: 'sandbox',
      SANDBOX_DATABASE_URL: addressOf(database.connection),
      SANDBOX_PUBLIC_URL: 'https://sandbox.waybill.example',
      SECRET_KEY: `k1:${randomBytes(32).toString('base64')}`,
      RATE_LIMIT_REQUESTS: '1000000',
      SHUTDOWN_DELAY_SECONDS: '0',
      SIMULATION_STEP_SECONDS: '0.2',
      LOG_LEVEL: 'error',
    };
    server = await startServer(variables);
    // An external database gets no demo data.
    expect((await observer.query('select from account')).rows).toEqual([]);
    partner = await newPartner(variables, server.sandbox, 'sandbox');
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
    await observer?.end();
    await database?.drop();
  });

  const readBookings = async () => {
    const { rows } = await observer.query<SimulatedBooking>(
      `select b.id, b.state, json_array_length(b.wire -> 'route') as stops,
         (select count(*)::int from json_array_elements(b.wire -> 'dispatch' -> 'events') e, json_array_elements(e -> 'photo_urls'))
           as photos,
         (select count(*)::int from billing_record r where r.booking_id = b.id and r.kind = 'charge') as charges,
         (select count(*)::int from event e where e.booking_id = b.id) as events, b.event_sequence as sequence
       from booking b`,
    );
    return rows;
  };

  const stepsOf = (bookings: readonly SimulatedBooking[]) =>
    bookings.reduce((sum, { sequence }) => sum + sequence, 0);
  const areCompleted = (bookings: readonly SimulatedBooking[]) =>
    bookings.every(({ state, charges }) => state === 'completed' && charges > 0);

  it('completes every job, with one charge each and a photo for every stop', async () => {
    const from = new Date(Date.now() + 86_400_000).toISOString();
    await Promise.all(
      Array.from({ length: SIMULATIONS }, async (_, number) => {
        const { status, text } = await partner.post('/bookings', {
          stops: sevenStops.slice(0, 2 + (number % 6)),
          product: 'van',
          arrival_window_from: from,
          test_specifications: { mode: 'auto' },
        });
        expect(status, text).toBe(201);
      }),
    );
    for (let kill = 0; kill < KILLS; kill++) {
      // Once the jobs have advanced by a few steps, at any point of the next ones.
      const steps = SIMULATIONS * 2 * (kill + 1);
      await until(readBookings, (bookings) => stepsOf(bookings) >= steps || areCompleted(bookings));
      await delay((kill * 70) % 300);
      await server.stop('SIGKILL');
      server = await startServer(variables);
    }
    // Leases of killed servers expire within seconds.
    const bookings = await until(readBookings, areCompleted, 4 * PATIENCE_MS);
    expect(bookings).toHaveLength(SIMULATIONS);
    for (const { state, stops, photos, charges, events, sequence, id } of bookings)
      expect({ id, state, photos, charges, events }).toEqual({
        id,
        state: 'completed',
        photos: stops,
        charges: 1,
        events: sequence,
      });
    const { code, stdout } = await runWaybill(['doctor', ...inSandbox], variables);
    expect(code, stdout).toBe(0);
  });
});
