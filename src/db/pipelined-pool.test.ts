// Tests of statements of many accounts over few shared connections, on a real PostgreSQL.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../test/support/database.ts';
import { until } from '../../test/support/until.ts';
import { createDatabase, type Database } from './database.ts';
import { createPool } from './pool.ts';

describe('statements that share a connection', () => {
  const accounts = Array.from({ length: 5 }, (_, index) => ({ id: randomUUID(), name: `Account ${index}` }));
  let database: TestDatabase;
  let pool: Pool;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    for (const { id, name } of accounts) {
      await queryAsOwner(
        database.connection,
        "insert into account (id, kind, name, created_at, updated_at) values ($1, 'organization', $2, now(), now())",
        [id, name],
      );
    }
    // Four connections, two of them for pipelined statements.
    pool = createPool(database.connection, { role: 'waybill_app', max: 4, onError: () => {} });
    db = createDatabase(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  /** No condition on the account: only row-level security limits the rows. */
  const namesSeenBy = async (accountId: string) =>
    (await db.forAccount(accountId).selectFrom('account').select('name').execute()).map(({ name }) => name);
  const fail = (accountId: string) => sql`select 1 / 0`.execute(db.forAccount(accountId));
  /** Runs until the connection is terminated; shorter than the statement timeout. */
  const sleep = (accountId: string) => sql`select pg_sleep(9)`.execute(db.forAccount(accountId));

  it('return each account its own rows, in any interleaving', async () => {
    const asked = Array.from({ length: 500 }, () => accounts[Math.floor(Math.random() * accounts.length)]);
    const seen = await Promise.all(asked.map((account) => namesSeenBy(account?.id ?? '')));
    expect(seen).toEqual(asked.map((account) => [account?.name]));
    expect(pool.totalCount).toBe(2);
  });

  it('leave half of the connections to transactions', async () => {
    const [account] = accounts;
    const id = account?.id ?? '';
    const holder = new Client(database.connection);
    await holder.connect();
    await holder.query('select pg_advisory_lock(7)');
    const held = () => sql`select pg_advisory_lock_shared(7)`.execute(db.forAccount(id));
    let finished = false;
    const slow = Promise.all([held(), held(), held()]).then(() => {
      finished = true;
    });
    await db
      .forAccount(id)
      .transaction()
      .execute((trx) => sql`select 1`.execute(trx));
    expect(finished).toBe(false);
    await holder.end();
    await slow;
  });

  it('fail without affecting other statements', async () => {
    const results = await Promise.allSettled(
      accounts.flatMap(({ id }) => [namesSeenBy(id), fail(id), namesSeenBy(id)]),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(accounts.length);
    expect(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))).toEqual(
      accounts.flatMap(({ name }) => [[name], [name]]),
    );
  });

  it('fail when the tenant setting fails, and later ones get another connection', async () => {
    const [first, second] = accounts;
    const one = createPool(database.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    const only = createDatabase(one);
    const read = (accountId = '') =>
      only.forAccount(accountId).selectFrom('account').select('name').execute();
    await read(first?.id);
    // The connection is still set to the first account when the second account's statements are sent.
    await sql`deallocate account`.execute(only.forAccount(first?.id ?? ''));
    const results = await Promise.allSettled([read(second?.id), read(second?.id)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await read(second?.id)).toEqual([{ name: second?.name }]);
    await one.end();
  });

  it('fail when their connection fails, and later ones get another connection', async () => {
    const [account] = accounts;
    const id = account?.id ?? '';
    const outcomes = Promise.allSettled([sleep(id), sleep(id), namesSeenBy(id), namesSeenBy(id)]);
    await nextTurn();
    await queryAsOwner(
      database.connection,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waybill:waybill_app' and datname = current_database()",
    );
    const results = await outcomes;
    expect(results.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    // Idle connections were terminated too; the pool notices a moment later.
    await until(
      async () => pool.idleCount,
      (count) => count === 0,
    );
    expect(await namesSeenBy(id)).toEqual([account?.name]);
  });
});
