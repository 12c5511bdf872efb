// Operator sessions. They start with e-mail address and password, with a passkey (passkey-session.ts) or with a link, and
// end on sign-out, on expiry, and immediately when the operator is disabled or gets another role, password or second factor
// (accounts/system/change-operator.ts).
import { secondFactorStatus } from '../../../domain/account/second-factor-rule.ts';
import { confirmedUntil } from '../../../domain/account/step-up.ts';
import type { OperatorPrincipal } from '../../../http/surfaces/operator-principal.ts';
import { Problem } from '../../../lib/problem.ts';
import { passwordMatches } from '../../accounts/password.ts';
import { inTransaction } from '../../accounts/system/admin-context.ts';
import {
  areCredentialsValid,
  recordFirstSignIn,
  type SessionCarrier,
} from '../../accounts/system/operator-session-store.ts';
import {
  findOperatorByEmail,
  findOperatorCredentials,
  type OperatorCredentials,
} from '../../accounts/system/operator-store.ts';
import { passSecondFactor } from '../../accounts/system/second-factor.ts';
import { recordNewDevice } from '../../sign-in-throttle/record-new-device.ts';
import {
  type GuessingClient,
  rememberNetwork,
  throttledAccount,
  throttleGuess,
} from '../../sign-in-throttle/throttle-guess.ts';
import type { ConsoleContext } from '../console-context.ts';

const maxAgentLength = 300;

/** Client side of a sign-in. */
export interface Visit extends GuessingClient {
  readonly carrier: SessionCarrier;
  readonly agent: string | null;
  /** Session of the browser before the sign-in; it is ended. */
  readonly previousToken: string | undefined;
  readonly requestId: string;
}

export interface OperatorSignIn extends Visit {
  readonly email: string;
  readonly password: string;
  /** Code of the second factor. */
  readonly code: string | undefined;
}

export type SessionContext = Pick<
  ConsoleContext,
  'system' | 'identity' | 'sessions' | 'clock' | 'ids' | 'environment' | 'keys' | 'security'
>;

/** Records a refused sign-in. */
export function watchOperatorSignIn<T>(
  { security, system }: SessionContext,
  { email: name, address, requestId }: Pick<OperatorSignIn, 'email' | 'address' | 'requestId'>,
  work: () => Promise<T>,
): Promise<T> {
  const identify = () => findOperatorByEmail(system, name);
  const attempt = {
    surface: 'operator_sign_in',
    kind: 'operator',
    name,
    address,
    requestId,
    identify,
  } as const;
  return security.watch(system, attempt, work);
}

/** Returns the token of the new session. */
export async function startOperatorSession(context: SessionContext, signIn: OperatorSignIn): Promise<string> {
  const { email, password, ...visit } = signIn;
  const { address, deviceCookie } = visit;
  const credentials = await checkPassword(context, { email, password, address, deviceCookie });
  const open = () => openSession(context, credentials, visit);
  const token = await throttleCode(context, credentials.id, visit, open);
  await rememberNetwork(context, operatorAccount(credentials.id), address);
  return token;
}

/** Account of an operator, as it is throttled and named in the device cookie. */
export const operatorAccount = (id: string) => throttledAccount('operator', id);

/** Throttles guesses at codes of the second factor. Without a code, the attempt is no guess. */
export function throttleCode<T>(
  context: SessionContext,
  operatorId: string,
  { address, deviceCookie, sessionId, code }: GuessingClient & Pick<OperatorSignIn, 'code'>,
  attempt: () => Promise<T>,
): Promise<T> {
  if (code === undefined) return attempt();
  const client = { address, deviceCookie, sessionId };
  return throttleGuess(context, { ...client, secret: 'code', account: operatorAccount(operatorId) }, attempt);
}

export async function checkPassword(
  context: SessionContext,
  { email, password, ...client }: GuessingClient & Pick<OperatorSignIn, 'email' | 'password'>,
): Promise<OperatorCredentials> {
  const credentials = await findOperatorCredentials(context.system, email);
  const account = throttledAccount('operator', credentials?.id, email);
  return throttleGuess(context, { ...client, secret: 'password', account }, async () => {
    // Hashes a password even if the operator does not exist, so that the response time does not reveal it.
    const matches = await passwordMatches(credentials?.passwordHash, password);
    if (!credentials || !matches) throw wrongCredentials();
    return credentials;
  });
}

function wrongCredentials(): Problem {
  return Problem.of('wrong_credentials', 'The e-mail address or password is wrong.');
}

/** Starts a session after the password was checked, in the caller's transaction if there is one. */
export async function openSession(
  context: SessionContext,
  credentials: OperatorCredentials,
  { code, ...visit }: Visit & { readonly code?: string | undefined },
): Promise<string> {
  return inTransaction(context.system, async (trx) => {
    await recordFirstSignIn(trx, credentials.id, context.clock.now());
    if (!(await areCredentialsValid(trx, credentials))) throw wrongCredentials();
    const inside = { ...context, system: trx };
    const factor = await passSecondFactor(inside, credentials.id, code);
    if (factor === 'code_missing') throw codeMissing();
    return insertSession(inside, credentials.id, visit);
  });
}

/** Starts the session of an authenticated operator, in the caller's transaction. */
export async function insertSession(
  context: SessionContext,
  id: string,
  { carrier, agent, previousToken, requestId, ...client }: Visit,
): Promise<string> {
  const { system, clock, environment } = context;
  const { address } = client;
  const actor = { kind: 'operator', id, requestId, address } as const;
  const change = { actor, accountId: null, subject: { kind: 'operator', id } };
  await recordNewDevice(context, system, { account: operatorAccount(id), client, ...change });
  await context.security.record(system, { event: 'operator_session.started', ...change });
  const now = clock.now();
  return context.sessions.start(
    system,
    { environment: environment.name, now, previousToken },
    {
      operator_id: id,
      carrier,
      address,
      agent: agent?.slice(0, maxAgentLength) ?? null,
      confirmed_at: now,
    },
  );
}

export function codeMissing(): Problem {
  return Problem.of(
    'second_factor_required',
    'This operator has a second factor. Send `code` as well: the six digits from the authenticator app, or ' +
      'a recovery code. Or use a passkey.',
    { param: 'code' },
  );
}

type FindContext = Pick<SessionContext, 'system' | 'sessions' | 'clock' | 'environment'>;

/** Those of the sessions that may keep an event stream: the middleware would still admit their requests. */
export function findLiveOperators(
  { system, sessions, clock, environment }: FindContext,
  sessionHashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const now = clock.now();
  return sessions.findLive(system, sessionHashes, now, (operator) => {
    const { secondFactor } = secondFactorStatus(operator, environment.adminMfaGraceDays, now);
    return secondFactor !== 'required';
  });
}

export async function findOperator(
  { system, sessions, clock, environment }: FindContext,
  token: string,
  { carrier, isUse }: { readonly carrier: SessionCarrier; readonly isUse: boolean },
): Promise<OperatorPrincipal | null> {
  const now = clock.now();
  const find = isUse ? 'find' : 'peek';
  const session = await sessions[find](system, token, now, { carrier });
  if (!session) return null;
  const { confirmedAt, lastUsedAt, hasSecondFactor, isRequiredForAll, firstSignedInAt, ...operator } =
    session;
  const usedAt = isUse ? now : (lastUsedAt ?? now);
  const { idleSeconds = 0 } = sessions.rules;
  const idleAt = new Date(Math.min(usedAt.getTime() + idleSeconds * 1_000, session.expiresAt.getTime()));
  const facts = { role: operator.role, hasSecondFactor, isRequiredForAll, firstSignedInAt };
  return {
    ...operator,
    ...secondFactorStatus(facts, environment.adminMfaGraceDays, now),
    idleAt,
    confirmedUntil: confirmedUntil(confirmedAt, now),
  };
}
