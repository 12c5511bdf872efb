// Periodic tasks of webhooks and of the portal.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { createPortalStores } from './portal-session-store.ts';
import { dropExpiredEvents } from './system/retention-store.ts';

/** Creates the partitions of the coming weeks and drops those past retention. */
export function webhookTasks(db: SystemDatabase, clock: Clock, retentionDays: number): PeriodicTask[] {
  return [
    {
      name: 'webhooks.retention',
      everySeconds: 3_600,
      run: () => dropExpiredEvents(db, clock.now(), retentionDays),
    },
  ];
}

const retentionMillis = 60 * 60 * 1000;

/** Deletes expired links and sessions. */
export function portalTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  // Housekeeping does not look at access tokens.
  const { links, sessions } = createPortalStores(null);
  const run = async () => {
    const endedBefore = new Date(clock.now().getTime() - retentionMillis);
    await links.deleteExpired(db, endedBefore);
    await sessions.deleteEnded(db, endedBefore);
  };
  return [{ name: 'portal.cleanup', everySeconds: 600, run }];
}
