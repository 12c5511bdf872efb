// Forgets which requests were refused once, when nobody repeats them any more.
import type { SystemDatabase } from '../../../db/system-database.ts';

export async function forgetRefusals(db: SystemDatabase, before: Date): Promise<void> {
  await db.deleteFrom('sandbox_refusal').where('refused_at', '<', before).execute();
}
