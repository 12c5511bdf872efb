// Somebody says that an operator forgot their password. What is answered and how long it takes must not tell whether there is
// such an operator, so the request only leaves a job; the job looks.
import { addJobs } from '../../../jobs/due-job-store.ts';
import type { LinkContext } from '../../accounts/system/operator-link.ts';
import { findOperatorByEmail } from '../../accounts/system/operator-store.ts';
import { makeResetLink } from '../../accounts/system/reset-password.ts';
import type { ConsoleContext } from '../console-context.ts';

/** The key is the address. */
export const RESET_JOB = 'operator.reset_password';

export interface ResetRequest {
  readonly email: string;
  readonly requestId: string;
}

export async function askForReset(
  { system, clock }: Pick<ConsoleContext, 'system' | 'clock'>,
  request: ResetRequest,
): Promise<void> {
  const now = clock.now();
  const key = request.email.toLowerCase();
  await addJobs(system, [{ kind: RESET_JOB, key, accountId: null, dueAt: now, data: request }], now);
}

/** Where nothing carries mail there is nothing to be done: administrators hand out links themselves. */
export async function answerReset(context: LinkContext, { email, requestId }: ResetRequest): Promise<void> {
  if (!context.carriesMail) return;
  const operator = await findOperatorByEmail(context.system, email);
  if (!operator || operator.disabledAt !== null) return;
  const origin = { actorKind: 'operator', actorId: operator.id, requestId } as const;
  await makeResetLink(context, operator.id, operator.name, origin);
}
