// Deletes expired refusal records.
import type { SystemDatabase } from '../../../db/system-database.ts';

export async function deleteExpiredRefusals(db: SystemDatabase, before: Date): Promise<void> {
  await db.deleteFrom('sandbox_refusal').where('refused_at', '<', before).execute();
}
