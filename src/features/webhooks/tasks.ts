// Periodic task of webhooks: creates the partitions of the coming weeks and drops those past retention.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { dropExpiredEvents } from './system/retention-store.ts';

export function webhookTasks(db: SystemDatabase, clock: Clock, retentionDays: number): PeriodicTask[] {
  return [
    {
      name: 'webhooks.retention',
      everySeconds: 3_600,
      run: () => dropExpiredEvents(db, clock.now(), retentionDays),
    },
  ];
}
