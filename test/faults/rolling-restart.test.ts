// R15: upgrade without an interruption: every process is restarted in turn while partners book and retry once at the
// other process. With full counts the processes run behind the recommended load balancer.

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectBookingInvariants } from '../support/booking-invariants.ts';
import { addressOf } from '../support/booking-servers.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.ts';
import { measured } from '../support/fault-report-notes.ts';
import { freePort } from '../support/free-port.ts';
import { type Haproxy, startHaproxy } from '../support/haproxy.ts';
import { newPartner } from '../support/new-client.ts';
import { startRetryingPartners } from '../support/retrying-partners.ts';
import { rounds } from '../support/scale.ts';
import { type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/worker-process.ts';

describe('API processes and workers over one database', () => {
  const folder = temporaryFolder();
  let database: TestDatabase;
  let variables: Record<string, string>;
  let ports: string[];
  const apis: ServerProcess[] = [];
  let balancer: Haproxy | null = null;
  const workers: WorkerProcess[] = [];

  const startApi = (number: number) => startServer({ ...variables, PORT: ports[number] ?? '' }, ['--api']);

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

  it('are restarted one after the other, and no request needs more than one retry', async () => {
    const api = await newPartner(variables, apis[0]?.production ?? '');
    const direct = ports.map((port) => `http://127.0.0.1:${port}`);
    // About 100 bookings per second leave one core to the starting process; with more, the restarts would wait for the
    // load.
    const partners = startRetryingPartners(api, () => (balancer ? [balancer.url] : direct), {
      pauseMs: rounds(20, 50),
    });
    await partners.untilMore(10);
    for (let round = 0; round < rounds(1, 10); round++) {
      // `rolling-restarts.test.ts` tests more restarts; here API and workers are separate, with an optional load
      // balancer.
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
    const stored = await queryAsOwner<{ key: string; id: string }>(
      database.connection,
      'select order_number as key, id from booking',
    );
    expect(new Map(stored.map(({ key, id }) => [key, id]))).toEqual(partners.acknowledged);
    expect(stored).toHaveLength(partners.acknowledged.size);
    await expectBookingInvariants(database.connection);
    measured(
      `${rounds(1, 10)} rounds of ${apis.length} API processes and ${workers.length} workers${balancer ? ' behind HAProxy' : ''}: ${stored.length} booked, ${partners.attempts.get(2) ?? 0} of them on the second attempt`,
    );
  });
});
