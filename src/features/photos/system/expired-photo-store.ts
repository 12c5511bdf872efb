// Photos older than the retention period.
import type { SystemDatabase } from '../../../db/system-database.ts';

export async function expiredPhotos(db: SystemDatabase, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('photo')
    .select('name')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

export async function deletePhotos(db: SystemDatabase, names: readonly string[]): Promise<void> {
  await db
    .deleteFrom('photo')
    .where('name', 'in', [...names])
    .execute();
}
