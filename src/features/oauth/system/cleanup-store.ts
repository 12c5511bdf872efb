// Deletes expired authorization codes, sessions, secrets, tokens and throttle counters. Used codes and refresh tokens
// stay for a day (`retentionMillis` in tasks.ts), so that a second use is still detected as theft.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { signInSessions } from '../sign-in-session-store.ts';

export async function deleteExpiredCredentials(db: SystemDatabase, endedBefore: Date): Promise<void> {
  await sql`delete from authorization_code where expires_at < ${endedBefore}`.execute(db);
  await signInSessions.deleteEnded(db, endedBefore);
  await sql`delete from client_secret where expires_at < ${endedBefore}`.execute(db);
  await sql`delete from attempt_throttle where window_started_at < ${endedBefore}`.execute(db);
  await sql`
    delete from refresh_token where expires_at < ${endedBefore} or revoked_at < ${endedBefore}`.execute(db);
  await sql`
    delete from access_token t where t.revoked_at < ${endedBefore}
      and not exists (select from refresh_token r where r.access_token_id = t.id)`.execute(db);
}
