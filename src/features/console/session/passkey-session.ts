// Starts a session with a passkey, which stands for password and second factor.
import { Problem } from '../../../lib/problem.ts';
import { inTransaction } from '../../accounts/system/admin-context.ts';
import { isOperatorEnabled, recordFirstSignIn } from '../../accounts/system/operator-session-store.ts';
import { findOperatorByEmail } from '../../accounts/system/operator-store.ts';
import { type PasskeyProof, verifyPasskey } from '../../accounts/system/passkeys.ts';
import { insertSession, type SessionContext, type Visit } from './operator-sessions.ts';

/** Returns the token of the new session. With `email`, the passkey must belong to that operator. */
export async function startPasskeySession(
  context: SessionContext,
  visit: Visit,
  proof: PasskeyProof,
  email: string | undefined,
): Promise<string> {
  const { address, requestId } = visit;
  const attempt = {
    surface: 'operator_sign_in',
    kind: 'operator',
    name: email ?? proof.credential.id,
    address,
    requestId,
  } as const;
  return context.security.watch(context.system, attempt, () =>
    openPasskeySession(context, visit, proof, email),
  );
}

async function openPasskeySession(
  context: SessionContext,
  visit: Visit,
  proof: PasskeyProof,
  email: string | undefined,
): Promise<string> {
  const operatorId = await verifyPasskey(context, proof, { ...visit, sessionId: null });
  if (email !== undefined && (await findOperatorByEmail(context.system, email))?.id !== operatorId)
    throw Problem.of('wrong_passkey', 'The passkey belongs to another operator.');
  return inTransaction(context.system, async (trx) => {
    await recordFirstSignIn(trx, operatorId, context.clock.now());
    if (!(await isOperatorEnabled(trx, operatorId)))
      throw Problem.of('wrong_passkey', 'The operator of this passkey cannot sign in.');
    return insertSession({ ...context, system: trx }, operatorId, visit);
  });
}
