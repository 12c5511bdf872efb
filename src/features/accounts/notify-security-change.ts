// Tells the contact of an account by e-mail about a change of its credentials or of the contact address itself. The job is
// added in the transaction of the change: the mail is planned if and only if the change is committed.
// features/notifications composes and sends it.
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { SecurityLog } from '../../db/security-log.ts';
import { addJobs } from '../../jobs/add-jobs.ts';
import type { Actor } from '../../lib/actor.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Account } from './account-store.ts';

export const SECURITY_MAIL_JOB = 'account.security_mail';

export type SecurityChange =
  | 'key.created'
  | 'key.rotated'
  | 'key.old_secret_ended'
  | 'key.disabled'
  | 'key.enabled'
  | 'key.deleted'
  | 'key.tokens_revoked'
  | 'person.added'
  | 'person.removed'
  | 'contact.changed';

/** Data of the job, as JSON. */
export interface SecurityMailData {
  readonly change: SecurityChange;
  /** What was changed: the name and id of an API client or of the account; the name and e-mail address of a person. */
  readonly subject: { readonly name: string; readonly id: string };
  readonly at: string;
  readonly by: Actor['kind'];
  /** IP address of the request; null for a command on the server. */
  readonly address: string | null;
  /** E-mail address of the recipient. Absent: the contact of the account when the mail is composed. */
  readonly to?: string;
}

export type NotifiedChange = Omit<SecurityMailData, 'at'> & { readonly accountId: string };

export async function notifySecurityChange(
  trx: Parameters<typeof addJobs>[0],
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  { accountId, ...change }: NotifiedChange,
): Promise<void> {
  const now = clock.now();
  const data = { ...change, at: now.toISOString() } satisfies SecurityMailData;
  await addJobs(trx, [{ kind: SECURITY_MAIL_JOB, key: ids.next(), accountId, dueAt: now, data }], now);
}

export interface ContactChange {
  readonly before: Pick<Account, 'contactEmail'>;
  readonly after: Pick<Account, 'id' | 'name' | 'contactEmail'>;
}

/**
 * Records a change of the contact address, and mails the previous and the new address: otherwise an intruder could
 * redirect all later mail about credentials unnoticed.
 */
export async function recordContactChange(
  trx: AnyDatabase,
  context: { readonly ids: Ids; readonly clock: Clock; readonly security: SecurityLog },
  actor: Actor,
  { before, after: { id: accountId, name, contactEmail } }: ContactChange,
): Promise<void> {
  const subject = { kind: 'account', id: accountId };
  await context.security.record(trx, { event: 'account.contact_changed', actor, accountId, subject });
  const addresses = [before.contactEmail, contactEmail].filter((address) => address !== null);
  for (const to of addresses)
    await notifySecurityChange(trx, context, {
      accountId,
      change: 'contact.changed',
      subject: { name, id: accountId },
      by: actor.kind,
      address: actor.address ?? null,
      to,
    });
}
