// Deletes expired authorization codes, sessions, secrets, tokens and throttle counters, after it has revoked the tokens of
// ended secrets and expired tokens. Used codes and refresh tokens
// stay for a day (`retentionMillis` in tasks.ts), so that a second use is still detected as theft.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { signInSessions } from '../sign-in-session-store.ts';

/** Marks tokens as revoked that are refused already: their client secret or they themselves expired. */
async function revokeEndedTokens(db: SystemDatabase, now: Date): Promise<void> {
  await sql`
    update refresh_token t set revoked_at = ${now} from client_secret s
    where s.id = t.client_secret_id and t.revoked_at is null
      and (s.revoked_at is not null or s.expires_at <= ${now})`.execute(db);
  await sql`
    update access_token t set revoked_at = ${now} from client_secret s
    where s.id = t.client_secret_id and t.revoked_at is null
      and (s.revoked_at is not null or s.expires_at <= ${now})`.execute(db);
  await sql`
    update access_token set revoked_at = ${now}
    where revoked_at is null and expires_at <= ${now}`.execute(db);
}

export async function deleteExpiredCredentials(
  db: SystemDatabase,
  { now, endedBefore }: { readonly now: Date; readonly endedBefore: Date },
): Promise<void> {
  await revokeEndedTokens(db, now);
  await sql`delete from authorization_code where expires_at < ${endedBefore}`.execute(db);
  await signInSessions.deleteEnded(db, endedBefore);
  await sql`delete from attempt_throttle where window_started_at < ${endedBefore}`.execute(db);
  await sql`
    delete from refresh_token where expires_at < ${endedBefore} or revoked_at < ${endedBefore}`.execute(db);
  await sql`
    delete from access_token t where t.revoked_at < ${endedBefore}
      and not exists (select from refresh_token r where r.access_token_id = t.id)`.execute(db);
  // After its tokens: deleting a secret also deletes tokens that still refer to it.
  await sql`
    delete from client_secret s where (s.expires_at < ${endedBefore} or s.revoked_at < ${endedBefore})
      and not exists (select from access_token t where t.client_secret_id = s.id)
      and not exists (select from refresh_token r where r.client_secret_id = s.id)`.execute(db);
}
