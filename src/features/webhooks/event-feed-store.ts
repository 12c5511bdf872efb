// Store of the event feed, ordered by feed position. Positions only grow, so a reader that continues after a position
// misses nothing.
import { type RawBuilder, sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';

export interface EventFilter {
  /** Empty: all types. */
  readonly types: readonly string[];
  readonly bookingId?: string | undefined;
}

export interface FeedRequest {
  readonly filter: EventFilter;
  readonly direction: 'newer' | 'older';
  /** Exclusive bound: only rows beyond this feed position, in the direction. */
  readonly from: bigint;
  readonly limit: number;
}

export interface FeedRow {
  readonly position: bigint;
  /** The body exactly as it is sent to endpoints. */
  readonly payload: string;
}

export interface FeedPage {
  /** Ordered in the direction of reading: nearest to `from` first. */
  readonly rows: readonly FeedRow[];
  /** Last position of the whole feed in the same snapshot, regardless of the filter; 0 if the feed is empty. */
  readonly end: bigint;
}

/**
 * A single statement, so that rows and end come from the same snapshot: no event at or below `end` can appear later.
 */
export async function readFeed(
  db: AccountDatabase,
  accountId: string,
  { filter, direction, from, limit }: FeedRequest,
): Promise<FeedPage> {
  const isNewer = direction === 'newer';
  const conditions = [
    inFeed(accountId),
    isNewer ? sql`position > ${from}` : sql`position < ${from}`,
    ...(filter.types.length > 0 ? [sql`type = any(${[...filter.types]}::text[])`] : []),
    ...(filter.bookingId === undefined ? [] : [sql`booking_id = ${filter.bookingId}`]),
  ];
  const { rows } = await sql<{ end: string; position: string | null; payload: string }>`
    select feed."end", page.position, page.payload::text as payload
    from (select coalesce(max(position), 0) as "end" from event where ${inFeed(accountId)}) feed
    left join lateral (
      -- Converted to text after the limit: a plan that sorts would decompress every payload.
      select position, payload from event
      where ${sql.join(conditions, sql` and `)}
      order by position ${isNewer ? sql`asc` : sql`desc`} limit ${limit}
    ) page on true
    order by page.position ${isNewer ? sql`asc` : sql`desc`}`.execute(db);
  return {
    rows: rows.flatMap(({ position, payload }) =>
      position === null ? [] : { position: BigInt(position), payload },
    ),
    end: BigInt(rows[0]?.end ?? 0),
  };
}

/** Test events (`endpoint_id` set) are not events of the account. */
export async function findEventPayload(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ payload: string }>`
    select payload::text as payload from event
    where id = ${id} and account_id = ${accountId} and endpoint_id is null`.execute(db);
  return rows[0]?.payload;
}

/** Condition for events of the feed. Events without a position have not been relayed yet and are not visible. */
function inFeed(accountId: string): RawBuilder<unknown> {
  return sql`account_id = ${accountId} and endpoint_id is null and position is not null`;
}
