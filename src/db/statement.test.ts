// Tests of statements with a constant text, on a real PostgreSQL.
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { randomIds } from '../lib/ids.ts';
import { createPool } from './pool.ts';
import { executeTransaction, insertion, statement, together } from './statement.ts';
import { createSystemDatabase, type SystemDatabase } from './system-database.ts';

describe('a parameterized statement', () => {
  let database: TestDatabase;
  let pool: Pool;
  let db: SystemDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool(database.connection, { role: 'waybill_system', max: 1, onError: () => {} });
    db = createSystemDatabase(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const add = (a: number, b: number) => statement<{ sum: number }>`select ${a}::int + ${b}::int as sum`;

  it('binds the values of each call', async () => {
    expect((await add(1, 2).execute(db)).rows).toEqual([{ sum: 3 }]);
    expect((await add(30, 12).execute(db)).rows).toEqual([{ sum: 42 }]);
  });

  it('is prepared once on a connection, however often it runs', async () => {
    for (let call = 0; call < 5; call += 1) await add(call, 1).execute(db);
    const { rows } = await statement<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements where statement like ${'%$1::int + $2::int%'}`.execute(
      db,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('never interprets values as SQL', async () => {
    const text = "'; drop table account; --";
    expect((await statement`select ${text}::text as text`.execute(db)).rows).toEqual([{ text }]);
  });

  it('works without values', async () => {
    expect((await statement`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  const area = (slug: string) => ({ slug, document: '{"a":1}', updated_at: new Date(0) });
  const slugs = async () =>
    (await statement<{ slug: string }>`select slug from service_area order by slug`.execute(db)).rows.map(
      ({ slug }) => slug,
    );

  it('inserts one row or several', async () => {
    await insertion('service_area', [area('a')]).execute(db);
    await insertion('service_area', [area('b'), area('c')]).execute(db);
    expect(await slugs()).toEqual(['a', 'b', 'c']);
    const { rows } = await statement`select document::text as document, updated_at from service_area`.execute(
      db,
    );
    expect(rows[2]).toEqual({ document: '{"a":1}', updated_at: new Date(0) });
  });

  it('combines several statements into one, each with its own values', async () => {
    const price = (slug: string) => ({ area_slug: slug, document: '{}', updated_at: new Date(0) });
    for (const slug of ['d', 'e']) {
      await together([
        insertion('service_area', [area(slug), area(`${slug}2`)]),
        insertion('price_book', [price(slug)]),
        statement`delete from service_area where slug = ${slug === 'd' ? 'a' : 'b'}`,
      ]).execute(db);
    }
    expect(await slugs()).toEqual(['c', 'd', 'd2', 'e', 'e2']);
    const { rows } = await statement`select area_slug from price_book order by area_slug`.execute(db);
    expect(rows).toEqual([{ area_slug: 'd' }, { area_slug: 'e' }]);
  });

  it('runs with others in one transaction and one round trip', async () => {
    await executeTransaction(db, [
      insertion('service_area', [area('w')]),
      statement`update service_area set document = ${'{"b":2}'} where slug = ${'w'}`,
    ]);
    const { rows } =
      await statement`select document::text as document from service_area where slug = 'w'`.execute(db);
    expect(rows).toEqual([{ document: '{"b":2}' }]);
  });

  it('rolls back the whole transaction when it fails, and throws its error', async () => {
    const before = await slugs();
    const written = executeTransaction(db, [
      insertion('service_area', [area('x')]),
      statement`select refuse_unless(${false}, ${'WBTST'})`,
      insertion('service_area', [area('y')]),
    ]);
    await expect(written).rejects.toMatchObject({ code: 'WBTST' });
    expect(await slugs()).toEqual(before);
    await executeTransaction(db, [statement`select refuse_unless(${true}, ${'WBTST'})`]);
  });

  it('is parsed again after a transaction in which the server skipped it', async () => {
    const skipped = () => statement`select ${1}::int as skipped_before`;
    const refused = executeTransaction(db, [
      statement`select refuse_unless(${false}, ${'WBTST'})`,
      skipped(),
    ]);
    await expect(refused).rejects.toMatchObject({ code: 'WBTST' });
    await executeTransaction(db, [skipped(), skipped()]);
    expect((await skipped().execute(db)).rows).toEqual([{ skipped_before: 1 }]);
  });

  it('rolls back when a constraint that is checked at the commit fails', async () => {
    const before = await slugs();
    const orphan = insertion('quote_use', [
      { quote_id: randomIds.next(), account_id: await anyAccount(), booking_id: randomIds.next() },
    ]);
    const written = executeTransaction(db, [insertion('service_area', [area('x')]), orphan]);
    await expect(written).rejects.toMatchObject({ code: '23503' });
    expect(await slugs()).toEqual(before);
    expect((await add(1, 2).execute(db)).rows).toEqual([{ sum: 3 }]);
  });

  it('sends nothing when a value cannot be sent', async () => {
    const before = await slugs();
    const circular: { self?: object } = {};
    circular.self = circular;
    const written = executeTransaction(db, [
      insertion('service_area', [area('x')]),
      statement`select ${circular}::json`,
    ]);
    await expect(written).rejects.toThrow('circular');
    expect(await slugs()).toEqual(before);
  });

  async function anyAccount(): Promise<string> {
    const id = randomIds.next();
    await statement`insert into account (id, kind, name, created_at, updated_at)
      values (${id}, 'organization', 'Test', now(), now())`.execute(db);
    return id;
  }

  it('changes nothing when one of the combined statements fails', async () => {
    const before = await slugs();
    const both = together([insertion('service_area', [area('x')]), insertion('service_area', [area('c')])]);
    await expect(both.execute(db)).rejects.toThrow('duplicate key');
    expect(await slugs()).toEqual(before);
  });
});
