// Sessions of operators: begun with an e-mail address and a password, ended by the operator, by time, and at once when the
// operator is disabled or gets another role or password (accounts/system/change-operator.ts).
import { recordAudit } from '../../../db/audit-store.ts';
import type { OperatorPrincipal } from '../../../http/operator-principal.ts';
import { hashToken, mintToken } from '../../../lib/opaque-token.ts';
import { Problem } from '../../../lib/problem.ts';
import { passwordMatches } from '../../accounts/password.ts';
import {
  areCredentialsGood,
  deleteOperatorSession,
  findLiveSessions,
  findOperatorSession,
  insertOperatorSession,
  type SessionCarrier,
  type SessionMoment,
  touchOperatorSession,
} from '../../accounts/system/operator-session-store.ts';
import { findOperatorCredentials, type OperatorCredentials } from '../../accounts/system/operator-store.ts';
import { throttleAttempts } from '../../oauth/throttle-attempts.ts';
import type { ConsoleContext } from '../console-context.ts';

const HOUR_MS = 3_600_000;
const idleMillis = 12 * HOUR_MS;
const lifetimeMillis = 7 * 24 * HOUR_MS;
export const operatorSessionSeconds = lifetimeMillis / 1000;
/** A session is written down as used at most this often. */
const touchMillis = 60_000;
const failedAttemptsPerMinute = 10;

export interface OperatorSignIn {
  readonly email: string;
  readonly password: string;
  readonly carrier: SessionCarrier;
  readonly address: string;
  /** The session the browser came with; it ends. */
  readonly previousToken: string | undefined;
  readonly requestId: string;
}

type SessionContext = Pick<ConsoleContext, 'system' | 'identity' | 'clock' | 'ids' | 'environment'>;

/** Returns the token of the new session. */
export async function startOperatorSession(context: SessionContext, signIn: OperatorSignIn): Promise<string> {
  const key = `operator:${signIn.email.toLowerCase().slice(0, 255)}:${signIn.address}`;
  return throttleAttempts(context.identity, key, failedAttemptsPerMinute, async () => {
    const credentials = await findOperatorCredentials(context.system, signIn.email);
    // Checked for nobody too: who is an operator here must not be told by how long an answer takes.
    const matches = await passwordMatches(credentials?.passwordHash, signIn.password);
    if (!credentials || !matches) throw wrongCredentials();
    return openSession(context, credentials, signIn);
  });
}

function wrongCredentials(): Problem {
  return Problem.of('wrong_credentials', 'The e-mail address or password is wrong.');
}

async function openSession(
  { system, clock, ids, environment }: SessionContext,
  credentials: OperatorCredentials,
  { carrier, previousToken, requestId }: OperatorSignIn,
): Promise<string> {
  const token = mintToken(`wop_${environment.name}`);
  const now = clock.now();
  await system.transaction().execute(async (trx) => {
    if (!(await areCredentialsGood(trx, credentials))) throw wrongCredentials();
    if (previousToken !== undefined) await deleteOperatorSession(trx, hashToken(previousToken));
    await insertOperatorSession(trx, {
      sessionHash: hashToken(token),
      operatorId: credentials.id,
      carrier,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetimeMillis),
    });
    await recordAudit(trx, {
      id: ids.next(),
      accountId: null,
      actor: { kind: 'operator', id: credentials.id },
      action: 'operator_session.started',
      subject: { kind: 'operator', id: credentials.id },
      requestId,
      at: now,
    });
  });
  return token;
}

export async function findOperator(
  { system, clock }: Pick<SessionContext, 'system' | 'clock'>,
  token: string,
  carrier: SessionCarrier,
): Promise<OperatorPrincipal | null> {
  const sessionHash = hashToken(token);
  const now = clock.now();
  const session = await findOperatorSession(system, sessionHash, carrier, momentOf(now));
  if (!session) return null;
  const { lastUsedAt, ...operator } = session;
  if (now.getTime() - lastUsedAt.getTime() >= touchMillis)
    await touchOperatorSession(system, sessionHash, now);
  const idleAt = new Date(Math.min(now.getTime() + idleMillis, operator.expiresAt.getTime()));
  return { ...operator, sessionId: sessionHash.toString('hex'), idleAt };
}

/** Which of these go on; asking does not count as using them. */
export async function findLiveOperatorSessions(
  { system, clock }: Pick<SessionContext, 'system' | 'clock'>,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const hashes = sessionIds.map((id) => Buffer.from(id, 'hex'));
  const live = await findLiveSessions(system, hashes, momentOf(clock.now()));
  return new Set(live.map((hash) => hash.toString('hex')));
}

export async function endOperatorSession(
  { system }: Pick<SessionContext, 'system'>,
  { sessionId }: OperatorPrincipal,
): Promise<void> {
  await deleteOperatorSession(system, Buffer.from(sessionId, 'hex'));
}

export function momentOf(now: Date): SessionMoment {
  return { now, idleSince: new Date(now.getTime() - idleMillis) };
}
