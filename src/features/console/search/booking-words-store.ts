// Finding bookings by their words. A word that few have is looked up; one that many have is met soon enough by going
// through bookings from the newest on. Which of the two it is has to be known before the statement is planned.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

/** Up to so many can be sorted at once; beyond that a word is common. */
const FEW = 1_000;

export type FoundByWords = { readonly ids: readonly string[] } | { readonly isCommon: true };

/** A confirmation code is known at once, all else as soon as somebody has reckoned with the booking. */
export async function findByWords(db: SystemDatabase, said: string): Promise<FoundByWords> {
  const { rows } = await sql<{ id: string }>`
    select booking_id as id from booking_words where words @@ words_query(${said}::text)
    union select id from booking where hid = upper(trim(${said}::text))
    limit ${FEW + 1}`.execute(db);
  return rows.length > FEW ? { isCommon: true } : { ids: rows.map(({ id }) => id) };
}

/** A condition on `b.id`. */
export function isAmong(found: FoundByWords, said: string): RawBuilder<unknown> {
  if ('ids' in found) return sql`b.id = any (${[...found.ids]}::uuid[])`;
  // Through coalesce no index is used: rows are met one by one in the order of the list.
  return sql`exists (select from booking_words w
    where w.booking_id = b.id and coalesce(w.words, '') @@ words_query(${said}::text))`;
}
