// Periodic cleanup of the crew page: expired links and sessions, old action results and photo records.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { deleteExpiredAccess, deleteOldReports } from './cleanup-store.ts';
import { momentOf } from './crew-sessions.ts';

/** Longer than any phone stays offline with unsent actions. */
const keptDays = 90;

export function crewTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  const run = async () => {
    const now = clock.now();
    await deleteExpiredAccess(db, momentOf(now));
    await deleteOldReports(db, new Date(now.getTime() - keptDays * 86_400_000));
  };
  return [{ name: 'crew.cleanup', everySeconds: 3_600, run }];
}
