// Store: deletes expired portal links and sessions.
import type { SystemDatabase } from '../../../db/system-database.ts';

export async function deleteExpiredPortalSessions(db: SystemDatabase, endedBefore: Date): Promise<void> {
  await db.deleteFrom('portal_link').where('expires_at', '<', endedBefore).execute();
  await db.deleteFrom('portal_session').where('expires_at', '<', endedBefore).execute();
}
