// Background work of the console: sessions and links that are over are removed; links are mailed to operators.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { JobHandler } from '../../jobs/due-jobs.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import { LINK_MAIL_JOB } from '../accounts/system/operator-link.ts';
import { deleteOldLinks } from '../accounts/system/operator-link-store.ts';
import { deleteEndedSessions } from '../accounts/system/operator-session-store.ts';
import { linkContextOf } from './console-context.ts';
import { momentOf } from './session/operator-sessions.ts';
import { answerReset, RESET_JOB, type ResetRequest } from './sign-in/answer-reset-request.ts';
import { type MailAttempts, type MailingContext, mailOperatorLink } from './sign-in/mail-operator-link.ts';

export function consoleTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  const run = async () => {
    await deleteEndedSessions(db, momentOf(clock.now()));
    await deleteOldLinks(db, clock.now());
  };
  return [{ name: 'console.cleanup', everySeconds: 3_600, run }];
}

export function consoleHandlers(context: MailingContext & { readonly ids: Ids }): JobHandler[] {
  return [
    {
      kind: RESET_JOB,
      handle: async ({ data }) => {
        await answerReset(linkContextOf(context), data as ResetRequest);
        return 'done';
      },
    },
    {
      kind: LINK_MAIL_JOB,
      handle: async ({ key, data }) =>
        (await mailOperatorLink(context, key, (data ?? { failed: 0 }) as MailAttempts)) ?? 'done',
    },
  ];
}
