// Throttles guesses at passwords, codes and PINs with growing delays, counted across all processes. Known clients of an
// account (a device with its cookie, a session, a network that signed in lately) have their own counters. All other
// clients share one counter per account, so that an attacker who changes addresses gains nothing, and one per network, so
// that an attacker who changes accounts gains nothing. No delay is permanent (decision 0055).
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Clock } from '../../lib/clock.ts';
import { clientNetworkOf } from '../../lib/ip-network.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import { hashToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import { formatWaitingTime } from '../../lib/waiting-time.ts';
import { findDevice } from './known-device.ts';
import {
  type BackOff,
  clientSecretBackOff,
  knownNetworkDays,
  networkBackOff,
  type SecretKind,
  throttlePolicies,
} from './throttle-policy.ts';
import {
  type Counter,
  countAttempt,
  isKnownNetwork,
  readWaitSeconds,
  renewKnownNetwork,
  saveKnownNetwork,
  uncountAttempt,
} from './throttle-store.ts';

export interface ThrottleContext {
  readonly identity: IdentityDatabase;
  readonly keys: KeyRing;
  readonly clock: Clock;
}

/** Where an attempt comes from. */
export interface GuessingClient {
  readonly address: string;
  /** Value of the device cookie; scripts have none. */
  readonly deviceCookie?: string | undefined;
  /** The caller's session, if the secret is asked for again in a session. */
  readonly sessionId?: string | undefined;
}

export interface ClientOfAccount extends GuessingClient {
  /** From `throttledAccount`. */
  readonly account: string;
}

export interface Guess extends ClientOfAccount {
  readonly secret: SecretKind;
}

/**
 * The account whose secret is guessed. Unknown names have counters too, so that responses do not reveal which names exist.
 * A known account is counted by its id: PostgreSQL and JavaScript differ in which names they treat as equal.
 */
export function throttledAccount(
  audience: 'operator' | 'user' | 'crew' | 'portal_member',
  id: string | undefined,
  name = '',
): string {
  return id === undefined
    ? `${audience} unknown ${name.toLowerCase().slice(0, 255)}`
    : `${audience} known ${id}`;
}

/**
 * Counts every attempt before it is checked, so that concurrent attempts cannot exceed the limit. A successful attempt is
 * taken back. While a counter is blocked, the right secret is refused as well.
 */
export async function throttleGuess<T>(
  context: ThrottleContext,
  guess: Guess,
  attempt: () => Promise<T>,
): Promise<T> {
  const counters = await countersOf(context, guess);
  const { waitSeconds, counts } = await countAttempt(context.identity, counters);
  if (counts === null) throw tooManyAttempts(waitSeconds, throttlePolicies[guess.secret].client);
  const uncount = () => uncountAttempt(context.identity, counters, counts);
  try {
    const result = await attempt();
    await uncount();
    return result;
  } catch (error) {
    // A failure of ours, for example of the database, says nothing about the guess.
    if (!(error instanceof Problem)) await uncount().catch(() => {});
    throw error;
  }
}

/** For requests that each cause a mail: counts every request, whether or not the name exists. */
export async function throttleRequest(context: ThrottleContext, request: Guess): Promise<void> {
  const { waitSeconds, counts } = await countAttempt(context.identity, await countersOf(context, request));
  if (counts !== null) return;
  const wait = `Try again in ${formatWaitingTime(Math.max(1, waitSeconds))}.`;
  throw refusal(
    `Too many links were requested. ${wait}`,
    waitSeconds,
    throttlePolicies[request.secret].client,
  );
}

/** After a complete sign-in: later attempts from this network are those of a known client. */
export function rememberNetwork(
  { identity }: Pick<ThrottleContext, 'identity'>,
  account: string,
  address: string,
): Promise<void> {
  return saveKnownNetwork(identity, hashToken(account), networkHash(address));
}

/** `rememberNetwork` for a network that is known. Returns false if it is not. */
export function renewNetwork(
  { identity }: Pick<ThrottleContext, 'identity'>,
  account: string,
  address: string,
): Promise<boolean> {
  return renewKnownNetwork(identity, hashToken(account), networkHash(address), knownNetworkDays);
}

/**
 * For client secrets. Counts failures only, so that all processes of a partner can request tokens at the same time.
 */
export async function throttleFailures<T>(
  { identity }: Pick<ThrottleContext, 'identity'>,
  clientId: string,
  address: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const counter: Counter = {
    target: hashToken(`client secret ${clientId.slice(0, 100)}`),
    source: networkHash(address),
    backOff: clientSecretBackOff,
  };
  const waitBefore = await readWaitSeconds(identity, counter);
  if (waitBefore > 0) throw tooManyAttempts(waitBefore, clientSecretBackOff);
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { waitSeconds } = await countAttempt(identity, [counter]);
    throw waitSeconds > 0 ? tooManyAttempts(waitSeconds, clientSecretBackOff) : error;
  }
}

/** Counters of all clients of an account start with this value. */
export function throttleTarget(secret: SecretKind, account: string): Buffer {
  return hashToken(`${secret} of ${account}`);
}

const anyClient = hashToken('');
const anyAccount = hashToken('any account');
const networkHash = (address: string) => hashToken(`network ${clientNetworkOf(address)}`);

async function countersOf(context: ThrottleContext, guess: Guess): Promise<Counter[]> {
  const { client, account } = throttlePolicies[guess.secret];
  const target = throttleTarget(guess.secret, guess.account);
  const known = await knownSourceOf(context, guess);
  if (known) return [{ target, source: known, backOff: client }];
  const network = networkHash(guess.address);
  return [
    { target, source: network, backOff: client },
    { target, source: anyClient, backOff: account },
    { target: anyAccount, source: network, backOff: networkBackOff },
  ];
}

export async function isKnownClient(context: ThrottleContext, client: ClientOfAccount): Promise<boolean> {
  return (await knownSourceOf(context, client)) !== null;
}

/** null for a client that the account has not used. */
async function knownSourceOf(context: ThrottleContext, client: ClientOfAccount): Promise<Buffer | null> {
  const device = knownDeviceOf(context, client);
  if (device !== null) return device;
  const { identity } = context;
  const { account, address } = client;
  const network = networkHash(address);
  const isKnown = await isKnownNetwork(identity, hashToken(account), network, knownNetworkDays);
  return isKnown ? network : null;
}

/** The session or the device of the client, if it proved one; does not ask the database. */
export function knownDeviceOf(
  { keys, clock }: Pick<ThrottleContext, 'keys' | 'clock'>,
  { account, deviceCookie, sessionId }: ClientOfAccount,
): Buffer | null {
  if (sessionId !== undefined) return hashToken(`session ${sessionId}`);
  const device = findDevice(keys, deviceCookie, account, clock.now());
  return device === null ? null : hashToken(`device ${device}`);
}

/** The limit is that of one client, whichever counter refused: a response must not reveal which names exist. */
function tooManyAttempts(waitSeconds: number, backOff: BackOff): Problem {
  const wait = `Try again in ${formatWaitingTime(Math.max(1, waitSeconds))}.`;
  return refusal(`Too many failed attempts. ${wait}`, waitSeconds, backOff);
}

function refusal(message: string, waitSeconds: number, { free: limit }: BackOff): Problem {
  const retryAfterSeconds = Math.max(1, waitSeconds);
  return Problem.rateLimited('rate_limit_exceeded', message, { limit, retryAfterSeconds });
}
