// Looks up bookings by confirmation code or order number.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';

/** Limit for one order number, which may repeat. The newest bookings are returned. */
const maxFound = 100;

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
