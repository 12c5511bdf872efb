// Tells the contact of an account by e-mail about a change of its credentials. The job is added in the transaction of the
// change: the mail is planned if and only if the change is committed. features/notifications composes and sends it.
import { addJobs } from '../../jobs/add-jobs.ts';
import type { Actor } from '../../lib/actor.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';

export const SECURITY_MAIL_JOB = 'account.security_mail';

export type SecurityChange =
  | 'key.created'
  | 'key.rotated'
  | 'key.old_secret_ended'
  | 'key.disabled'
  | 'key.enabled'
  | 'key.deleted'
  | 'key.tokens_revoked';

/** Data of the job, as JSON. */
export interface SecurityMailData {
  readonly change: SecurityChange;
  /** What was changed, as the contact knows it: the name and id of an API client. */
  readonly subject: { readonly name: string; readonly id: string };
  readonly at: string;
  readonly by: Actor['kind'];
  /** IP address of the request; null for a command on the server. */
  readonly address: string | null;
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
