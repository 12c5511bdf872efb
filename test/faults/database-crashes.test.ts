// PostgreSQL is killed repeatedly, sometimes with an outage, while partners book and retry.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledPrograms, ExternalPostgres } from '../support/external-postgres.ts';
import { measured } from '../support/fault-report-notes.ts';
import { newPartner } from '../support/new-client.ts';
import { rounds, timeGoal } from '../support/scale.ts';
import { between, randomFrom } from '../support/seed.ts';
import { runWaybill, type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';

const CRASHES = rounds(1, 20);
const OUTAGES = rounds(0, 3);
const outageMillis = 10_000;
const HOUR_MS = 3_600_000;

describe('a database that crashes under load', () => {
  const folder = temporaryFolder();
  const random = randomFrom('database crashes');
  let postgres: ExternalPostgres;
  let server: ServerProcess;
  let variables: Record<string, string>;
  beforeAll(async () => {
    postgres = await ExternalPostgres.create(await bundledPrograms());
    await postgres.query("create role waybill login createrole password 'secret'");
    await postgres.query('create database live owner waybill');
    variables = {
      DATA_DIR: folder.path,
      ENVIRONMENT: 'production',
      DATABASE_URL: postgres.url('live', 'waybill', 'secret'),
      PUBLIC_URL: 'https://api.example.com',
      SECRET_KEY: randomBytes(32).toString('base64'),
      SHUTDOWN_DELAY_SECONDS: '0',
      RATE_LIMIT_REQUESTS: '1000000',
      LOG_LEVEL: 'error',
    };
    server = await startServer(variables);
  });
  afterAll(async () => {
    await server?.stop();
    postgres?.remove();
    folder.remove();
  });

  const partner = () => newPartner(variables, server.production);

  it('loses no acknowledged booking, duplicates none, and never causes a 500', async () => {
    const api = await partner();
    const pid = server.child.pid;
    const acknowledged = new Map<string, string>();
    const refused: { status: number; type: string; millis: number }[] = [];
    let [running, count] = [true, 0];
    const firstHour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS;
    const book = async () => {
      while (running) {
        const number = count++;
        const order = {
          stops: [
            { location: '350 5th Ave, New York, NY 10118' },
            { location: '1 Main St, Brooklyn, NY 11201' },
          ],
          product: 'van',
          arrival_window_from: new Date(firstHour + (number % 200) * HOUR_MS).toISOString(),
          order_number: `booking-${number}`,
        };
        // Repeats the request until there is a response, as a partner would.
        for (;;) {
          const startedAt = performance.now();
          const headers = { 'idempotency-key': `booking-${number}` };
          const { status, body } = await api.post('/bookings', order, { headers });
          if (status === 201) {
            acknowledged.set(`booking-${number}`, body.id);
            break;
          }
          refused.push({ status, type: body.type, millis: performance.now() - startedAt });
          await delay(20);
        }
      }
    };
    const load = Promise.all(Array.from({ length: 4 }, book));
    load.catch(() => {});
    const untilMore = async (more: number) => {
      const target = acknowledged.size + more;
      while (acknowledged.size < target) await Promise.race([delay(5), load]);
    };
    const recoveries: number[] = [];
    for (let round = 0; round < CRASHES + OUTAGES; round += 1) {
      await untilMore(between(random, 5, 40));
      await delay(between(random, 0, 30));
      postgres.stop('immediate');
      if (round >= CRASHES) {
        const until = performance.now() + outageMillis;
        while (performance.now() < until) {
          expect((await fetch(`${server.production}/health`)).status).toBe(200);
          expect((await fetch(`${server.production}/ready`)).status).toBe(503);
          await delay(200);
        }
      }
      postgres.start();
      const backAt = performance.now();
      await untilMore(1);
      recoveries.push(performance.now() - backAt);
    }
    await untilMore(10);
    running = false;
    await load;
    const slowest = Math.max(...refused.map(({ millis }) => millis));
    const recovery = Math.max(...recoveries);
    measured(
      `${CRASHES} crashes, ${OUTAGES} outages of ${outageMillis / 1_000} s: ${acknowledged.size} booked, ${refused.length} responses 503 (slowest ${slowest.toFixed(0)} ms), first 201 at most ${recovery.toFixed(0)} ms after the database was back`,
    );
    expect(refused.filter(({ status, type }) => status !== 503 || type !== 'api_error')).toEqual([]);
    expect([server.child.pid, server.child.exitCode]).toEqual([pid, null]);
    const stored = (await postgres.query('select order_number as key, id from booking', 'live')) as {
      key: string;
      id: string;
    }[];
    expect(stored).toHaveLength(acknowledged.size);
    expect(new Map(stored.map(({ key, id }) => [key, id]))).toEqual(acknowledged);
    const { code, stdout } = await runWaybill(['doctor'], variables);
    expect(code, stdout).toBe(0);
    // Time goals last: a slow machine must not hide lost data.
    expect(slowest).toBeLessThan(timeGoal(2_000));
    expect(recovery).toBeLessThan(timeGoal(3_000));
  });
});
