// Finding bookings by their words, on any number of bookings. Words that few have are looked up by their index. For those that
// many have it is quicker to go through bookings from the newest on, as long as they are met soon; where they are not, the newest
// that have them are looked up. Which it is has to be known before a statement is planned, so each is a statement of its own.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

/** More than these cannot be sorted in a moment. */
const FEW = 20_000;
/** So many of the newest are gone through. */
const WALKED = 20_000;
/** Among so many of the newest that have the words, the other conditions are looked for. */
const NEWEST = 5_000;

/** Where a page begins, and in which direction it goes on. */
export interface WordsPage {
  readonly direction: 'older' | 'newer';
  readonly from: { readonly id: string } | null;
  readonly limit: number;
}

/** `load` reads a page of bookings `b` on a further condition. */
export async function loadByWords<Row>(
  db: SystemDatabase,
  said: string,
  page: WordsPage,
  load: (condition: RawBuilder<unknown>) => Promise<Row[]>,
): Promise<Row[]> {
  const question = sql`words_query(${said}::text)`;
  if (!(await isCommon(db, question))) return load(among(question, said));
  if (page.direction === 'older') {
    const met = await load(sql`b.id in (
      select booking_id from (
        select booking_id, words from booking_words where ${beyond(page, sql`booking_id`)}
        order by booking_id desc limit ${sql.lit(WALKED)}) as newest
      where words @@ ${question} limit ${sql.lit(NEWEST)})`);
    if (met.length >= page.limit) return met;
  }
  const order = page.direction === 'older' ? sql`desc` : sql`asc`;
  return load(sql`b.id in (select booking_id from booking_words where words @@ ${question}
    and ${beyond(page, sql`booking_id`)} order by booking_id ${order} limit ${sql.lit(NEWEST)})`);
}

async function isCommon(db: SystemDatabase, question: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from booking_words where words @@ ${question} limit ${sql.lit(FEW + 1)}) as found`.execute(db);
  return (rows[0]?.count ?? 0) > FEW;
}

/** A confirmation code is known at once, all else as soon as somebody has reckoned with the booking. */
function among(question: RawBuilder<unknown>, said: string): RawBuilder<unknown> {
  return sql`b.id in (select booking_id from booking_words where words @@ ${question}
    union select id from booking where hid = upper(trim(${said}::text)))`;
}

function beyond({ direction, from }: WordsPage, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!from) return sql`true`;
  return direction === 'older' ? sql`${id} < ${from.id}` : sql`${id} > ${from.id}`;
}
