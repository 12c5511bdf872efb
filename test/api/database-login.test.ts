// The database user of requests and jobs can become the three roles and nothing else: an SQL injection cannot undo
// row-level security or triggers.
import { randomBytes } from 'node:crypto';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { powersOfLogin } from '../../src/db/login-powers.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createPool, type DatabaseRole } from '../../src/db/pool.ts';
import { LOGIN_ROLE } from '../../src/db/roles.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';

const DENIED = '42501';
const roles: readonly DatabaseRole[] = ['waybill_app', 'waybill_identity', 'waybill_system'];

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await test.organization('Acme Furniture');
  test.app.worker.start();
});
afterAll(() => test.close());

/** Runs statements on one connection of a pool, as an injection would; returns the rows of the last one. */
async function inject(role: DatabaseRole, ...statements: string[]): Promise<object[]> {
  const pool = createPool({ ...test.connection, user: LOGIN_ROLE }, { role, max: 1, onError: () => {} });
  const client: PoolClient = await pool.connect();
  try {
    let rows: object[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    client.release(true);
    await pool.end();
  }
}

const refusalOf = (role: DatabaseRole, ...statements: string[]) =>
  inject(role, ...statements).then(
    () => 'allowed',
    (error: { code?: string }) => error.code,
  );

describe('a database connection of the service', () => {
  it('logs in as a user without rights of its own', async () => {
    await test.anonymous.get('/ready');
    const users = await queryAsOwner<{ name: string }>(
      test.connection,
      `select distinct usename as name from pg_stat_activity
       where datname = current_database() and application_name like 'waybill:%'`,
    );
    // The second user is that of the test's own pool.
    expect(users.map(({ name }) => name)).toContain(LOGIN_ROLE);
    expect(await powersOfLogin({ ...test.connection, user: LOGIN_ROLE })).toEqual([]);
    expect(await powersOfLogin(test.connection)).toContain('superuser');
  });

  it.each(roles)('cannot become the owner by leaving the role %s', async (role) => {
    for (const statement of ['reset role', 'set role none', 'set session authorization default']) {
      const [row] = await inject(role, statement, 'select current_user as name');
      expect([role, LOGIN_ROLE], statement).toContain((row as { name: string }).name);
      // The login role itself reads nothing.
      if ((row as { name: string }).name === LOGIN_ROLE)
        expect(await refusalOf(role, statement, 'select * from account')).toBe(DENIED);
    }
    expect(await refusalOf(role, `set role ${test.connection.user}`)).toBe(DENIED);
    expect(await refusalOf(role, `set session authorization ${test.connection.user}`)).toBe(DENIED);
  });

  it('sees no row of any account without the tenant setting, also after "reset role"', async () => {
    expect(await inject('waybill_app', 'reset role', 'select * from account')).toEqual([]);
    expect(await inject('waybill_system', 'select * from account')).not.toEqual([]);
  });

  it.each([
    'alter table booking disable row level security',
    'alter table audit_entry disable trigger all',
    'set session_replication_role = replica',
    'truncate audit_entry',
    "create role intruder superuser login password 'x'",
    `alter role ${LOGIN_ROLE} superuser`,
    "copy (select 1) to program 'id'",
    "select pg_read_file('/etc/passwd')",
    'create extension dblink',
    'create table intruder (id int)',
  ])('is refused: %s', async (statement) => {
    for (const role of roles) {
      expect(await refusalOf(role, statement), role).toBe(DENIED);
      expect(await refusalOf(role, 'set role none', statement), role).toBe(DENIED);
    }
  });
});

it('grants the three roles to the user of DATABASE_URL if another user migrates', async () => {
  const login = `login_${randomBytes(4).toString('hex')}`;
  await queryAsOwner(test.connection, `create role ${login} login noinherit`);
  try {
    await migrate(test.connection, { login: { name: login, creates: false } });
    expect(await powersOfLogin({ ...test.connection, user: login })).toEqual([]);
    const client = new Client({ ...test.connection, user: login, options: '-c role=waybill_system' });
    await client.connect();
    try {
      expect((await client.query('select name from account')).rows).not.toEqual([]);
    } finally {
      await client.end();
    }
    await expect(
      migrate(test.connection, { login: { name: 'nobody_here', creates: false } }),
    ).rejects.toThrow(/create role "nobody_here" login noinherit[\s\S]*grant waybill_app/);
  } finally {
    await queryAsOwner(test.connection, `drop role ${login}`);
  }
});
