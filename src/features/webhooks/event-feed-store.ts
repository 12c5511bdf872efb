// The feed of events: by position, which only ever grows, so whoever reads on from one misses nothing.
import { type RawBuilder, sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';

export interface EventFilter {
  /** Empty: all. */
  readonly types: readonly string[];
  readonly bookingId?: string | undefined;
}

export interface FeedRequest {
  readonly filter: EventFilter;
  readonly direction: 'newer' | 'older';
  /** Beyond this place, in the direction. */
  readonly from: bigint;
  readonly limit: number;
}

export interface FeedRow {
  readonly position: bigint;
  /** As it is sent to endpoints. */
  readonly payload: string;
}

export interface FeedPage {
  /** In the direction of the page: the nearest to its start come first. */
  readonly rows: readonly FeedRow[];
  /** The last position of the whole feed at the same moment, whatever the filter; 0 if there is none. */
  readonly end: bigint;
}

/** One statement, so that rows and end are of the same moment: nothing up to the end is still to come. */
export async function readFeed(
  db: AccountDatabase,
  accountId: string,
  { filter, direction, from, limit }: FeedRequest,
): Promise<FeedPage> {
  const isNewer = direction === 'newer';
  const conditions = [
    ofFeed(accountId),
    isNewer ? sql`position > ${from}` : sql`position < ${from}`,
    ...(filter.types.length > 0 ? [sql`type = any(${[...filter.types]}::text[])`] : []),
    ...(filter.bookingId === undefined ? [] : [sql`booking_id = ${filter.bookingId}`]),
  ];
  const { rows } = await sql<{ end: string; position: string | null; payload: string }>`
    select feed."end", page.position, page.payload
    from (select coalesce(max(position), 0) as "end" from event where ${ofFeed(accountId)}) feed
    left join lateral (
      select position, payload::text as payload from event
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

/** What was only sent to try an endpoint is no event of the account. */
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

/** Placed: what is not told to the feed yet is not there. */
function ofFeed(accountId: string): RawBuilder<unknown> {
  return sql`account_id = ${accountId} and endpoint_id is null and position is not null`;
}
