// Due jobs that turn a security change or a decision on a branding into a message to the contact of the account. Accounts
// without a contact address get none; the audit trail has the change either way.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Language } from '../../../lib/language.ts';
import type { SecurityMailData } from '../../accounts/notify-security-change.ts';
import type { BrandingMailData } from '../../branding/notify-branding-decision.ts';
import { brandingMail } from '../branding-mail.ts';
import type { MailContent } from '../message-content.ts';
import { securityMail } from '../security-mail.ts';
import { storedOnlyReason } from './compose-messages.ts';
import { findAccountContact } from './notified-booking-store.ts';
import { saveMessages } from './plan-messages.ts';

export interface AccountMailContext extends Pick<Context, 'clock' | 'ids' | 'environment' | 'messenger'> {
  readonly system: SystemDatabase;
}

interface MailJob {
  readonly key: string;
  readonly accountId: string;
  readonly data: unknown;
}

export function planSecurityMail(context: AccountMailContext, job: MailJob): Promise<void> {
  const mail = job.data as SecurityMailData;
  return planAccountMail(context, job, {
    kind: 'security_change',
    onceKey: `security:${job.key}`,
    to: mail.to,
    compose: (language) => securityMail(mail, context.environment, language),
  });
}

export function planBrandingMail(context: AccountMailContext, job: MailJob): Promise<void> {
  return planAccountMail(context, job, {
    kind: 'branding_decision',
    onceKey: `branding:${job.key}`,
    compose: (language) => brandingMail(job.data as BrandingMailData, context.environment, language),
  });
}

interface AccountMail {
  readonly kind: 'security_change' | 'branding_decision';
  /** Made of the key of the job: a job that runs again sends no second mail. */
  readonly onceKey: string;
  /** Absent: the contact of the account. */
  readonly to?: string | undefined;
  readonly compose: (language: Language) => MailContent;
}

async function planAccountMail(
  context: AccountMailContext,
  { accountId }: MailJob,
  { kind, onceKey, to, compose }: AccountMail,
): Promise<void> {
  const { system, clock, ids } = context;
  const { email, language } = await findAccountContact(system, accountId);
  const address = to ?? email;
  if (address === null) return;
  const message = {
    id: ids.next(),
    accountId,
    kind,
    bookingId: null,
    stopId: null,
    eventId: null,
    recipient: 'account',
    channel: 'email',
    language,
    timeZone: 'UTC',
    claim: null,
    onceKey,
    address,
    content: compose(language),
    storedOnlyReason: storedOnlyReason(context, 'email'),
  } as const;
  await system.transaction().execute((trx) => saveMessages(trx, [message], clock.now()));
}
