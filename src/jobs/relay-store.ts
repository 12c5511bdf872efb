// Assigns feed positions. An advisory lock admits one relay at a time across all processes: a position is never
// assigned while a smaller one could still become visible, so a reader that continues from a position misses nothing.
import { type RawBuilder, sql } from 'kysely';
import { queryTransaction } from '../db/statement.ts';
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

/**
 * Writes that the statement that assigns the positions makes as well: both happen or neither, without another round
 * trip to the database.
 */
export interface PositionEffects {
  /**
   * Common table expressions. They read the events from `positioned`: id, account_id, booking_id, type, endpoint_id,
   * payload, occurred_at, and number (from 1, in the order of the positions).
   */
  readonly tables: RawBuilder<unknown>;
  /** Expression of type text, evaluated once if there are events. */
  readonly report: RawBuilder<unknown>;
}

export interface RelayedBatch {
  /** In the order of their positions. */
  readonly events: readonly RelayedEvent[];
  /** Result of the effects; null without events. */
  readonly report: string | null;
}

const relayLock = 0x57_42_52_4c; // "WBRL"

/**
 * Held until the end of the transaction. A separate statement, so that the snapshot of the next one sees everything
 * that the previous relay wrote.
 */
const lock = sql`select pg_advisory_xact_lock(${sql.lit(relayLock)})`;

/**
 * Positions advance with the database clock (microseconds). If PostgreSQL crashes before this asynchronous commit is on
 * disk, the events get new positions, greater than any position that a reader may have seen.
 */
const place = (limit: number, { tables, report }: PositionEffects) => sql<RelayedRow>`
  with unpositioned as materialized (
    select id, row_number() over (order by occurred_at, sequence, id) as number
    from (select id, occurred_at, sequence from event where position is null
          order by occurred_at, sequence, id limit ${limit}) as first
  ), base as materialized (
    select greatest((select last_value from event_position), (extract(epoch from clock_timestamp()) * 1000000)::bigint)
      as position, (select count(*) from unpositioned) as events
  ), moved as materialized (
    select setval('event_position', position + events) from base where events > 0
  ), positioned as (
    update event e set position = base.position + unpositioned.number
    from unpositioned, base where e.id = unpositioned.id and (select count(*) from moved) > 0
    returning e.id, e.account_id, e.booking_id, e.type, e.endpoint_id, e.payload, e.occurred_at, unpositioned.number
  ), ${tables}
  select id, account_id as "accountId", booking_id as "bookingId", type, endpoint_id as "endpointId",
    payload::text, occurred_at as "occurredAt", case when number = 1 then ${report} end as report
  from positioned order by number`;

type RelayedRow = RelayedEvent & { readonly report: string | null };

/** Positions the next events, in the order of occurrence. The transaction of the caller may write more. */
export async function assignPositions(
  trx: SystemTransaction,
  limit: number,
  effects: PositionEffects,
): Promise<RelayedBatch> {
  const [, { rows }] = await Promise.all([lock.execute(trx), place(limit, effects).execute(trx)]);
  return relayedBatch(rows);
}

/** The same in a transaction of its own, which takes one round trip: the commit is sent with the statements. */
export async function assignPositionsAndCommit(
  db: SystemDatabase,
  limit: number,
  effects: PositionEffects,
): Promise<RelayedBatch> {
  const statements = [lock, place(limit, effects)].map((query) => {
    const { sql: text, parameters } = query.compile(db);
    return { text, values: parameters };
  });
  const [, rows = []] = await queryTransaction(db, statements);
  return relayedBatch(rows as RelayedRow[]);
}

function relayedBatch(rows: readonly RelayedRow[]): RelayedBatch {
  return { events: rows, report: rows[0]?.report ?? null };
}

export async function hasUnpositioned(db: SystemDatabase): Promise<boolean> {
  const { rows } = await sql`select 1 from event where position is null limit 1`.execute(db);
  return rows.length > 0;
}
