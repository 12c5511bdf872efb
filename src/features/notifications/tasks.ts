// Background work of notifications: relay subscriber that plans messages, due jobs that send them and watch for
// lateness, and the retention task.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { JobHandler, JobOutcome } from '../../jobs/due-jobs.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { RelaySubscriber } from '../../jobs/relay.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ComposingContext } from './system/compose-messages.ts';
import { forgetMessages } from './system/message-store.ts';
import { MESSAGE_JOB, planMessages, WATCH_JOB, type WatchJobData } from './system/plan-messages.ts';
import { type SendingContext, sendMessage } from './system/send-message.ts';
import { type WatchingContext, watchLateness } from './system/watch-lateness.ts';

/** `wake` is called after the commit if jobs were added. */
export function notificationSubscriber(context: ComposingContext, wake: () => void): RelaySubscriber {
  return {
    write: async (trx, events) => ((await planMessages(context, trx, events)) > 0 ? wake : () => {}),
  };
}

export function notificationHandlers(context: SendingContext & WatchingContext): JobHandler[] {
  return [
    {
      kind: MESSAGE_JOB,
      handle: async ({ key, data }) => outcomeOf(await sendMessage(context, key), data),
    },
    {
      kind: WATCH_JOB,
      handle: async ({ data }) => outcomeOf(await watchLateness(context, data as WatchJobData), data),
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
    const before = new Date(clock.now().getTime() - retentionDays * dayMillis);
    while ((await forgetMessages(db, before, batchSize)) === batchSize);
  };
  return [{ name: 'notifications.forget', everySeconds: 3_600, run }];
}
