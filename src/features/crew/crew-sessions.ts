// Sessions of crew members: started with a one-time link or a PIN; ended by sign-out, expiry, an operator, or
// retirement of the member.
import type { SystemDatabase } from '../../db/system-database.ts';
import type { CrewPrincipal } from '../../http/surfaces/crew-principal.ts';
import { Problem } from '../../lib/problem.ts';
import { passwordMatches } from '../accounts/password.ts';
import { recordNewDevice } from '../sign-in-throttle/record-new-device.ts';
import {
  type GuessingClient,
  rememberNetwork,
  throttledAccount,
  throttleGuess,
} from '../sign-in-throttle/throttle-guess.ts';
import {
  crewLinks,
  crewSessions,
  findPin,
  isActiveMember,
  isCurrentPin,
  type PinCandidate,
} from './access-store.ts';
import type { CrewContext } from './crew-context.ts';

export const crewSessionSeconds = crewSessions.rules.lifetimeSeconds;

type SessionContext = Pick<
  CrewContext,
  'system' | 'identity' | 'clock' | 'environment' | 'keys' | 'security'
>;

interface SignIn extends GuessingClient {
  /** Token of the session the browser already has; that session ends. */
  readonly previousToken: string | undefined;
  readonly requestId: string;
}

export interface StartedSession {
  readonly token: string;
  readonly memberId: string;
}

/** Account of a crew member, as it is throttled and named in the device cookie. */
export const crewAccount = (memberId: string) => throttledAccount('crew', memberId);

export async function signInWithLink(
  context: SessionContext,
  linkToken: string,
  signIn: SignIn,
): Promise<StartedSession> {
  const { address, requestId } = signIn;
  const attempt = { surface: 'crew_link', kind: 'link', name: linkToken, address, requestId } as const;
  return context.security.watch(context.system, attempt, () => openWithLink(context, linkToken, signIn));
}

function openWithLink(context: SessionContext, linkToken: string, signIn: SignIn): Promise<StartedSession> {
  return context.system.transaction().execute(async (trx) => {
    const link = await crewLinks.consume(trx, linkToken, context.clock.now());
    if (!link || !(await isActiveMember(trx, link.memberId)))
      throw Problem.of('session_ended', 'This link is no longer valid. Ask your dispatcher for a new one.');
    return openSession(context, trx, link.memberId, signIn);
  });
}

export interface PinSignIn extends SignIn {
  /** A phone number in any common notation, or a sign-in code. */
  readonly name: string;
  readonly pin: string;
}

/**
 * The error is the same for an unknown name and a wrong PIN, so that it reveals nothing. Wrong PINs delay further attempts;
 * they never lock the PIN, because a caller who knows a phone number could then lock out its owner.
 */
export async function signInWithPin(context: SessionContext, signIn: PinSignIn): Promise<StartedSession> {
  const { address, requestId } = signIn;
  const name = readName(signIn.name);
  const candidate = await findPin(context.system, name);
  const shownName = 'code' in name ? name.code : name.phoneNumber;
  const attempt = {
    surface: 'crew_pin',
    kind: 'crew_member',
    name: shownName,
    address,
    requestId,
    throttledEvent: 'pin.delayed',
    identify: async () => candidate && { id: candidate.memberId },
  } as const;
  return context.security.watch(context.system, attempt, () =>
    checkPin(context, signIn, shownName, candidate),
  );
}

async function checkPin(
  context: SessionContext,
  signIn: PinSignIn,
  shownName: string,
  candidate: PinCandidate | undefined,
): Promise<StartedSession> {
  const { address, deviceCookie } = signIn;
  const account = throttledAccount('crew', candidate?.memberId, shownName);
  const guess = { secret: 'pin', account, address, deviceCookie } as const;
  const session = await throttleGuess(context, guess, async () => {
    const matches = await passwordMatches(candidate?.pinHash, signIn.pin);
    if (!candidate || !matches) throw wrongPin();
    return context.system.transaction().execute(async (trx) => {
      const isGood = (await isActiveMember(trx, candidate.memberId)) && (await isCurrentPin(trx, candidate));
      if (!isGood) throw wrongPin();
      return openSession(context, trx, candidate.memberId, signIn);
    });
  });
  await rememberNetwork(context, account, address);
  return session;
}

/** Stored numbers are in E.164. Numbers without a country code are taken as United States numbers. */
function readName(text: string): { code: string } | { phoneNumber: string } {
  const bare = text.toUpperCase().replace(/[\s().-]/g, '');
  if (/^\+\d+$/.test(bare)) return { phoneNumber: bare };
  if (/^1?\d{10}$/.test(bare)) return { phoneNumber: `+1${bare.slice(-10)}` };
  return { code: bare };
}

function wrongPin(): Problem {
  const way = 'After several wrong PINs you have to wait before the next try. Your dispatcher can help.';
  return Problem.of('wrong_credentials', `The phone number, code or PIN is wrong. ${way}`);
}

async function openSession(
  context: SessionContext,
  trx: SystemDatabase,
  memberId: string,
  { previousToken, requestId, address, deviceCookie }: SignIn,
): Promise<StartedSession> {
  const { clock, environment, security } = context;
  const member = { kind: 'crew_member', id: memberId } as const;
  const change = { actor: { ...member, requestId, address }, accountId: null, subject: member };
  const client = { address, deviceCookie };
  await recordNewDevice(context, trx, { account: crewAccount(memberId), client, ...change });
  await security.record(trx, { event: 'crew_session.started', ...change });
  const start = { environment: environment.name, now: clock.now(), previousToken };
  return { token: await crewSessions.start(trx, start, { member_id: memberId }), memberId };
}

export function findCrewMember(
  { system, clock }: Pick<SessionContext, 'system' | 'clock'>,
  token: string,
): Promise<CrewPrincipal | null> {
  return crewSessions.find(system, token, clock.now());
}

export function endCrewSession(
  { system }: Pick<SessionContext, 'system'>,
  { sessionHash }: CrewPrincipal,
): Promise<void> {
  return crewSessions.end(system, sessionHash);
}
