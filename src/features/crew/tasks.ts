// Housekeeping of the crew's page: links and sessions that are over, and what phones told long ago.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { deleteEndedAccess, deleteOldReports } from './cleanup-store.ts';
import { momentOf } from './crew-sessions.ts';

/** Longer than any phone stays away with something to tell. */
const keptDays = 90;

export function crewTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  const run = async () => {
    const now = clock.now();
    await deleteEndedAccess(db, momentOf(now));
    await deleteOldReports(db, new Date(now.getTime() - keptDays * 86_400_000));
  };
  return [{ name: 'crew.cleanup', everySeconds: 3_600, run }];
}
