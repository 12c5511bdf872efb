// Assigns feed positions. An advisory lock admits one relay at a time across all processes: a position is never
// assigned while a smaller one could still become visible, so a reader that continues from a position misses nothing.
import { sql } from 'kysely';
import type { SystemDatabase, SystemTransaction } from '../db/system-database.ts';

export interface PositionedEvent {
  readonly id: string;
  readonly accountId: string;
  readonly bookingId: string | null;
  readonly type: string;
  /** Set: only for this webhook endpoint. */
  readonly endpointId: string | null;
}

/** An event at the time it gets its position, with its payload. */
export interface RelayedEvent extends PositionedEvent {
  /** JSON, as sent. */
  readonly payload: string;
  readonly occurredAt: Date;
}

const relayLock = 0x57_42_52_4c; // "WBRL"

/**
 * Positions the next events, in the order of occurrence. The lock is taken by a separate statement, so that the next
 * statement's snapshot sees everything the previous relay wrote; it is held until the end of the transaction.
 *
 * Positions advance with the database clock (microseconds). If PostgreSQL crashes before this asynchronous commit is on
 * disk, the events get new positions, greater than any position that a reader may have seen.
 */
export async function assignPositions(
  trx: SystemTransaction,
  limit: number,
): Promise<readonly RelayedEvent[]> {
  const lock = sql`select pg_advisory_xact_lock(${relayLock})`;
  const place = sql<RelayedEvent & { position: string }>`
    with unpositioned as materialized (
      select id, row_number() over (order by occurred_at, sequence, id) as number
      from (select id, occurred_at, sequence from event where position is null
            order by occurred_at, sequence, id limit ${limit}) as first
    ), base as materialized (
      select greatest((select last_value from event_position), (extract(epoch from clock_timestamp()) * 1000000)::bigint)
        as position, (select count(*) from unpositioned) as events
    ), moved as materialized (
      select setval('event_position', position + events) from base where events > 0
    )
    update event e set position = base.position + unpositioned.number
    from unpositioned, base where e.id = unpositioned.id and (select count(*) from moved) > 0
    returning e.id, e.account_id as "accountId", e.booking_id as "bookingId", e.type, e.endpoint_id as "endpointId",
      e.payload::text, e.occurred_at as "occurredAt", e.position`;
  const [, { rows }] = await Promise.all([lock.execute(trx), place.execute(trx)]);
  return rows.sort((a, b) => Number(BigInt(a.position) - BigInt(b.position)));
}

export async function hasUnpositioned(db: SystemDatabase): Promise<boolean> {
  const { rows } = await sql`select 1 from event where position is null limit 1`.execute(db);
  return rows.length > 0;
}
