// Idempotency keys of requests that were refused once on purpose.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';

/** Returns whether the key is new. */
export async function recordRefusal(
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
