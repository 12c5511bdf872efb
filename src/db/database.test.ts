// Tests of pipelined transactions, on a real PostgreSQL.
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../test/support/database.ts';
import { type AccountTransaction, createDatabase, type Database } from './database.ts';
import { createPool } from './pool.ts';
import { executeTransaction, insertion } from './statement.ts';

describe('a transaction', () => {
  let database: TestDatabase;
  let pool: Pool;
  let db: Database;
  const accountId = randomUUID();
  const otherAccountId = randomUUID();
  beforeAll(async () => {
    database = await createTestDatabase();
    await queryAsOwner(
      database.connection,
      "insert into account (id, kind, name, created_at, updated_at) select id, 'organization', 'Acme', now(), now() from unnest($1::uuid[]) as id",
      [[accountId, otherAccountId]],
    );
    // A pool of one connection: state that a failed transaction leaves behind would affect the next one.
    pool = createPool(database.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    db = createDatabase(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const location = (name: string, longitude = -74, owner: string = accountId) => ({
    id: randomUUID(),
    account_id: owner,
    name,
    address2: null,
    longitude,
    latitude: 40,
    address: '{}',
    location_type: 'coordinates',
    time_zone: 'America/New_York',
    created_at: new Date(),
  });
  const store = (trx: AccountTransaction, name: string, longitude?: number) =>
    trx.insertInto('location').values(location(name, longitude)).execute();
  const stored = async (owner: string = accountId) =>
    (await db.forAccount(owner).selectFrom('location').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );

  it('commits all statements that were started together', async () => {
    await db
      .forAccount(accountId)
      .transaction()
      .execute((trx) => Promise.all(['a', 'b', 'c'].map((name) => store(trx, name))));
    expect(await stored()).toEqual(['a', 'b', 'c']);
  });

  it('rolls back all of them when one fails, throws its error, and keeps the connection usable', async () => {
    for (const failing of [0, 1, 2, 0, 1, 2, 0, 1, 2]) {
      const attempt = db
        .forAccount(accountId)
        .transaction()
        .execute((trx) =>
          Promise.all([0, 1, 2].map((index) => store(trx, `failed ${index}`, index === failing ? 999 : -74))),
        );
      await expect(attempt).rejects.toThrow(/violates check constraint/);
      expect(await stored()).toEqual(['a', 'b', 'c']);
    }
  });

  it('resets the tenant setting when it ends', async () => {
    await db
      .forAccount(accountId)
      .transaction()
      .execute((trx) => store(trx, 'd'));
    expect(await db.forAccount(randomUUID()).selectFrom('location').selectAll().execute()).toEqual([]);
    expect(await stored()).toContain('d');
  });

  it('sent as one batch runs for its account, whichever the connection served before', async () => {
    const write = (account: string, name: string, owner: string) =>
      executeTransaction(db.forAccount(account), [insertion('location', [location(name, -74, owner)])]);
    await write(accountId, 'e', accountId);
    await write(otherAccountId, 'f', otherAccountId);
    await expect(write(accountId, 'stolen', otherAccountId)).rejects.toThrow('row-level security');
    // The rollback has restored the setting of the other account: this account must be set again.
    await write(accountId, 'g', accountId);
    await write(otherAccountId, 'h', otherAccountId);
    expect(await stored(otherAccountId)).toEqual(['f', 'h']);
    expect(await stored()).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
  });
});
