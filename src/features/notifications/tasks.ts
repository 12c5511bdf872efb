// Background work of notifications: relay subscriber that plans messages, due jobs that send them and watch for
// lateness, and the retention task.
import type { SystemDatabase } from '../../db/system-database.ts';
import { limitDay } from '../../domain/notification/message-limits.ts';
import { accountOf } from '../../jobs/due-job-store.ts';
import type { JobHandler, JobOutcome } from '../../jobs/due-jobs.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { RelaySubscriber } from '../../jobs/relay.ts';
import type { Clock } from '../../lib/clock.ts';
import { SECURITY_MAIL_JOB } from '../accounts/notify-security-change.ts';
import { BRANDING_MAIL_JOB } from '../branding/notify-branding-decision.ts';
import { deleteOldCounts } from './system/message-limit-store.ts';
import { eraseOldMessages } from './system/message-store.ts';
import { type AccountMailContext, planBrandingMail, planSecurityMail } from './system/plan-account-mail.ts';
import {
  LATENESS_JOB,
  type LatenessJobData,
  MESSAGE_JOB,
  type PlanMessagesContext,
  planMessages,
} from './system/plan-messages.ts';
import { type SendMessageContext, sendMessage } from './system/send-message.ts';
import { type WatchLatenessContext, watchLateness } from './system/watch-lateness.ts';

/** `wake` is called after the commit if jobs were added. */
export function notificationSubscriber(context: PlanMessagesContext, wake: () => void): RelaySubscriber {
  return {
    write: async (trx, events) => ((await planMessages(context, trx, events)) > 0 ? wake : () => {}),
  };
}

export function notificationHandlers(
  context: SendMessageContext & WatchLatenessContext & AccountMailContext,
): JobHandler[] {
  return [
    {
      kind: MESSAGE_JOB,
      handle: async ({ key, data }) => outcomeOf(await sendMessage(context, key), data),
    },
    {
      kind: LATENESS_JOB,
      handle: async ({ data }) => outcomeOf(await watchLateness(context, data as LatenessJobData), data),
    },
    {
      kind: SECURITY_MAIL_JOB,
      handle: async (job) => {
        await planSecurityMail(context, { ...job, accountId: accountOf(job) });
        return 'done';
      },
    },
    {
      kind: BRANDING_MAIL_JOB,
      handle: async (job) => {
        await planBrandingMail(context, { ...job, accountId: accountOf(job) });
        return 'done';
      },
    },
  ];
}

function outcomeOf(againAt: Date | null, data: unknown): JobOutcome {
  return againAt === null ? 'done' : { againAt, data };
}

const batchSize = 1_000;
const dayMillis = 86_400_000;

export function notificationTasks(db: SystemDatabase, clock: Clock, retentionDays: number): PeriodicTask[] {
  const run = async () => {
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMillis);
    const before = daysAgo(retentionDays);
    while ((await eraseOldMessages(db, before, batchSize)) === batchSize);
    await deleteOldCounts(db, { day: limitDay(daysAgo(1)), bookingDay: limitDay(before) });
  };
  return [{ name: 'notifications.forget', everySeconds: 3_600, run }];
}
