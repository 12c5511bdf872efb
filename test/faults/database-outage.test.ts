// An external PostgreSQL that may not be used, is stopped, and crashes repeatedly while partners book and retry.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { describeExternalPostgres } from '../support/debian-postgres.ts';
import { measured } from '../support/fault-report-notes.ts';
import { newPartner } from '../support/new-client.ts';
import { rounds, timeGoal } from '../support/scale.ts';
import { between, randomFrom } from '../support/seed.ts';
import { runWaybill, type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';

const outageMillis = rounds(1_000, 10_000);
const CRASHES = rounds(1, 20);
const OUTAGES = rounds(0, 3);
const HOUR_MS = 3_600_000;
/** Callers pause in `npm test`, which shares its cores. */
const PAUSE_MS = rounds(50, 0);

describeExternalPostgres('with an external', (postgres) => {
  const random = randomFrom('database crashes');
  const folder = temporaryFolder();
  const common = {
    DATA_DIR: folder.path,
    ENVIRONMENT: 'production',
    PUBLIC_URL: 'https://api.example.com',
    SECRET_KEY: randomBytes(32).toString('base64'),
    SHUTDOWN_DELAY_SECONDS: '0',
    RATE_LIMIT_REQUESTS: '1000000',
  };
  let variables: Record<string, string> = common;
  let running: ServerProcess | null = null;

  /** The server, started by the first test that needs it. */
  async function started(): Promise<ServerProcess> {
    if (running !== null) return running;
    await postgres().query("create role waybill login createrole password 'secret'");
    await postgres().query('create database live owner waybill');
    variables = { ...common, DATABASE_URL: postgres().url('live', 'waybill', 'secret') };
    running = await startServer(variables);
    return running;
  }
  afterAll(async () => {
    await running?.stop();
    folder.remove();
  });

  it('starts without demo data and without superuser rights', async () => {
    const server = await started();
    expect(await postgres().query('select from account', 'live')).toEqual([]);
    const api = await newPartner(variables, server.production);
    expect((await api.get('/account')).status).toBe(200);
    const roles = await postgres().query(
      "select rolname from pg_roles where rolname like 'waybill_%' and (rolsuper or rolbypassrls or rolcanlogin)",
    );
    expect(roles).toEqual([]);
  });

  it('returns 503 within a second during an outage and recovers by itself', async () => {
    const server = await started();
    const api = await newPartner(variables, server.production);
    const pid = server.child.pid;
    const responses: { startedAt: number; status: number; millis: number; type: string }[] = [];
    let running = true;
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (running) {
          const startedAt = performance.now();
          const { status, body } = await api.get('/account');
          responses.push({ startedAt, status, millis: performance.now() - startedAt, type: body.type });
          await delay(PAUSE_MS);
        }
      }),
    );
    onTestFinished(async () => {
      running = false;
      await load.catch(() => {});
    });
    postgres().stop();
    const stoppedAt = performance.now();
    while (performance.now() - stoppedAt < outageMillis) {
      expect((await fetch(`${server.production}/health`)).status).toBe(200);
      await delay(100);
    }
    const ready = await fetch(`${server.production}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ waiting_for: expect.arrayContaining(['database']) });
    // Requests in flight at the stop may still have succeeded.
    const outage = responses.filter(({ startedAt }) => startedAt > stoppedAt);
    expect(outage.length).toBeGreaterThan(0);
    expect(outage.filter(({ status }) => status !== 503)).toEqual([]);
    expect(outage.filter(({ type }) => type !== 'api_error')).toEqual([]);
    expect(Math.max(...outage.map(({ millis }) => millis))).toBeLessThan(timeGoal(1_000));

    postgres().start();
    const restartedAt = performance.now();
    while ((await api.get('/account')).status !== 200) {
      expect(performance.now() - restartedAt).toBeLessThan(timeGoal(2_000));
      await delay(20);
    }
    running = false;
    await load;
    while ((await fetch(`${server.production}/ready`)).status !== 200) {
      expect(performance.now() - restartedAt).toBeLessThan(timeGoal(5_000));
      await delay(20);
    }
    expect(server.child.exitCode).toBeNull();
    expect(server.child.pid).toBe(pid);
  });

  it('loses no acknowledged booking during crashes, duplicates none, and never causes a 500', async () => {
    const server = await started();
    const api = await newPartner(variables, server.production);
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
      postgres().stop('immediate');
      if (round >= CRASHES) {
        const until = performance.now() + outageMillis;
        while (performance.now() < until) {
          expect((await fetch(`${server.production}/health`)).status).toBe(200);
          expect((await fetch(`${server.production}/ready`)).status).toBe(503);
          await delay(200);
        }
      }
      postgres().start();
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
    const stored = (await postgres().query('select order_number as key, id from booking', 'live')) as {
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
