// Deletes expired authorization codes, sessions, secrets, tokens and throttle counters, after it has revoked the tokens that
// are no longer valid. Used codes and refresh tokens stay for a day (`retentionMillis` in tasks.ts), so that a second use is
// still detected as theft.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { endedTokenIds, isValidSecret, type TokenValidity } from '../../accounts/valid-token-store.ts';
import { signInSessions } from '../sign-in-session-store.ts';

/** Marks tokens as revoked that are refused already. Skips locked rows until the next run, so that it cannot deadlock. */
async function revokeEndedTokens(db: SystemDatabase, validity: TokenValidity): Promise<void> {
  const { now } = validity;
  await sql`
    update refresh_token set revoked_at = ${now}
    where id = any (array(
      select t.id from client_secret s join refresh_token t on t.client_secret_id = s.id
      where not ${isValidSecret(now)} and t.revoked_at is null for no key update of t skip locked))`.execute(
    db,
  );
  await sql`
    update access_token set revoked_at = ${now}
    where id = any (array(
      select id from access_token where id in (${endedTokenIds(validity)}) and revoked_at is null
      for no key update skip locked))`.execute(db);
}

export async function deleteExpiredCredentials(
  db: SystemDatabase,
  { endedBefore, ...validity }: TokenValidity & { readonly endedBefore: Date },
): Promise<void> {
  await revokeEndedTokens(db, validity);
  await sql`delete from authorization_code where expires_at < ${endedBefore}`.execute(db);
  await signInSessions.deleteEnded(db, endedBefore);
  await sql`delete from attempt_throttle where window_started_at < ${endedBefore}`.execute(db);
  await sql`
    delete from refresh_token where id = any (array(
      select id from refresh_token where expires_at < ${endedBefore} or revoked_at < ${endedBefore}
      for update skip locked))`.execute(db);
  await sql`
    delete from access_token t where t.revoked_at < ${endedBefore}
      and not exists (select from refresh_token r where r.access_token_id = t.id)`.execute(db);
  // After its tokens: deleting a secret also deletes tokens that still refer to it.
  await sql`
    delete from client_secret s where (s.expires_at < ${endedBefore} or s.revoked_at < ${endedBefore})
      and not exists (select from access_token t where t.client_secret_id = s.id)
      and not exists (select from refresh_token r where r.client_secret_id = s.id)`.execute(db);
}
