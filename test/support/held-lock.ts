// A lock held by the test, so that the transactions of concurrent requests wait for it in a known state.
import { Client } from 'pg';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { queryAsOwner } from './database.ts';
import { until } from './until.ts';

/** `statement` takes the lock: `select … for update` or `lock table …`. A second `release` has no effect. */
export async function holdLock(
  connection: ConnectionOptions,
  statement: string,
  values: readonly unknown[] = [],
) {
  const client = new Client(connection);
  await client.connect();
  await client.query('begin');
  await client.query(statement, [...values]);
  let isReleased = false;
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    /** In the transaction that holds the lock. */
    query: (text: string) => client.query(text),
    othersWaiting: (count: number) =>
      until(
        () => queryAsOwner<{ count: number }>(connection, waiting),
        // Background work may wait too.
        ([found]) => (found?.count ?? 0) >= count,
      ),
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      await client.query('commit');
      await client.end();
    },
  };
}
