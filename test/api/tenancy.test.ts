import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import { LOGIN_ROLE } from '../../src/db/roles.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';

/** Tables of the migrator, which contain no account data. */
const bookkeeping = ['migration', 'kysely_migration_lock'];
const refusals = new Set(['42501']);

describe('rows of accounts', () => {
  let test: TestApp;
  let first: string;
  let second: string;
  beforeAll(async () => {
    test = await startTestApp();
    const [one, other] = [await test.organization('One'), await test.organization('Other')];
    first = one.id;
    second = other.id;
    // Rows of both accounts in every table that partners can write.
    for (const { client } of [one, other]) {
      const partner = await test.partner({ client });
      await partner.patch('/account', { name: 'Changed' }, { headers: { 'idempotency-key': 'k' } });
    }
  });
  afterAll(() => test.close());

  const tables = () =>
    queryAsOwner<{ name: string; enabled: boolean; forced: boolean; ofAccounts: boolean }>(
      test.connection,
      `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
              exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as "ofAccounts"
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );

  /** Runs with the role of partner requests, with or without a tenant setting. */
  async function asPartner<T>(accountId: string | null, work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ ...test.connection, options: '-c role=waybill_app' });
    await client.connect();
    try {
      if (accountId) await client.query("select set_config('waybill.account_id', $1, false)", [accountId]);
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** The accounts whose rows an unfiltered statement finds; empty if the role has no access to the table. */
  async function accountsSeen(accountId: string | null, table: string): Promise<string[]> {
    const column = table === 'account' ? 'id' : 'account_id';
    return asPartner(accountId, async (client) => {
      try {
        const { rows } = await client.query<{ id: string }>(`select distinct ${column} as id from ${table}`);
        return rows.map(({ id }) => id);
      } catch (error) {
        if (isRefusal(error)) return [];
        throw error;
      }
    });
  }

  async function rowsChanged(accountId: string, statement: string, value: string): Promise<number | null> {
    try {
      return (await asPartner(accountId, (client) => client.query(statement, [value]))).rowCount;
    } catch (error) {
      if (isRefusal(error)) return 0;
      throw error;
    }
  }

  const isRefusal = (error: unknown) =>
    error instanceof Error && 'code' in error && refusals.has(String(error.code));

  it('are protected by forced row-level security in every table', async () => {
    const open = (await tables()).filter(
      ({ name, enabled, forced }) => !bookkeeping.includes(name) && !(enabled && forced),
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('are in partitions that no role can access directly', async () => {
    const weeks = await queryAsOwner<{ name: string; open: string[] | null }>(
      test.connection,
      `select c.relname as name, array_agg(r.rolname) filter (where
         has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate')) as open
       from pg_class c, pg_roles r where c.relispartition and c.relkind = 'r' and r.rolname like 'waybill\\_%' group by 1`,
    );
    expect(weeks.length).toBeGreaterThan(3);
    expect(weeks.filter(({ open }) => open !== null)).toEqual([]);
  });

  it('are invisible to a connection without a tenant setting', async () => {
    const seen = (await tables())
      .filter(({ name, ofAccounts }) => ofAccounts || name === 'account')
      .map(async ({ name }) => [name, await accountsSeen(null, name)]);
    for (const [name, accounts] of await Promise.all(seen)) expect(accounts, String(name)).toEqual([]);
  });

  it('are limited to the own account in an unfiltered statement', async () => {
    const found: string[] = [];
    for (const { name, ofAccounts } of await tables()) {
      if (!ofAccounts && name !== 'account') continue;
      const accounts = await accountsSeen(first, name);
      expect([[], [first]], name).toContainEqual(accounts);
      if (accounts.length > 0) found.push(name);
    }
    expect(found).toEqual(
      expect.arrayContaining(['account', 'audit_entry', 'idempotency_record', 'rate_limit']),
    );
  });

  it('cannot be inserted, updated or deleted for another account', async () => {
    for (const { name, ofAccounts } of await tables()) {
      if (!ofAccounts) continue;
      const [stolen] = await queryAsOwner<Record<string, unknown>>(
        test.connection,
        `select * from ${name} where account_id = $1 limit 1`,
        [second],
      );
      if (!stolen) continue;
      const columns = Object.keys(stolen);
      const insert = `insert into ${name} (${columns.join()}) overriding system value values (${columns.map((_, index) => `$${index + 1}`).join()})`;
      await expect(
        asPartner(first, (client) => client.query(insert, Object.values(stolen))),
        name,
      ).rejects.toSatisfy(isRefusal);
      for (const statement of [
        `delete from ${name} where account_id = $1`,
        `update ${name} set account_id = account_id where account_id = $1`,
      ]) {
        expect(await rowsChanged(first, statement, second), statement).toBe(0);
      }
    }
  });

  it('without an account, such as operators, sessions and secrets, are not accessible to partner requests', async () => {
    for (const name of [
      'operator',
      'sign_in_session',
      'access_token',
      'refresh_token',
      'client_secret',
      'app_user',
    ]) {
      await expect(
        asPartner(first, (client) => client.query(`select from ${name}`)),
        name,
      ).rejects.toSatisfy(isRefusal);
    }
  });

  it('are accessed by roles that cannot log in, through a login role; none can bypass row-level security or own a table', async () => {
    const roles = await queryAsOwner(
      test.connection,
      `select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb,
              (select count(*)::int from pg_class where relowner = r.oid) as owned
       from pg_roles r where rolname like 'waybill\\_%' order by 1`,
    );
    expect(roles.map((role) => (role as { rolname: string }).rolname)).toEqual(
      expect.arrayContaining(['waybill_app', 'waybill_identity', LOGIN_ROLE, 'waybill_system']),
    );
    for (const role of roles as { rolname: string }[]) {
      expect(role).toMatchObject({
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: role.rolname === LOGIN_ROLE,
        rolcreaterole: false,
        rolcreatedb: false,
        owned: 0,
      });
    }
  });

  it('have an append-only audit trail, even for the database owner', async () => {
    for (const statement of [
      'update audit_entry set action = $1',
      'delete from audit_entry where action <> $1',
    ]) {
      await expect(queryAsOwner(test.connection, statement, ['x'])).rejects.toThrow('append-only');
    }
    await expect(queryAsOwner(test.connection, 'truncate audit_entry')).rejects.toThrow('append-only');
  });

  it('do not leak when two accounts share two connections', async () => {
    const pool = createPool(test.connection, { role: 'waybill_app', max: 2, onError: () => {} });
    const db = createDatabase(pool);
    const seen = async (accountId: string, inTransaction: boolean): Promise<string[]> => {
      const accountDb = db.forAccount(accountId);
      const query = (on: typeof accountDb) => on.selectFrom('account').select('id').execute();
      const rows = inTransaction ? await accountDb.transaction().execute(query) : await query(accountDb);
      return rows.map(({ id }) => id);
    };
    const asked = Array.from({ length: 600 }, (_, turn) => (turn % 3 ? first : second));
    const answers = await Promise.all(asked.map((accountId, turn) => seen(accountId, turn % 5 === 0)));
    expect(answers).toEqual(asked.map((accountId) => [accountId]));
    await pool.end();
  });

  it('do not leak after a failed statement or a rollback', async () => {
    const pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    const db = createDatabase(pool);
    const id = randomIds.next();
    const ids = async (accountId: string) =>
      (await db.forAccount(accountId).selectFrom('account').select('id').execute()).map((row) => row.id);
    const insertBadly = (accountId: string) =>
      db
        .forAccount(accountId)
        .insertInto('operator')
        .values({ id } as never)
        .execute();
    for (let round = 0; round < 3; round += 1) {
      await expect(insertBadly(first)).rejects.toThrow('permission denied');
      expect(await ids(second)).toEqual([second]);
      const rolledBack = db
        .forAccount(first)
        .transaction()
        .execute(async (trx) => {
          await trx.selectFrom('account').select('id').execute();
          throw new Error('changed my mind');
        });
      await expect(rolledBack).rejects.toThrow('changed my mind');
      expect(await ids(second)).toEqual([second]);
      expect(await ids(first)).toEqual([first]);
    }
    await pool.end();
  });

  it('do not leak over HTTP when partners share connections', async () => {
    const shared = await startTestApp({
      sharing: test,
      variables: { DATABASE_POOL_SIZE: '2', RATE_LIMIT_REQUESTS: '10000' },
    });
    const partners = await Promise.all(
      ['A', 'B', 'C'].map(async (name) => {
        const { id, client } = await test.organization(name);
        return { id, partner: (await test.partner({ client })).at(shared.baseUrl) };
      }),
    );
    const calls = Array.from({ length: 240 }, (_, turn) => partners[turn % 3]).map(async (who, turn) => {
      const answer =
        turn % 7 === 0
          ? await who?.partner.patch('/account', { name: `turn ${turn}` })
          : await who?.partner.get('/account');
      expect(answer?.body.id).toBe(who?.id);
    });
    await Promise.all(calls);
    await shared.close();
  });
});
