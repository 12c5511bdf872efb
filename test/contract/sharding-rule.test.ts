// Tests of the sharding rule: every statement of a request must have a condition on the account.
import { beforeAll, describe, expect, it } from 'vitest';
import { accessesWithoutAccount, accountTables, loadParser } from '../support/sharding-rule.ts';

const tables = new Set(['booking', 'booking_stop', 'event']);
const unscoped = (text: string) =>
  accessesWithoutAccount(text, tables).map(({ verb, table }) => `${verb} ${table}`);

beforeAll(loadParser);

describe('a statement with a condition on the account', () => {
  it.each([
    ['select id from booking where account_id = $1 and id = $2'],
    [
      'select b.id from booking b join booking_stop s on s.account_id = b.account_id and s.booking_id = b.id where b.account_id = $1',
    ],
    ['select * from booking join booking_stop using (account_id) where account_id = $1'],
    ['insert into event (id, account_id) values ($1, $2)'],
    ['update booking set state = $1 where (account_id, id) = ($2, $3)'],
    ['with mine as (select id from booking where account_id = $1) select id from mine'],
    [
      'select (select count(*) from booking_stop s where s.account_id = b.account_id) from booking b where b.account_id = $1',
    ],
    ['select name from migration'],
  ])('passes: %s', (text) => {
    expect(unscoped(text)).toEqual([]);
  });
});

describe('a statement without a condition on the account', () => {
  it.each([
    ['select id from booking where id = $1', 'select booking'],
    ['select account_id from booking where id = $1', 'select booking'],
    ['update booking set account_id = $1 where id = $2', 'update booking'],
    ['delete from event where id = $1', 'delete event'],
    ['insert into event (id) values ($1)', 'insert event'],
    [
      'select 1 from booking b join booking_stop s on s.booking_id = b.id where b.account_id = $1',
      'select booking_stop',
    ],
    [
      'select (select count(*) from booking_stop s where s.booking_id = b.id) from booking b where b.account_id = $1',
      'select booking_stop',
    ],
    ['with gone as (delete from event where id = $1 returning id) select id from gone', 'delete event'],
    ['select id from booking where id in (select id from event where account_id = $1)', 'select booking'],
  ])('is reported: %s', (text, fault) => {
    expect(unscoped(text)).toEqual([fault]);
  });
});

it('reads the account tables from the schema', () => {
  const all = accountTables();
  expect(all.size).toBeGreaterThan(40);
  for (const table of ['booking', 'quote', 'webhook_endpoint', 'event']) expect([...all]).toContain(table);
  for (const table of ['account', 'service_area', 'capacity_bucket']) expect([...all]).not.toContain(table);
});
