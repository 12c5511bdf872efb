// Second factor of an operator: an authenticator app (TOTP), confirmed by a first code, or a passkey (passkeys.ts). It is
// then required at every sign-in with a password. Ten recovery codes replace a lost device. Every change locks the operator:
// a sign-in that has begun is waited for and its session ended, and two removals cannot each leave the other's factor.
import { randomBytes } from 'node:crypto';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { secondFactorStatus } from '../../../domain/account/second-factor-rule.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { KeyRing } from '../../../lib/key-ring.ts';
import { hashToken } from '../../../lib/opaque-token.ts';
import { Problem } from '../../../lib/problem.ts';
import { newTotpSecret, totpStepOf, totpUri } from '../../../lib/totp.ts';
import { type CredentialAdminContext, inTransaction } from './admin-context.ts';
import { operatorEvent } from './operator-event.ts';
import {
  confirmFactor,
  consumeRecoveryCode,
  consumeTotpStep,
  deleteFactor,
  deleteRecoveryCodes,
  findFactor,
  listSealedFactors,
  replaceRecoveryCodes,
  replaceSealedFactor,
  saveUnconfirmedFactor,
} from './operator-factor-store.ts';
import { findSecondFactorFacts, hasSecondFactor, operatorSessions } from './operator-session-store.ts';
import { findOperatorForUpdate } from './operator-store.ts';
import { deletePasskeysOf } from './passkey-store.ts';

export type FactorContext = Pick<CredentialAdminContext, 'system' | 'clock' | 'ids' | 'security'> & {
  readonly keys: KeyRing;
};

export type RemovalContext = Pick<FactorContext, 'system' | 'clock' | 'security'> & {
  readonly environment: { readonly adminMfaGraceDays: number | null };
};

const RECOVERY_CODE_COUNT = 10;
const RECOVERY_CODE_LENGTH = 24;

export interface FactorSetup {
  /** Secret for manual entry. */
  readonly secret: string;
  /** `otpauth:` URI for the QR code. */
  readonly uri: string;
}

/** Stores an unconfirmed secret, which takes effect with `confirmSetup`. A repeated call replaces the secret. */
export async function beginSetup(
  { system, clock, keys }: FactorContext,
  { id, email }: { readonly id: string; readonly email: string },
  issuer: string,
): Promise<FactorSetup> {
  const secret = newTotpSecret();
  const sealed = keys.seal(secret, sealContext(id));
  if (!(await saveUnconfirmedFactor(system, id, sealed, clock.now()))) throw alreadySetUp();
  return { secret, uri: totpUri(secret, issuer, email) };
}

/** Returns the recovery codes, which are shown once. Ends all sessions except the current one. */
export async function confirmSetup(
  context: FactorContext,
  { operatorId, code, sessionHash }: { operatorId: string; code: string; sessionHash: string },
  actor: Actor,
): Promise<string[]> {
  return inTransaction(context.system, async (trx) => {
    await findOperatorForUpdate(trx, operatorId);
    const factor = await findFactor(trx, operatorId);
    if (!factor)
      throw Problem.of('second_factor_not_set_up', 'Start with POST /operator/me/second-factor.', {
        kind: 'conflict',
      });
    if (factor.confirmedAt) throw alreadySetUp();
    if (!(await acceptTotpCode({ ...context, system: trx }, operatorId, factor.sealedSecret, code)))
      throw wrongCode('code');
    await confirmFactor(trx, operatorId, context.clock.now());
    await operatorSessions.endAll(trx, { operator_id: operatorId }, sessionHash);
    const codes = await newRecoveryCodes(trx, operatorId);
    await context.security.record(trx, operatorEvent('operator.second_factor_set_up', actor, operatorId));
    return codes;
  });
}

/** Accepts a TOTP code or a recovery code, each once. Operators without a second factor pass without a code. */
export async function passSecondFactor(
  context: FactorContext & { readonly system: SystemDatabase },
  operatorId: string,
  code: string | undefined,
): Promise<'passed' | 'not_set_up' | 'code_missing'> {
  const { system, clock } = context;
  if (!(await hasSecondFactor(system, operatorId))) return 'not_set_up';
  if (code === undefined) return 'code_missing';
  const normalized = code.replaceAll(/\s/g, '');
  const factor = await findFactor(system, operatorId);
  const isAccepted =
    factor?.confirmedAt && /^\d{6}$/.test(normalized)
      ? await acceptTotpCode(context, operatorId, factor.sealedSecret, normalized)
      : await consumeRecoveryCode(system, operatorId, hashRecovery(normalized), clock.now());
  if (!isAccepted) throw wrongCode();
  return 'passed';
}

/** For administrators: removes authenticator app, passkeys and recovery codes, and ends all sessions of the operator. */
export async function removeSecondFactor(
  context: Pick<FactorContext, 'system' | 'security'>,
  operatorId: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(context.system, async (trx) => {
    await findOperatorForUpdate(trx, operatorId);
    const had = [await deleteFactor(trx, operatorId), await deletePasskeysOf(trx, operatorId)];
    if (!had.includes(true)) throw Problem.of('not_found', 'The operator has no second factor.');
    await deleteRecoveryCodes(trx, operatorId);
    await operatorSessions.endAll(trx, { operator_id: operatorId });
    await context.security.record(trx, operatorEvent('operator.second_factor_removed', actor, operatorId));
  });
}

/**
 * Removes the operator's own authenticator app and ends their other sessions. Refused if it is the last second factor of
 * an operator who needs one.
 */
export async function removeOwnAuthenticator(
  context: RemovalContext,
  operatorId: string,
  actor: Actor,
  sessionHash: string,
): Promise<void> {
  await inTransaction(context.system, async (trx) => {
    await findOperatorForUpdate(trx, operatorId);
    if (!(await deleteFactor(trx, operatorId)))
      throw Problem.of('not_found', 'The operator has no authenticator app.');
    await settleRemoval({ ...context, system: trx }, operatorId);
    await operatorSessions.endAll(trx, { operator_id: operatorId }, sessionHash);
    await context.security.record(trx, operatorEvent('operator.second_factor_removed', actor, operatorId));
  });
}

/**
 * After a removal, in its transaction. If no second factor is left, deletes the recovery codes, or throws if the operator
 * needs one.
 */
export async function settleRemoval(
  { system, clock, environment }: RemovalContext,
  operatorId: string,
): Promise<void> {
  const facts = await findSecondFactorFacts(system, operatorId);
  if (!facts || facts.hasSecondFactor) return;
  if (secondFactorStatus(facts, environment.adminMfaGraceDays, clock.now()).secondFactor === 'required')
    throw Problem.of(
      'last_second_factor',
      'You need a second factor, and this is your last one. Add another one first.',
    );
  await deleteRecoveryCodes(system, operatorId);
}

/** Replaces all recovery codes of the operator. */
export async function renewRecoveryCodes(
  context: Pick<FactorContext, 'system' | 'security'>,
  operatorId: string,
  actor: Actor,
): Promise<string[]> {
  return inTransaction(context.system, async (trx) => {
    if (!(await hasSecondFactor(trx, operatorId)))
      throw Problem.of('second_factor_not_set_up', 'Set up a second factor first.', { kind: 'conflict' });
    const codes = await newRecoveryCodes(trx, operatorId);
    await context.security.record(trx, operatorEvent('operator.recovery_codes_renewed', actor, operatorId));
    return codes;
  });
}

export async function newRecoveryCodes(trx: SystemDatabase, operatorId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, recoveryCode);
  await replaceRecoveryCodes(trx, operatorId, codes.map(hashRecovery));
  return codes;
}

/**
 * Encrypts the secrets of all operators with the newest key of SECRET_KEY, so that older keys can be removed. Returns how many
 * were encrypted again.
 */
export async function reencryptFactors({
  system,
  keys,
}: Pick<FactorContext, 'system' | 'keys'>): Promise<number> {
  let count = 0;
  for (const factor of await listSealedFactors(system)) {
    const resealed = keys.reseal(factor.sealedSecret, sealContext(factor.operatorId));
    if (resealed && (await replaceSealedFactor(system, factor, resealed))) count += 1;
  }
  return count;
}

/** Crockford's base 32 alphabet: no i, l, o, u, which are misread. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 120 random bits, in groups of four characters: with at least 112 bits a hash without salt and cost is sufficient. */
function recoveryCode(): string {
  const letters = Array.from(randomBytes(RECOVERY_CODE_LENGTH), (byte) => alphabet[byte % alphabet.length]);
  return letters.join('').replaceAll(/(.{4})(?!$)/g, '$1-');
}

function hashRecovery(code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return hashToken(plain.replaceAll('o', '0').replaceAll(/[il]/g, '1'));
}

function acceptTotpCode(
  { system, keys, clock }: FactorContext,
  operatorId: string,
  sealedSecret: Buffer,
  code: string,
): Promise<boolean> {
  const secret = keys.open(sealedSecret, sealContext(operatorId)).toString();
  const step = totpStepOf(secret, code, clock.now().getTime());
  return step === null ? Promise.resolve(false) : consumeTotpStep(system, operatorId, step);
}

const sealContext = (operatorId: string) => `operator factor ${operatorId}`;

function wrongCode(param?: string): Problem {
  const message =
    'The code is wrong, has been used before or has expired. Enter the code that your authenticator app shows now.';
  return param === undefined
    ? Problem.of('wrong_code', message)
    : Problem.of('wrong_code', message, { param, kind: 'invalid' });
}

function alreadySetUp(): Problem {
  return Problem.of('second_factor_in_use', 'An authenticator app is already set up. Remove it first.');
}
