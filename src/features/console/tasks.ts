// Housekeeping of the operator API: sessions that are over are removed, and what nobody looks back at.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { RelaySubscriber } from '../../jobs/relay.ts';
import type { Clock } from '../../lib/clock.ts';
import { deleteEndedSessions } from '../accounts/system/operator-session-store.ts';
import { deleteOverridesBefore } from '../areas/system/override-store.ts';
import { deleteDecisionsBefore } from './exceptions/decision-store.ts';
import { reckonBookings } from './planning/reckoning-store.ts';
import { momentOf } from './session/operator-sessions.ts';

/** Dashboards look back over 90 days, and nobody at older decisions. */
const keptDays = 120;

export function consoleTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  const run = async () => {
    const now = clock.now();
    await deleteEndedSessions(db, momentOf(now));
    const looksBackTo = new Date(now.getTime() - keptDays * 86_400_000);
    await deleteDecisionsBefore(db, looksBackTo);
    await deleteOverridesBefore(db, looksBackTo.toISOString().slice(0, 10));
  };
  return [{ name: 'console.cleanup', everySeconds: 3_600, run }];
}

/** Changes nothing that a booking is found by or counted as. */
const unreckoned = new Set(['crew.location_updated']);

/** Behind the relay: what bookings are found by, and the sums of each day. */
export function planningSubscriber(): RelaySubscriber {
  return {
    write: async (trx, events) => {
      const moved = events.flatMap(({ type, bookingId }) =>
        bookingId === null || unreckoned.has(type) ? [] : [bookingId],
      );
      if (moved.length > 0) await reckonBookings(trx, [...new Set(moved)]);
      return () => {};
    },
  };
}
