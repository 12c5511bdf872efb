// Requests that asked to be refused once, by their Idempotency-Key.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';

/** Whether this is the first time that the key is seen. */
export async function noteRefusal(
  db: AccountDatabase,
  accountId: string,
  key: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into sandbox_refusal (account_id, key, refused_at) values (${accountId}, ${key}, ${now})
    on conflict do nothing returning key`.execute(db);
  return rows.length > 0;
}
