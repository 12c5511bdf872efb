// Periodic task of the portal: deletes expired links and sessions.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { portalLinks, portalSessions } from './portal-session-store.ts';

const retentionMillis = 60 * 60 * 1000;

export function portalTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  const run = async () => {
    const endedBefore = new Date(clock.now().getTime() - retentionMillis);
    await portalLinks.deleteExpired(db, endedBefore);
    await portalSessions.deleteEnded(db, endedBefore);
  };
  return [{ name: 'portal.cleanup', everySeconds: 600, run }];
}
