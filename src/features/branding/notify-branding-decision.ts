// Tells the contact of an account by e-mail what an operator has decided about its branding. The job is added in the
// transaction of the decision. features/notifications composes and sends the mail.
import { addJobs } from '../../jobs/add-jobs.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';

export const BRANDING_MAIL_JOB = 'account.branding_mail';

/** Data of the job, as JSON. */
export interface BrandingMailData {
  /** null: approved. */
  readonly rejectionReason: string | null;
}

export async function notifyBrandingDecision(
  trx: Parameters<typeof addJobs>[0],
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  accountId: string,
  data: BrandingMailData,
): Promise<void> {
  const now = clock.now();
  await addJobs(trx, [{ kind: BRANDING_MAIL_JOB, key: ids.next(), accountId, dueAt: now, data }], now);
}
