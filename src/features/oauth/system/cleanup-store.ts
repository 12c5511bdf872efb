// Deletes expired authorization codes, sessions, secrets, tokens and throttle counters. Used codes and refresh tokens
// stay for a day (`retentionMillis` in tasks.ts), so that a second use is still detected as theft.
import type { SystemDatabase } from '../../../db/system-database.ts';
import { signInSessions } from '../session-store.ts';

export async function deleteExpiredCredentials(db: SystemDatabase, endedBefore: Date): Promise<void> {
  await db.deleteFrom('authorization_code').where('expires_at', '<', endedBefore).execute();
  await signInSessions.deleteEnded(db, endedBefore);
  await db.deleteFrom('client_secret').where('expires_at', '<', endedBefore).execute();
  await db.deleteFrom('attempt_throttle').where('window_started_at', '<', endedBefore).execute();
  await db
    .deleteFrom('refresh_token')
    .where((where) =>
      where.or([where('expires_at', '<', endedBefore), where('revoked_at', '<', endedBefore)]),
    )
    .execute();
  await db
    .deleteFrom('access_token')
    .where('revoked_at', '<', endedBefore)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('refresh_token')
            .select('id')
            .whereRef('refresh_token.access_token_id', '=', 'access_token.id'),
        ),
      ),
    )
    .execute();
}
