// Housekeeping of the operator API: sessions that are over are removed.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { deleteEndedSessions } from '../accounts/system/operator-session-store.ts';
import { momentOf } from './session/operator-sessions.ts';

export function consoleTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  const run = () => deleteEndedSessions(db, momentOf(clock.now()));
  return [{ name: 'console.cleanup', everySeconds: 3_600, run }];
}
