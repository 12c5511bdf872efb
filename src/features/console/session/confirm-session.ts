// Step-up: the operator of a session proves their identity again, which allows sensitive operations for 10 minutes
// (decision 0056). Throttled as a sign-in.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { OperatorPrincipal } from '../../../http/surfaces/operator-principal.ts';
import { Problem } from '../../../lib/problem.ts';
import type { ProblemCode } from '../../../lib/problem-catalogue.ts';
import { inTransaction } from '../../accounts/system/admin-context.ts';
import { operatorEvent } from '../../accounts/system/operator-event.ts';
import { areCredentialsValid, confirmOperatorSession } from '../../accounts/system/operator-session-store.ts';
import { type PasskeyProof, verifyPasskey } from '../../accounts/system/passkeys.ts';
import { passSecondFactor } from '../../accounts/system/second-factor.ts';
import { checkPassword, codeMissing, type SessionContext, throttleCode } from './operator-sessions.ts';

export interface SessionConfirmation {
  /** Without a passkey. */
  readonly password: string | undefined;
  /** Second factor to the password, if the operator has one. */
  readonly code: string | undefined;
  /** Instead of password and code. */
  readonly passkey: PasskeyProof | undefined;
  readonly address: string;
  readonly requestId: string;
}

/** Returns the new token of the session; the previous token is no longer valid. */
export async function confirmSession(
  context: SessionContext,
  operator: OperatorPrincipal,
  confirmation: SessionConfirmation,
): Promise<string> {
  try {
    return await authenticateAgain(context, operator, confirmation);
  } catch (error) {
    throw await toRefusal(context, operator, confirmation, error);
  }
}

async function authenticateAgain(
  context: SessionContext,
  operator: OperatorPrincipal,
  confirmation: SessionConfirmation,
): Promise<string> {
  const { operatorId, email, sessionId } = operator;
  const { password, code, passkey, address, requestId } = confirmation;
  if (passkey !== undefined) {
    if ((await verifyPasskey(context, passkey, { sessionId, address, requestId })) !== operatorId)
      throw Problem.of('wrong_passkey', 'The passkey belongs to another operator.');
    return inTransaction(context.system, (trx) => renew({ ...context, system: trx }, operator, confirmation));
  }
  if (password === undefined)
    throw Problem.of('missing_parameter', 'password or passkey is required.', { param: 'password' });
  const client = { address, sessionId };
  const credentials = await checkPassword(context, { email, password, ...client });
  return throttleCode(context, operatorId, { ...client, code }, () =>
    inTransaction(context.system, async (trx) => {
      const inside = { ...context, system: trx };
      if (credentials.id !== operatorId || !(await areCredentialsValid(trx, credentials)))
        throw sessionEnded();
      const factor = await passSecondFactor(inside, operatorId, code);
      if (factor === 'code_missing') throw codeMissing();
      return renew(inside, operator, confirmation);
    }),
  );
}

async function renew(
  context: SessionContext,
  { operatorId, sessionHash }: OperatorPrincipal,
  { address, requestId }: SessionConfirmation,
): Promise<string> {
  const { system, environment, clock } = context;
  const start = { environment: environment.name, now: clock.now() };
  const token = await confirmOperatorSession(system, sessionHash, start);
  if (token === undefined) throw sessionEnded();
  await recordStepUp(context, system, 'step_up.passed', { operatorId, address, requestId });
  return token;
}

function sessionEnded(): Problem {
  return Problem.of('session_ended', 'The session has ended. Sign in again.');
}

/** Parameters that the errors of a sign-in name here. They are 400, not 401: the session itself is valid. */
const params = {
  wrong_credentials: 'password',
  wrong_code: 'code',
  second_factor_required: 'code',
  wrong_passkey: 'passkey',
} satisfies Partial<Record<ProblemCode, string>>;

function isSignInError(code: ProblemCode | null): code is keyof typeof params {
  return code !== null && code in params;
}

async function toRefusal(
  context: SessionContext,
  { operatorId }: OperatorPrincipal,
  { address, requestId }: SessionConfirmation,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Problem)) return error;
  const { code } = error;
  if (!isSignInError(code)) return error;
  // A missing code is no failure: the password was right and the code was not sent yet.
  if (code !== 'second_factor_required')
    await recordStepUp(context, context.system, 'step_up.failed', { operatorId, address, requestId });
  const message = code === 'wrong_credentials' ? 'The password is wrong.' : error.message;
  return Problem.of(code, message, { param: params[code], kind: 'invalid' });
}

function recordStepUp(
  { security }: SessionContext,
  db: SystemDatabase,
  event: 'step_up.passed' | 'step_up.failed',
  { operatorId: id, ...request }: { operatorId: string; address: string; requestId: string },
): Promise<void> {
  const actor = { kind: 'operator', id, ...request } as const;
  return security.record(db, operatorEvent(event, actor, id));
}
