// Background work of portal members: mails their links, and deletes members long after their removal.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { JobHandler } from '../../jobs/due-jobs.ts';
import type { PeriodicTask } from '../../jobs/periodic-task.ts';
import type { Clock } from '../../lib/clock.ts';
import { LINK_JOB, type LinkJobData } from './link-job.ts';
import { type LinkMailContext, mailLinks } from './system/mail-links.ts';
import { deleteMembersRemovedBefore } from './system/member-mail-store.ts';

/** Until then, the audit trail shows the name of a removed person. */
const removedDays = 90;

export function portalMemberTasks(db: SystemDatabase, clock: Clock): PeriodicTask[] {
  const run = () =>
    deleteMembersRemovedBefore(db, new Date(clock.now().getTime() - removedDays * 86_400_000));
  return [{ name: 'portal_members.cleanup', everySeconds: 3_600, run }];
}

export function portalMemberHandlers(context: LinkMailContext): JobHandler[] {
  return [{ kind: LINK_JOB, handle: ({ data }) => mailLinks(context, data as LinkJobData) }];
}
