// Full-text search of bookings with bounded cost for any number of bookings. Rare words: looked up in the index and
// sorted. Common words: the newest bookings are scanned first; if too few match, the newest matches come from the
// index. The strategy must be known when the statement is planned, so each one is a separate statement.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

/** Upper limit of matches that can be sorted quickly; more count as common. */
const MAX_SORTED = 20_000;
/** Number of newest bookings that are scanned. */
const SCANNED = 20_000;
/** Number of newest matches within which the other filters are applied. */
const MAX_COMMON = 5_000;

/** Cursor and direction of a page. */
export interface SearchPage {
  readonly direction: 'older' | 'newer';
  readonly from: { readonly id: string } | null;
  readonly limit: number;
}

/** `load` reads a page of bookings (alias `b`) with an additional condition. */
export async function searchByWords<Row>(
  db: SystemDatabase,
  text: string,
  page: SearchPage,
  load: (condition: RawBuilder<unknown>) => Promise<Row[]>,
): Promise<Row[]> {
  const tsQuery = sql`words_query(${text}::text)`;
  if (!(await isCommon(db, tsQuery))) return load(matchesText(tsQuery, text));
  if (page.direction === 'older') {
    const matches = await load(sql`b.id in (
      select booking_id from (
        select booking_id, words from booking_words where ${afterCursor(page, sql`booking_id`)}
        order by booking_id desc limit ${sql.lit(SCANNED)}) as newest
      where words @@ ${tsQuery} limit ${sql.lit(MAX_COMMON)})`);
    if (matches.length >= page.limit) return matches;
  }
  const order = page.direction === 'older' ? sql`desc` : sql`asc`;
  return load(sql`b.id in (select booking_id from booking_words where words @@ ${tsQuery}
    and ${afterCursor(page, sql`booking_id`)} order by booking_id ${order} limit ${sql.lit(MAX_COMMON)})`);
}

async function isCommon(db: SystemDatabase, tsQuery: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from booking_words where words @@ ${tsQuery} limit ${sql.lit(MAX_SORTED + 1)}) as found`.execute(
    db,
  );
  return (rows[0]?.count ?? 0) > MAX_SORTED;
}

/** Confirmation codes match immediately; all other words as soon as the follower has indexed the booking. */
function matchesText(tsQuery: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  return sql`b.id in (select booking_id from booking_words where words @@ ${tsQuery}
    union select id from booking where hid = upper(trim(${text}::text)))`;
}

function afterCursor({ direction, from }: SearchPage, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!from) return sql`true`;
  return direction === 'older' ? sql`${id} < ${from.id}` : sql`${id} > ${from.id}`;
}
