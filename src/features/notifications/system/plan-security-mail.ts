// Due job that turns a security change into a message to the contact of the account. Accounts without a contact address get
// none; the audit trail has the change either way.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { SecurityMailData } from '../../accounts/notify-security-change.ts';
import { securityMail } from '../security-mail.ts';
import { storedOnlyReason } from './compose-messages.ts';
import { findAccountContact } from './notified-booking-store.ts';
import { saveMessages } from './plan-messages.ts';

export interface SecurityMailContext extends Pick<Context, 'clock' | 'ids' | 'environment' | 'messenger'> {
  readonly system: SystemDatabase;
}

/** The key of the job is the idempotency key of the message: a job that runs again sends no second mail. */
export async function planSecurityMail(
  context: SecurityMailContext,
  { key, accountId, data }: { readonly key: string; readonly accountId: string; readonly data: unknown },
): Promise<void> {
  const { system, clock, ids, environment } = context;
  const mail = data as SecurityMailData;
  const { email, language } = await findAccountContact(system, accountId);
  const address = mail.to ?? email;
  if (address === null) return;
  const message = {
    id: ids.next(),
    accountId,
    kind: 'security_change',
    bookingId: null,
    stopId: null,
    eventId: null,
    recipient: 'account',
    channel: 'email',
    language,
    timeZone: 'UTC',
    claim: null,
    onceKey: `security:${key}`,
    address,
    content: securityMail(mail, environment.name, language),
    storedOnlyReason: storedOnlyReason(context, 'email'),
  } as const;
  await system.transaction().execute((trx) => saveMessages(trx, [message], clock.now()));
}
