// Periodic task: revokes access tokens that are no longer valid, and deletes expired and revoked OAuth credentials after 24
// hours.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { tokenValidityAt } from '../accounts/valid-token-store.ts';
import { deleteExpiredCredentials } from './system/cleanup-store.ts';

const retentionMillis = 24 * 60 * 60 * 1000;

/** `idleDays`: days without use after which access tokens expire; null: they do not expire. */
export function oauthTasks(db: SystemDatabase, clock: Clock, idleDays: number | null): PeriodicTask[] {
  return [
    {
      name: 'oauth.cleanup',
      everySeconds: 600,
      run: () => {
        const now = clock.now();
        const endedBefore = new Date(now.getTime() - retentionMillis);
        return deleteExpiredCredentials(db, { ...tokenValidityAt(now, idleDays), endedBefore });
      },
    },
  ];
}
