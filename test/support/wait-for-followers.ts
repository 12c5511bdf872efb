// Waits until everything that happened has been acted upon: placed in the feed, billed, told to crews and to people.
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { queryAsOwner } from './database.ts';
import { until } from './until.ts';

/** Rows for events that somebody has still to act upon. */
export const notActedUpon = `select 1 from event
  where position is null or position > (select min(position) from event_follower)`;

export async function untilActedUpon(connection: ConnectionOptions): Promise<void> {
  await until(
    () => queryAsOwner(connection, notActedUpon),
    (rows) => rows.length === 0,
  );
}
