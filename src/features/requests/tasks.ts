// Periodic task of the request log: creates partitions for the coming days and drops those past retention.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { dropExpiredRequestLogs } from './system/request-log-write-store.ts';

export function requestLogTasks(db: SystemDatabase, clock: Clock, retentionDays: number): PeriodicTask[] {
  return [
    {
      name: 'requests.retention',
      everySeconds: 3_600,
      run: () => dropExpiredRequestLogs(db, clock.now(), retentionDays),
    },
  ];
}
