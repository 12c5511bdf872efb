// R15 and R21: upgrade without an interruption. API processes and workers over one database are restarted in turn, and
// the migration of the next version runs, while partners book and retry once at the other process. With full counts the
// processes run behind the recommended load balancer.
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { expectBookingInvariants } from '../support/booking-invariants.ts';
import { addressOf } from '../support/booking-servers.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.ts';
import { measured } from '../support/fault-report-notes.ts';
import { freePort } from '../support/free-port.ts';
import { type Haproxy, startHaproxy } from '../support/haproxy.ts';
import { newPartner } from '../support/new-client.ts';
import { answered } from '../support/retry-on-503.ts';
import { startRetryingPartners } from '../support/retrying-partners.ts';
import { rounds } from '../support/scale.ts';
import { type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/worker-process.ts';

const RESTARTS = rounds(1, 20);
const CALLERS = 4;
const HOUR_MS = 3_600_000;

/** Migrations that may run under load only add. */
const nextMigration = `
  alter table booking add column promised_by text;
  alter table booking_stop add column of_next_version text not null default '';
  create table parcel (id uuid primary key, account_id uuid not null references account, booking_id uuid not null);
  create index parcel_of_booking on parcel (account_id, booking_id);
  alter table parcel enable row level security;
  alter table parcel force row level security;`;

describe('API processes and workers over one database', () => {
  const folder = temporaryFolder();
  let database: TestDatabase;
  let variables: Record<string, string>;
  let ports: string[];
  const apis: ServerProcess[] = [];
  let balancer: Haproxy | null = null;
  const workers: WorkerProcess[] = [];

  const startApi = (number: number) => startServer({ ...variables, PORT: ports[number] ?? '' }, ['--api']);
  const urls = () => apis.map(({ production }) => production);

  beforeAll(async () => {
    database = await createTestDatabase();
    variables = {
      ENVIRONMENT: 'production',
      DATA_DIR: folder.path,
      DATABASE_URL: addressOf(database.connection),
      PUBLIC_URL: 'https://waybill.example',
      SECRET_KEY: randomBytes(32).toString('base64'),
      // As long as the load balancer takes to notice; it makes no difference for partners that connect directly.
      SHUTDOWN_DELAY_SECONDS: String(rounds(0, 2)),
      RATE_LIMIT_REQUESTS: '1000000',
      LOG_LEVEL: 'error',
    };
    ports = [String(await freePort()), String(await freePort())];
    for (const number of ports.keys()) apis.push(await startApi(number));
    for (let number = 0; number < rounds(1, 2); number++) workers.push(await startWorkerProcess(variables));
    const [one = '', two = ''] = ports.map((port) => `127.0.0.1:${port}`);
    if (rounds(0, 1)) balancer = await startHaproxy([one, two]);
  });
  afterAll(async () => {
    await balancer?.stop();
    for (const api of apis) await api.stop();
    for (const worker of workers) await worker.stop();
    await database.drop();
    folder.remove();
  });

  /** A new organization; `stored` reads the order numbers and ids of its bookings. */
  async function organization(): Promise<{ api: ApiClient; stored: () => Promise<Map<string, string>> }> {
    const api = await newPartner(variables, apis[0]?.production ?? '');
    const { id } = (await answered(() => api.get('/account'))).body;
    const stored = async () => {
      const rows = await queryAsOwner<{ key: string; id: string }>(
        database.connection,
        'select order_number as key, id from booking where account_id = $1',
        [id],
      );
      const byKey = new Map(rows.map((row) => [row.key, row.id]));
      expect(byKey.size, 'no order was booked twice').toBe(rows.length);
      return byKey;
    };
    return { api, stored };
  }

  it('are restarted one after the other, and no request needs more than one retry', async () => {
    const { api, stored } = await organization();
    const direct = ports.map((port) => `http://127.0.0.1:${port}`);
    // Most of the processor time is left to the starting process; otherwise the restarts would wait for the load.
    const partners = startRetryingPartners(api, () => (balancer ? [balancer.url] : direct), { pauseMs: 50 });
    await partners.untilMore(10);
    for (let round = 0; round < rounds(1, 10); round++) {
      // With small counts, the next test restarts the other process.
      for (const number of [...apis.keys()].slice(0, rounds(1, 2))) {
        expect(await apis[number]?.stop()).toBe(0);
        await partners.untilMore(5);
        apis[number] = await startApi(number);
        await partners.untilMore(5);
      }
      for (const [number, worker] of workers.entries()) {
        expect(await worker.stop()).toBe(0);
        workers[number] = await startWorkerProcess(variables);
      }
    }
    await partners.stop();

    expect([...partners.attempts.keys()].filter((attempts) => attempts > 2)).toEqual([]);
    if (!balancer) expect(partners.attempts.get(2)).toBeGreaterThan(0);
    expect(await stored()).toEqual(partners.acknowledged);
    await expectBookingInvariants(database.connection);
    measured(
      `${rounds(1, 10)} rounds of ${apis.length} API processes and ${workers.length} workers${balancer ? ' behind HAProxy' : ''}: ${partners.acknowledged.size} booked, ${partners.attempts.get(2) ?? 0} of them on the second attempt`,
    );
  });

  it('are replaced by new processes with at most one retry at the other one, and stop within ten seconds each', async () => {
    const { api, stored } = await organization();
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
      const client = api.at(apis[at % 2]?.production ?? '');
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
        await delay(rounds(50, 5));
      }
    };
    const load = Promise.all(Array.from({ length: CALLERS }, call));
    load.catch(() => {});
    const shutdowns: number[] = [];
    for (let round = 1; round <= RESTARTS; round += 1) {
      const seen = counts.requests;
      while (counts.requests < seen + rounds(20, 40)) await Promise.race([delay(10), load]);
      const old = apis[round % 2];
      const next = await startServer(variables, ['--api']);
      // From here on callers use the new process; requests in flight finish at the old one.
      apis[round % 2] = next;
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
    expect(await stored()).toEqual(booked);
  });

  it('keep booking while a migration waits for a table lock, and no request needs more than one retry', async () => {
    const migrations = mkdtempSync(join(tmpdir(), 'waybill-migrations-'));
    cpSync(new URL('../../migrations/', import.meta.url), migrations, { recursive: true });
    writeFileSync(join(migrations, '9999_next_version.sql'), nextMigration);
    const { api, stored } = await organization();
    const partners = startRetryingPartners(api, urls);
    await partners.untilMore(10);
    // A long report locks the table that the migration changes.
    const report = new Client(database.connection);
    await report.connect();
    await report.query('begin; select count(*) from booking');
    const migrated = migrate(database.connection, { folder: pathToFileURL(`${migrations}/`) });
    // If the migration held its lock request, all bookings would wait too.
    await partners.untilMore(rounds(30, 1_000));
    await report.query('commit');
    await report.end();
    expect(await migrated).toEqual(['9999_next_version']);
    await partners.untilMore(rounds(10, 1_000));
    await partners.stop();
    rmSync(migrations, { recursive: true });

    expect([...partners.attempts.keys()].filter((attempts) => attempts > 2)).toEqual([]);
    expect(await stored()).toEqual(partners.acknowledged);
    const promised = await queryAsOwner(
      database.connection,
      'select from booking where promised_by is not null',
    );
    expect(promised).toEqual([]);
    await expectBookingInvariants(database.connection);
    measured(
      `${partners.acknowledged.size} booked during the migration, ${partners.attempts.get(2) ?? 0} of them on the second attempt`,
    );
  });

  it('exit on SIGTERM although idle and incomplete connections are open', async () => {
    const [server] = apis;
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
    // Not `once` of node:events, which rejects if the connection is reset.
    const ends = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    // This response shows that the three earlier connections were accepted.
    expect((await fetch(`${server?.production}/health`)).status).toBe(200);
    expect(await server?.stop('SIGTERM'), server?.output()).toBe(0);
    await Promise.all(ends);
  });
});
