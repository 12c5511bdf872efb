// Retention of the crew page: deletes expired links and sessions, and old reports and photo records.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { SessionCutoff } from './session-store.ts';

export async function deleteExpiredAccess(
  db: SystemDatabase,
  { now, idleSince }: SessionCutoff,
): Promise<void> {
  await db.deleteFrom('crew_link').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('crew_session')
    .where((where) => where.or([where('expires_at', '<=', now), where('last_used_at', '<=', idleSince)]))
    .execute();
}

export async function deleteOldReports(db: SystemDatabase, before: Date): Promise<void> {
  await db.deleteFrom('crew_action').where('received_at', '<', before).execute();
  await db.deleteFrom('crew_photo').where('created_at', '<', before).execute();
}
