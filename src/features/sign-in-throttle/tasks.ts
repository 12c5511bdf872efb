// Periodic task: deletes forgotten counters of failed attempts and networks that are no longer known.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import { deleteOldCounters } from './system/throttle-admin-store.ts';
import { knownNetworkDays } from './throttle-policy.ts';

export function signInThrottleTasks(db: SystemDatabase): PeriodicTask[] {
  return [
    {
      name: 'sign_in_throttle.cleanup',
      everySeconds: 3_600,
      run: () => deleteOldCounters(db, knownNetworkDays),
    },
  ];
}
