// A database that keeps the connection open but does not respond: a frozen machine, or a network that drops packets.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { createSystemDatabase } from '../../src/db/system-database.ts';
import { isDatabaseUnavailable } from '../../src/http/server/database-outage.ts';
import { addressOf } from '../support/booking-servers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { timeGoal } from '../support/scale.ts';
import { runWaybill, temporaryFolder } from '../support/server-process.ts';
import { until } from '../support/until.ts';

describe('a database that stops responding', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is treated as unavailable, and the next request gets a working connection', async () => {
    const pool = createPool(database.connection, { role: 'waybill_system', max: 1, onError: () => {} });
    const db = createSystemDatabase(pool);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const pid = rows[0]?.pid ?? Number.NaN;
    process.kill(pid, 'SIGSTOP');
    try {
      const askedAt = performance.now();
      const failure = await sql`select 1`.execute(db).catch((error: unknown) => error);
      expect(isDatabaseUnavailable(failure)).toBe(true);
      expect(performance.now() - askedAt).toBeLessThan(timeGoal(13_000));
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    } finally {
      process.kill(pid, 'SIGCONT');
      await pool.end();
    }
  });

  it('does not time out for the doctor, which scans everything', async () => {
    const folder = temporaryFolder();
    const [owner, observer] = [new Client(database.connection), new Client(database.connection)];
    await Promise.all([owner.connect(), observer.connect()]);
    await owner.query('begin');
    // A locked table stands for one that takes long to read.
    await owner.query('lock table event');
    try {
      const doctorRun = runWaybill(['doctor'], {
        DATA_DIR: folder.path,
        ENVIRONMENT: 'production',
        DATABASE_URL: addressOf(database.connection),
        PUBLIC_URL: 'https://waybill.example',
        SECRET_KEY: `k1:${randomBytes(32).toString('base64')}`,
      });
      const waitedLong = until(
        () =>
          observer.query(
            `select from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock' and clock_timestamp() - query_start > '12 seconds'`,
          ),
        ({ rowCount }) => rowCount === 1,
      );
      await Promise.race([waitedLong, doctorRun]);
      await owner.query('rollback');
      expect(await doctorRun).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/(\d+) of \1 checks passed/),
      });
      await waitedLong;
    } finally {
      await Promise.all([owner.end(), observer.end()]);
      folder.remove();
    }
  });
});
