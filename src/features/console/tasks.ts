// Housekeeping of the operator API: sessions that are over are removed, and exceptions that nobody looks back at.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { deleteEndedSessions } from '../accounts/system/operator-session-store.ts';
import { deleteOverridesBefore } from '../areas/system/override-store.ts';
import { momentOf } from './session/operator-sessions.ts';

/** Dashboards look back over 90 days. */
const overridesKeptDays = 120;

export function consoleTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  const run = async () => {
    const now = clock.now();
    await deleteEndedSessions(db, momentOf(now));
    const looksBackTo = new Date(now.getTime() - overridesKeptDays * 86_400_000);
    await deleteOverridesBefore(db, looksBackTo.toISOString().slice(0, 10));
  };
  return [{ name: 'console.cleanup', everySeconds: 3_600, run }];
}
