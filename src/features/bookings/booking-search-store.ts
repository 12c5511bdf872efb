// Finds bookings by what people call them.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';

/** Order numbers may repeat; the newest bookings are enough. */
const maxFound = 100;

/** By confirmation code or order number. */
export async function findBookingIds(
  db: AccountDatabase,
  accountId: string,
  text: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from booking where account_id = ${accountId} and hid = ${text.toUpperCase()}
    union
    (select id from booking where account_id = ${accountId} and order_number = ${text}
      order by created_at desc, id desc limit ${maxFound})`.execute(db);
  return rows.map(({ id }) => id);
}
