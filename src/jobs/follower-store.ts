// Store for the feed positions of followers.
import { sql } from 'kysely';
import type { SystemDatabase, SystemTransaction } from '../db/system-database.ts';
import type { PositionedEvent } from './relay-store.ts';

/**
 * The next events of a follower. Locks the follower's row until the end of the transaction; returns nothing while
 * another process holds that lock.
 */
export async function nextEvents(
  trx: SystemTransaction,
  name: string,
  limit: number,
): Promise<readonly (PositionedEvent & { readonly position: string })[]> {
  const { rows } = await sql<PositionedEvent & { position: string }>`
    with place as materialized (
      select position from event_follower where name = ${name} for update skip locked)
    select e.* from place cross join lateral (
      select id, account_id as "accountId", booking_id as "bookingId", type, endpoint_id as "endpointId", position
      from event where position > place.position order by position limit ${limit}) e`.execute(trx);
  return rows;
}

export async function storePosition(trx: SystemTransaction, name: string, position: string): Promise<void> {
  await sql`update event_follower set position = ${position} where name = ${name}`.execute(trx);
}

export async function hasNewEvents(db: SystemDatabase, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from event_follower f cross join lateral (
      select 1 from event where position > f.position limit 1) e
    where f.name = ${name}`.execute(db);
  return rows.length > 0;
}
