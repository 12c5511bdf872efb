// E-mails with one-time links for operators: invitations and password resets. They contain credentials, so they are
// composed when sent, never stored, and do not appear among the messages of the console.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { retryAfterSeconds } from '../../../domain/notification/message-decision.ts';
import { decryptLinkUrl } from '../../accounts/system/operator-link.ts';
import {
  finishLinkMail,
  type OperatorLink,
  operatorLinks,
} from '../../accounts/system/operator-link-store.ts';
import type { MailContent } from '../../notifications/message-content.ts';
import { operatorLinkMail } from './operator-link-mail.ts';

export type MailingContext = Pick<Context, 'clock' | 'keys' | 'messenger' | 'environment' | 'log'> & {
  readonly system: SystemDatabase;
};

export interface LinkMailState {
  readonly failed: number;
}

/** Next attempt and its state; null when the e-mail has reached its final status. */
export async function mailOperatorLink(
  context: MailingContext,
  id: string,
  { failed }: LinkMailState,
): Promise<{ readonly againAt: Date; readonly data: LinkMailState } | null> {
  const { system, clock, messenger, log } = context;
  const [link] = await operatorLinks.listOpen(system, clock.now(), { id, mail: 'waiting' });
  if (!link?.sealedToken) return null;
  if (!messenger.carries.has('email')) return finish(context, id, 'not_connected');
  const { unsubscribeUrl, ...content } = linkMail(context, link, link.sealedToken);
  const mail = { channel: 'email', id, to: link.email, unsubscribeUrl, ...content } as const;
  const outcome = await messenger.send(mail, { uncertainSince: null });
  if (outcome.kind === 'sent') return finish(context, id, 'sent');
  const seconds =
    outcome.kind === 'unavailable' ? retryAfterSeconds(failed + 1, outcome.retryAfterSeconds) : null;
  log.warn({ link: id, outcome: outcome.kind }, 'operator link e-mail failed');
  if (seconds === null) return finish(context, id, 'failed');
  return { againAt: new Date(clock.now().getTime() + seconds * 1_000), data: { failed: failed + 1 } };
}

async function finish(
  { system }: MailingContext,
  id: string,
  mail: 'sent' | 'failed' | 'not_connected',
): Promise<null> {
  await finishLinkMail(system, id, mail);
  return null;
}

function linkMail(context: MailingContext, link: OperatorLink, sealedToken: Buffer): MailContent {
  const { environment, keys } = context;
  return operatorLinkMail(
    link,
    decryptLinkUrl({ keys, publicUrl: environment.publicUrl }, link, sealedToken),
  );
}
