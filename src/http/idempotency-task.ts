// Removes stored answers whose day is over.
import type { SystemDatabase } from '../db/system-database.ts';
import type { PeriodicTask } from '../jobs/periodic-task.ts';
import type { Clock } from '../lib/clock.ts';
import { deleteAnswersExpiredBy } from './idempotency-store.ts';

export function idempotencyTask(db: SystemDatabase, clock: Clock): PeriodicTask {
  return {
    name: 'idempotency.cleanup',
    everySeconds: 300,
    run: () => deleteAnswersExpiredBy(db, clock.now()),
  };
}
