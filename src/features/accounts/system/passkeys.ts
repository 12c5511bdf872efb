// Passkeys (WebAuthn) of operators. A passkey is a discoverable credential with user verification, so that it stands for
// password and second factor together (decision 0057). The relying party is the host of PUBLIC_URL.
import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Actor } from '../../../lib/actor.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { type CredentialAdminContext, inTransaction } from './admin-context.ts';
import { operatorEvent } from './operator-event.ts';
import { countRecoveryCodes } from './operator-factor-store.ts';
import { hasSecondFactor, operatorSessions } from './operator-session-store.ts';
import { findOperatorForUpdate } from './operator-store.ts';
import {
  advanceCounter,
  type ChallengePurpose,
  consumeChallenge,
  deletePasskey,
  findPasskey,
  findPasskeysOf,
  insertChallenge,
  insertPasskey,
  type ListedPasskey,
  type Passkey,
} from './passkey-store.ts';
import { newRecoveryCodes, type RemovalContext, settleRemoval } from './second-factor.ts';

export type PasskeyContext = Pick<CredentialAdminContext, 'system' | 'clock' | 'ids' | 'security'> & {
  readonly environment: { readonly name: string; readonly publicUrl: string };
};

const challengeMillis = 5 * 60_000;
const maxPasskeys = 20;

export interface PasskeyChallenge<Options> {
  readonly challenge_id: string;
  readonly options: Options;
}

/** Response of a device to a challenge. */
export interface PasskeyProof {
  readonly challenge_id: string;
  readonly credential: AuthenticationResponseJSON;
}

/** The library is loaded with the first use: commands that need no passkey start faster. */
const webAuthn = () => import('@simplewebauthn/server');

/** Throws if the public URL cannot be a relying party: WebAuthn needs a host name. */
function relyingPartyOf({ environment }: PasskeyContext): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(environment.publicUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return { id: hostname, origin };
  throw Problem.of(
    'passkeys_unavailable',
    `Passkeys need a host name, and the public URL of this server has the IP address ${hostname}. Set PUBLIC_URL to a URL with a host name.`,
  );
}

export async function beginRegistration(
  context: PasskeyContext,
  operator: { readonly operatorId: string; readonly email: string; readonly name: string },
  sessionId: string,
): Promise<PasskeyChallenge<PublicKeyCredentialCreationOptionsJSON>> {
  const rp = relyingPartyOf(context);
  const { generateRegistrationOptions } = await webAuthn();
  const own = await findPasskeysOf(context.system, operator.operatorId);
  requireRoom(own);
  const options = await generateRegistrationOptions({
    rpID: rp.id,
    rpName: context.environment.name === 'sandbox' ? 'Waybill Sandbox' : 'Waybill',
    userID: new Uint8Array(Buffer.from(operator.operatorId)),
    userName: operator.email,
    userDisplayName: operator.name,
    timeout: challengeMillis,
    attestationType: 'none',
    excludeCredentials: own.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { challenge_id: await keep(context, 'register', sessionId, options.challenge), options };
}

function requireRoom(own: readonly Passkey[]): void {
  if (own.length >= maxPasskeys)
    throw Problem.of('too_many_passkeys', `You have ${maxPasskeys} passkeys. Remove one first.`);
}

export interface Registration {
  readonly challengeId: string;
  readonly credential: RegistrationResponseJSON;
  readonly name: string;
  readonly sessionHash: string;
  readonly sessionId: string;
}

/**
 * Returns the passkey, and recovery codes if the operator had none. The first second factor of an operator ends all
 * sessions except the current one, which began without it.
 */
export async function finishRegistration(
  context: PasskeyContext,
  operatorId: string,
  { challengeId, credential, name, sessionHash, sessionId }: Registration,
  actor: Actor,
): Promise<{ readonly passkey: ListedPasskey; readonly recoveryCodes: readonly string[] }> {
  const rp = relyingPartyOf(context);
  const expectedChallenge = await take(context, 'register', sessionId, challengeId);
  const { verifyRegistrationResponse } = await webAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
  }).catch(refuse);
  if (!verified) throw wrongPasskey();
  const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
  const passkey = { id: context.ids.next(), name, createdAt: context.clock.now(), lastUsedAt: null };
  return inTransaction(context.system, async (trx) => {
    await findOperatorForUpdate(trx, operatorId);
    requireRoom(await findPasskeysOf(trx, operatorId));
    const isFirstFactor = !(await hasSecondFactor(trx, operatorId));
    const isNew = await insertPasskey(trx, {
      ...passkey,
      operatorId,
      credentialId: Buffer.from(credentialId, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports,
    });
    if (!isNew) throw Problem.of('passkey_in_use', 'This passkey is already registered.');
    if (isFirstFactor) await operatorSessions.endAll(trx, { operator_id: operatorId }, sessionHash);
    const hasCodes = (await countRecoveryCodes(trx, operatorId)) > 0;
    const recoveryCodes = hasCodes ? [] : await newRecoveryCodes(trx, operatorId);
    await context.security.record(trx, operatorEvent('passkey.added', actor, operatorId));
    return { passkey, recoveryCodes };
  });
}

/** Challenge for sign-in, where the operator is not known yet and the device offers its passkeys for this host. */
export function beginSignIn(
  context: PasskeyContext,
): Promise<PasskeyChallenge<PublicKeyCredentialRequestOptionsJSON>> {
  return beginAuthentication(context, 'sign_in', null, []);
}

export async function beginConfirmation(
  context: PasskeyContext,
  operatorId: string,
  sessionId: string,
): Promise<PasskeyChallenge<PublicKeyCredentialRequestOptionsJSON>> {
  relyingPartyOf(context);
  const own = await findPasskeysOf(context.system, operatorId);
  if (own.length === 0) throw Problem.of('no_passkey', 'You have no passkey. Add one first.');
  return beginAuthentication(context, 'confirm', sessionId, own);
}

async function beginAuthentication(
  context: PasskeyContext,
  purpose: ChallengePurpose,
  sessionId: string | null,
  allowed: readonly Passkey[],
): Promise<PasskeyChallenge<PublicKeyCredentialRequestOptionsJSON>> {
  const rp = relyingPartyOf(context);
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    timeout: challengeMillis,
    userVerification: 'required',
    allowCredentials: allowed.map(descriptorOf),
  });
  return { challenge_id: await keep(context, purpose, sessionId, options.challenge), options };
}

export interface PasskeyCaller {
  /** null for sign-in. */
  readonly sessionId: string | null;
  readonly address: string;
  readonly requestId: string;
}

/** Verifies a proof and returns the id of its operator. The challenge is used up in any case. */
export async function verifyPasskey(
  context: PasskeyContext,
  { challenge_id: challengeId, credential }: PasskeyProof,
  { sessionId, address, requestId }: PasskeyCaller,
): Promise<string> {
  const rp = relyingPartyOf(context);
  const purpose = sessionId === null ? 'sign_in' : 'confirm';
  const expectedChallenge = await take(context, purpose, sessionId, challengeId);
  const passkey = await findPasskey(context.system, Buffer.from(credential.id, 'base64url'));
  if (!passkey) throw wrongPasskey();
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    // `advanceCounter` compares the counter, in the statement that stores the new one.
    credential: { id: credential.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
  }).catch(refuse);
  if (!verified) throw wrongPasskey();
  const { newCounter } = authenticationInfo;
  const { operatorId } = passkey;
  const outcome = await advanceCounter(context.system, passkey.id, newCounter, context.clock.now());
  if (outcome === 'removed') throw wrongPasskey();
  if (outcome === 'regressed') {
    const actor = { kind: 'operator', id: operatorId, requestId, address } as const;
    await context.security.record(
      context.system,
      operatorEvent('passkey.counter_regressed', actor, operatorId),
    );
    throw wrongPasskey();
  }
  return operatorId;
}

/**
 * Ends the other sessions of the operator: the device of the passkey may be lost. Refused if it is the last second factor
 * of an operator who needs one.
 */
export async function removePasskey(
  context: RemovalContext,
  { operatorId, sessionHash }: { readonly operatorId: string; readonly sessionHash: string },
  passkeyId: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(context.system, async (trx) => {
    await findOperatorForUpdate(trx, operatorId);
    if (!isUuid(passkeyId) || !(await deletePasskey(trx, operatorId, passkeyId)))
      throw Problem.of('not_found', 'You have no such passkey.');
    await settleRemoval({ ...context, system: trx }, operatorId);
    await operatorSessions.endAll(trx, { operator_id: operatorId }, sessionHash);
    await context.security.record(trx, operatorEvent('passkey.removed', actor, operatorId));
  });
}

async function keep(
  { system, clock, ids }: PasskeyContext,
  purpose: ChallengePurpose,
  sessionId: string | null,
  challenge: string,
): Promise<string> {
  const id = ids.next();
  const expiresAt = new Date(clock.now().getTime() + challengeMillis);
  await insertChallenge(system, { id, purpose, sessionId, challenge, expiresAt });
  return id;
}

async function take(
  { system, clock }: PasskeyContext,
  purpose: ChallengePurpose,
  sessionId: string | null,
  id: string,
): Promise<string> {
  const challenge = isUuid(id)
    ? await consumeChallenge(system, { id, purpose, sessionId }, clock.now())
    : undefined;
  if (challenge === undefined) throw wrongPasskey();
  return challenge;
}

const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  id: credentialId.toString('base64url'),
  transports: [...transports],
});

/** The library throws for every fault of a response: other challenge, origin, relying party, signature … */
function refuse(cause: unknown): never {
  throw wrongPasskey(cause);
}

function wrongPasskey(cause?: unknown): Problem {
  return Problem.of(
    'wrong_passkey',
    'The passkey is not registered, was removed, or its response is not valid or was sent before. Try again.',
    { cause },
  );
}
