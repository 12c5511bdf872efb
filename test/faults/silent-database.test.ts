// A database that has the connection open and says nothing: a frozen machine, a network that swallows packets.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { createSystemDatabase } from '../../src/db/system-database.ts';
import { isDatabaseUnavailable } from '../../src/http/database-outage.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { timeGoal } from '../support/scale.ts';

describe('a database that falls silent', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is given up as unavailable, and the next request gets a connection that works', async () => {
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
});
