// Periodic cleanup of the crew page: expired links and sessions, old action results and photo records.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { crewLinks, crewSessions } from './access-store.ts';
import { deleteOldReports } from './synced-action-store.ts';

/** Longer than any phone stays offline with unsent actions. */
const keptDays = 90;

export function crewTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  const run = async () => {
    const now = clock.now();
    await crewLinks.deleteExpired(db, now);
    await crewSessions.deleteEnded(db, now);
    await deleteOldReports(db, new Date(now.getTime() - keptDays * 86_400_000));
  };
  return [{ name: 'crew.cleanup', everySeconds: 3_600, run }];
}
