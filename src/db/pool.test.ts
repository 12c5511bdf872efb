// Tests of both reasons why a request gets no connection: the pool is exhausted, or the server is unreachable.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { timeGoal } from '../../test/support/scale.ts';
import { isDatabaseUnavailable } from '../http/server/database-outage.ts';
import { createPool } from './pool.ts';
import { observeWaits, takeConnection } from './pool-waits.ts';

describe('a request that needs a connection', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('waits for a busy pool longer than the connect timeout', async () => {
    const pool = createPool(database.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    const busy = await pool.connect();
    const waiting = pool.query('select 1 as one');
    await delay(1_500);
    busy.release();
    expect((await waiting).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('is measured while none is idle', async () => {
    const pool = createPool(database.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    const waits: number[] = [];
    observeWaits(pool, (seconds) => waits.push(seconds));
    // Opens the connection.
    const first = await takeConnection(pool);
    expect(waits).toHaveLength(1);
    const waiting = takeConnection(pool);
    await delay(50);
    first.release();
    (await waiting).release();
    expect(waits).toHaveLength(2);
    expect(waits[1]).toBeGreaterThanOrEqual(0.049);
    // Idle.
    (await takeConnection(pool)).release();
    expect(waits).toHaveLength(2);
    await pool.end();
    await expect(takeConnection(pool)).rejects.toThrow('after calling end');
    expect(waits).toHaveLength(3);
  });

  it('fails within about a second when the database does not respond', async () => {
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const connection = { ...database.connection, host: '127.0.0.1', port, patienceMillis: undefined };
    const pool = createPool(connection, { role: 'waybill_app', max: 1, onError: () => {} });
    const askedAt = performance.now();
    const failure = await pool.query('select 1').catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect(performance.now() - askedAt).toBeLessThan(timeGoal(2_000));
    await pool.end();
    silent.close();
  });
});
