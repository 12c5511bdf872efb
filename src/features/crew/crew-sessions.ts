// Sessions of crew members: started with a one-time link or a PIN; ended by sign-out, expiry, an operator, or
// retirement of the member.
import { recordAudit } from '../../db/audit-store.ts';
import type { SystemDatabase } from '../../db/system-database.ts';
import type { CrewPrincipal } from '../../http/surfaces/crew-principal.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import { passwordMatches } from '../accounts/password.ts';
import { throttleAttempts } from '../oauth/throttle-attempts.ts';
import { consumeCrewLink, countPinAttempt, resetPinFailures } from './access-store.ts';
import type { CrewContext } from './crew-context.ts';
import {
  deleteCrewSession,
  findCrewSession,
  insertCrewSession,
  isActiveMember,
  type SessionCutoff,
  touchCrewSession,
} from './session-store.ts';

const HOUR_MS = 3_600_000;
const idleMillis = 12 * HOUR_MS;
const lifetimeMillis = 30 * 24 * HOUR_MS;
export const crewSessionSeconds = lifetimeMillis / 1_000;
/** Minimum interval between updates of `last_used_at`. */
const touchMillis = 60_000;
const failedAttemptsPerMinute = 10;

type SessionContext = Pick<CrewContext, 'system' | 'identity' | 'clock' | 'ids' | 'environment'>;

interface SignIn {
  /** Token of the session the browser already has; that session ends. */
  readonly previousToken: string | undefined;
  readonly requestId: string;
}

/** Returns the token of the new session. */
export async function signInWithLink(
  context: SessionContext,
  linkToken: string,
  signIn: SignIn,
): Promise<string> {
  return context.system.transaction().execute(async (trx) => {
    const link = await consumeCrewLink(trx, hashToken(linkToken), context.clock.now());
    if (!link || !(await isActiveMember(trx, link.memberId)))
      throw Problem.of('session_ended', 'This link is no longer valid. Ask your dispatcher for a new one.');
    return openSession(context, trx, link.memberId, signIn);
  });
}

export interface PinSignIn extends SignIn {
  /** A phone number in any common notation, or a sign-in code. */
  readonly name: string;
  readonly pin: string;
  readonly address: string;
}

/**
 * Returns the token of the new session. The error is the same for an unknown name, a wrong PIN and a locked PIN, so
 * that it reveals nothing.
 */
export async function signInWithPin(context: SessionContext, signIn: PinSignIn): Promise<string> {
  const name = readName(signIn.name);
  const key = `crew:${'code' in name ? name.code : name.phoneNumber}:${signIn.address}`.slice(0, 255);
  return throttleAttempts(context.identity, key, failedAttemptsPerMinute, async () => {
    const candidate = await countPinAttempt(context.system, name, context.clock.now());
    const matches = await passwordMatches(candidate?.pinHash, signIn.pin);
    if (!candidate || !matches) throw wrongPin();
    return context.system.transaction().execute(async (trx) => {
      const isGood =
        (await isActiveMember(trx, candidate.memberId)) && (await resetPinFailures(trx, candidate));
      if (!isGood) throw wrongPin();
      return openSession(context, trx, candidate.memberId, signIn);
    });
  });
}

/** Stored numbers are in E.164. Numbers without a country code are taken as United States numbers. */
function readName(text: string): { code: string } | { phoneNumber: string } {
  const bare = text.toUpperCase().replace(/[\s().-]/g, '');
  if (/^\+\d+$/.test(bare)) return { phoneNumber: bare };
  if (/^1?\d{10}$/.test(bare)) return { phoneNumber: `+1${bare.slice(-10)}` };
  return { code: bare };
}

function wrongPin(): Problem {
  const way = 'After 10 wrong PINs the PIN is locked: ask your dispatcher for a new one.';
  return Problem.of('wrong_credentials', `The phone number, code or PIN is wrong. ${way}`);
}

async function openSession(
  { clock, ids, environment }: SessionContext,
  trx: SystemDatabase,
  memberId: string,
  { previousToken, requestId }: SignIn,
): Promise<string> {
  const token = mintToken(`wb_${environment.name}_crew`);
  const now = clock.now();
  if (previousToken !== undefined) await deleteCrewSession(trx, hashToken(previousToken));
  await insertCrewSession(trx, {
    sessionHash: hashToken(token),
    memberId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMillis),
  });
  await recordAudit(
    trx,
    { ids, clock },
    { kind: 'crew_member', id: memberId, requestId },
    {
      accountId: null,
      action: 'crew_session.started',
      subject: { kind: 'crew_member', id: memberId },
    },
  );
  return token;
}

export async function findCrewMember(
  { system, clock }: Pick<SessionContext, 'system' | 'clock'>,
  token: string,
): Promise<CrewPrincipal | null> {
  const sessionHash = hashToken(token);
  const now = clock.now();
  const session = await findCrewSession(system, sessionHash, momentOf(now));
  if (!session) return null;
  const { lastUsedAt, ...member } = session;
  if (now.getTime() - lastUsedAt.getTime() >= touchMillis) await touchCrewSession(system, sessionHash, now);
  return { ...member, sessionId: sessionHash.toString('hex') };
}

export async function endCrewSession(
  { system }: Pick<SessionContext, 'system'>,
  { sessionId }: CrewPrincipal,
): Promise<void> {
  await deleteCrewSession(system, Buffer.from(sessionId, 'hex'));
}

export function momentOf(now: Date): SessionCutoff {
  return { now, idleSince: new Date(now.getTime() - idleMillis) };
}
