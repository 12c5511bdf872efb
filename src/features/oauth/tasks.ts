// Periodic task: deletes expired and revoked OAuth credentials after 24 hours.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { deleteExpiredCredentials } from './system/cleanup-store.ts';

const retentionMillis = 24 * 60 * 60 * 1000;

export function oauthTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  return [
    {
      name: 'oauth.cleanup',
      everySeconds: 600,
      run: () => {
        const now = clock.now();
        return deleteExpiredCredentials(db, { now, endedBefore: new Date(now.getTime() - retentionMillis) });
      },
    },
  ];
}
