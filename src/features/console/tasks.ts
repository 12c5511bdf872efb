// Background work of the console: removes ended sessions, old links, decisions and overrides; sends one-time links to
// operators; keeps the search index and the daily totals.
import type { Context } from '../../context.ts';
import type { SystemDatabase } from '../../db/system-database.ts';
import type { JobHandler } from '../../jobs/due-jobs.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { RelaySubscriber } from '../../jobs/relay.ts';
import type { Clock } from '../../lib/clock.ts';
import { LINK_MAIL_JOB } from '../accounts/system/operator-link.ts';
import { operatorLinks } from '../accounts/system/operator-link-store.ts';
import type { OperatorSessionStore } from '../accounts/system/operator-session-store.ts';
import { deleteExpiredChallenges } from '../accounts/system/passkey-store.ts';
import { deleteOverridesBefore } from '../areas/system/override-store.ts';
import { linkContextOf } from './console-context.ts';
import { deleteDecisionsBefore } from './exceptions/decision-store.ts';
import { updateBookingProjections } from './planning/booking-projection-store.ts';
import { type LinkMailState, type MailingContext, mailOperatorLink } from './sign-in/mail-operator-link.ts';
import { processResetRequest, RESET_JOB, type ResetRequest } from './sign-in/request-password-reset.ts';

/** Retention of decisions and past capacity overrides. Dashboards look back 90 days. */
const retentionDays = 120;

export function consoleTasks(
  db: SystemDatabase,
  clock: Clock,
  sessions: OperatorSessionStore,
): PeriodicTask[] {
  const run = async () => {
    const now = clock.now();
    await sessions.deleteEnded(db, now);
    await operatorLinks.deleteExpired(db, now);
    await deleteExpiredChallenges(db, now);
    const cutoff = new Date(now.getTime() - retentionDays * 86_400_000);
    await deleteDecisionsBefore(db, cutoff);
    await deleteOverridesBefore(db, cutoff.toISOString().slice(0, 10));
  };
  return [{ name: 'console.cleanup', everySeconds: 3_600, run }];
}

export function consoleHandlers(context: MailingContext & Pick<Context, 'ids' | 'security'>): JobHandler[] {
  return [
    {
      kind: RESET_JOB,
      handle: async ({ data }) => {
        await processResetRequest(linkContextOf(context), data as ResetRequest);
        return 'done';
      },
    },
    {
      kind: LINK_MAIL_JOB,
      handle: async ({ key, data }) =>
        (await mailOperatorLink(context, key, (data ?? { failed: 0 }) as LinkMailState)) ?? 'done',
    },
  ];
}

/** Event types that change neither the search index nor the daily totals. */
const ignoredEventTypes = new Set(['crew.location_updated']);

/** Follower that keeps the search index and the daily totals of bookings. */
export function projectionSubscriber(): RelaySubscriber {
  return {
    write: async (trx, events) => {
      const bookingIds = events.flatMap(({ type, bookingId }) =>
        bookingId === null || ignoredEventTypes.has(type) ? [] : [bookingId],
      );
      if (bookingIds.length > 0) await updateBookingProjections(trx, [...new Set(bookingIds)]);
      return () => {};
    },
  };
}
