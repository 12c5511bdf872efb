// Periodic task: deletes expired idempotency records.
import type { SystemDatabase } from '../db/system-database.ts';
import type { Clock } from '../lib/clock.ts';
import type { PeriodicTask } from './periodic-task.ts';

export function idempotencyCleanup(db: SystemDatabase, clock: Clock): PeriodicTask {
  return {
    name: 'idempotency.cleanup',
    everySeconds: 300,
    run: async () => {
      await db.deleteFrom('idempotency_record').where('expires_at', '<=', clock.now()).execute();
    },
  };
}
