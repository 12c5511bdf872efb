// Periodic task: deletes photos after the retention period, first the file, then the row that refers to it.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PhotoStorage } from '../../integrations/photo-storage/photo-storage.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { deletePhotos, expiredPhotos } from './system/expired-photo-store.ts';

const batchSize = 100;
const dayMillis = 86_400_000;

export function photoTasks(
  db: SystemDatabase,
  clock: Clock,
  photos: PhotoStorage,
  retentionDays: number,
): PeriodicTask[] {
  const run = async () => {
    const before = new Date(clock.now().getTime() - retentionDays * dayMillis);
    for (;;) {
      const names = await expiredPhotos(db, before, batchSize);
      if (names.length === 0) return;
      for (const name of names) await photos.remove(name);
      await deletePhotos(db, names);
    }
  };
  return [{ name: 'photos.forget', everySeconds: 3_600, run }];
}
