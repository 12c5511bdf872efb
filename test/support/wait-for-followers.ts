// Waits until all events are in the feed and all followers have processed them: billing, dispatch, messages.
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { queryAsOwner } from './database.ts';
import { until } from './until.ts';

/** Selects a row per event that a follower still has to process. */
export const pendingEventsQuery = `select 1 from event
  where position is null or position > (select min(position) from event_follower)`;

export async function untilFollowersCaughtUp(connection: ConnectionOptions): Promise<void> {
  await until(
    () => queryAsOwner(connection, pendingEventsQuery),
    (rows) => rows.length === 0,
  );
}
