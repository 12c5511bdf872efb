// Use case: password reset request for an e-mail address. Response and response time must not reveal whether the
// operator exists, so the request only adds a due job, and the job looks up the operator.
import { addJobs } from '../../../jobs/add-jobs.ts';
import type { LinkContext } from '../../accounts/system/operator-link.ts';
import { findOperatorByEmail } from '../../accounts/system/operator-store.ts';
import { createResetLink } from '../../accounts/system/reset-password.ts';
import type { ConsoleContext } from '../console-context.ts';

/** The job key is the e-mail address. */
export const RESET_JOB = 'operator.reset_password';

export interface ResetRequest {
  readonly email: string;
  readonly requestId: string;
  readonly address: string;
}

export async function requestPasswordReset(
  { system, clock }: Pick<ConsoleContext, 'system' | 'clock'>,
  request: ResetRequest,
): Promise<void> {
  const now = clock.now();
  const key = request.email.toLowerCase();
  await addJobs(system, [{ kind: RESET_JOB, key, accountId: null, dueAt: now, data: request }], now);
}

/** Without an e-mail provider nothing is sent: administrators create reset links instead. */
export async function processResetRequest(
  context: LinkContext,
  { email, requestId, address }: ResetRequest,
): Promise<void> {
  if (!context.isMailEnabled) return;
  const operator = await findOperatorByEmail(context.system, email);
  if (!operator || operator.disabledAt !== null) return;
  const origin = { kind: 'operator', id: operator.id, requestId, address } as const;
  await createResetLink(context, operator.id, operator.name, origin);
}
