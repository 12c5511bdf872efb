// Due job: creates links of portal members and mails them. The mail contains credentials, so it is not stored and does not
// appear among the messages of the console. A repeated attempt creates new links, which end those of the attempt before.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { INVITATION_LINK_SECONDS, SIGN_IN_LINK_SECONDS } from '../../../domain/account/portal-member.ts';
import { retryAfterSeconds } from '../../../domain/notification/message-decision.ts';
import type { JobOutcome } from '../../../jobs/due-jobs.ts';
import type { LinkJobData } from '../link-job.ts';
import { createMemberLink } from '../manage-members.ts';
import { type MemberMail, setMemberMail } from '../portal-member-store.ts';
import { type MailedLink, signInLinkMail } from '../sign-in-link-mail.ts';
import { listMailedMembers, type MailedMember } from './member-mail-store.ts';

export interface LinkMailContext
  extends Pick<Context, 'clock' | 'ids' | 'messenger' | 'environment' | 'security' | 'log'> {
  readonly system: SystemDatabase;
}

export async function mailLinks(context: LinkMailContext, data: LinkJobData): Promise<JobOutcome> {
  const { system, clock, ids, messenger, environment, log } = context;
  const isInvitation = 'memberId' in data;
  const [member, ...others] = await listMailedMembers(system, data);
  if (!member) return 'done';
  const finish = async (mail: MemberMail): Promise<JobOutcome> => {
    await setMemberMail(
      system,
      [member, ...others].map(({ id }) => id),
      mail,
    );
    return 'done';
  };
  if (!messenger.carries.has('email')) return isInvitation ? finish('not_connected') : 'done';
  const lifetime = isInvitation ? INVITATION_LINK_SECONDS : SIGN_IN_LINK_SECONDS;
  const links = await system.transaction().execute(async (trx) => {
    const linkOf = async (each: MailedMember): Promise<MailedLink> => ({
      organization: each.organization,
      ...(await createMemberLink(trx, context, each, lifetime, requesterOf(data, each))),
    });
    const created: [MailedLink, ...MailedLink[]] = [await linkOf(member)];
    for (const each of others) created.push(await linkOf(each));
    return created;
  });
  const { unsubscribeUrl, ...content } = signInLinkMail(links, {
    language: member.language,
    isInvitation,
    isSandbox: environment.name === 'sandbox',
    lifetimeSeconds: lifetime,
  });
  const mail = { channel: 'email', id: ids.next(), to: member.email, unsubscribeUrl, ...content } as const;
  const outcome = await messenger.send(mail, { uncertainSince: null });
  if (outcome.kind === 'sent') return finish('sent');
  log.warn({ memberId: member.id, outcome: outcome.kind }, 'portal link e-mail failed');
  const failed = data.failed + 1;
  const seconds =
    outcome.kind === 'unavailable' ? retryAfterSeconds(failed, outcome.retryAfterSeconds) : null;
  if (seconds === null) return finish('failed');
  return { againAt: new Date(clock.now().getTime() + seconds * 1_000), data: { ...data, failed } };
}

function requesterOf(data: LinkJobData, { id }: MailedMember) {
  if ('actor' in data) return data.actor;
  const { requestId, address } = data;
  return { kind: 'portal_member', id, requestId, address } as const;
}
