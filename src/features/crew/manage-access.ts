// Sign-in credentials that operators issue to crew members: one-time links and PINs, and their revocation.
import { randomInt } from 'node:crypto';
import type { Context } from '../../context.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { SecurityEventName } from '../../domain/account/security-event.ts';
import type { Messenger } from '../../integrations/messenger/messenger.ts';
import type { Actor } from '../../lib/actor.ts';
import { hashPassword } from '../accounts/password.ts';
import { inTransaction } from '../accounts/system/admin-context.ts';
import { lockMembers, type MemberRecord } from '../dispatch/system/crew-member-store.ts';
import type { RosterContext } from '../dispatch/system/dispatch-context.ts';
import { invalidParameter, requireRow } from '../dispatch/system/roster-problems.ts';
import { findBlockedUntil, forgetAttempts } from '../sign-in-throttle/system/throttle-admin-store.ts';
import { throttleTarget } from '../sign-in-throttle/throttle-guess.ts';
import {
  crewLinks,
  crewSessions,
  deletePin,
  findAccess,
  type MemberAccess,
  replacePin,
} from './access-store.ts';
import { crewAccount } from './crew-sessions.ts';

const linkSeconds = 24 * 60 * 60;
/** Without characters that look alike (0/O, 1/I/L). */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export interface AccessContext extends RosterContext, Pick<Context, 'security'> {
  readonly environment: Pick<Context['environment'], 'name' | 'publicUrl'>;
}

export interface IssuedLink {
  readonly url: string;
  readonly expiresAt: Date;
  readonly member: MemberRecord;
}

/** Creates a one-time link. Earlier links of the member stop working. */
export async function issueLink(context: AccessContext, actor: Actor, memberId: string): Promise<IssuedLink> {
  const { clock, environment } = context;
  const start = { environment: environment.name, now: clock.now(), lifetimeSeconds: linkSeconds };
  const own = { member_id: memberId };
  const { token, link, member } = await changeAccess(
    context,
    actor,
    memberId,
    'crew_member.link_created',
    async (trx) => {
      await crewLinks.withdraw(trx, own);
      return crewLinks.create(trx, start, () => own);
    },
  );
  return { url: `${environment.publicUrl}/crew/#token=${token}`, expiresAt: link.expiresAt, member };
}

export interface IssuedPin {
  readonly code: string;
  readonly pin: string;
  readonly member: MemberRecord;
}

/** Creates a PIN and lifts the delay after wrong PINs. Sessions stay valid. */
export async function issuePin(context: AccessContext, actor: Actor, memberId: string): Promise<IssuedPin> {
  const pin = String(randomInt(1_000_000)).padStart(6, '0');
  const pinHash = await hashPassword(pin);
  const createdAt = context.clock.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      const write = async (trx: AccessContext['system']) => {
        await forgetAttempts(trx, pinTarget(memberId));
        return { code: await replacePin(trx, { memberId, code: newCode(), pinHash, createdAt }) };
      };
      return { ...(await changeAccess(context, actor, memberId, 'crew_member.pin_created', write)), pin };
    } catch (error) {
      if (attempt >= 5 || !isUniqueViolation(error, 'crew_pin_code_key')) throw error;
    }
  }
}

/** Lets the member try PINs again at once. The PIN stays as it is. False if no wrong PINs were counted. */
export async function liftPinDelay(context: AccessContext, actor: Actor, memberId: string): Promise<boolean> {
  const write = async (trx: AccessContext['system']) => ({
    isLifted: await forgetAttempts(trx, pinTarget(memberId)),
  });
  return (await changeAccess(context, actor, memberId, 'crew_member.pin_delay_lifted', write)).isLifted;
}

const pinTarget = (memberId: string) => throttleTarget('pin', crewAccount(memberId));

/** Revokes links, PIN and sessions immediately. */
export async function revokeAccess(context: AccessContext, actor: Actor, memberId: string): Promise<void> {
  await inTransaction(context.system, async (trx) => {
    await requireRow('crew member', memberId, async (id) => (await lockMembers(trx, [id]))[0]);
    await crewLinks.withdraw(trx, { member_id: memberId });
    await deletePin(trx, memberId);
    await crewSessions.endAll(trx, { member_id: memberId });
    await recordAccessChange(context, trx, actor, { memberId, event: 'crew_member.access_revoked' });
  });
}

export async function readAccess(
  { system, clock }: Pick<AccessContext, 'system' | 'clock'>,
  memberId: string,
): Promise<MemberAccess & { readonly pinDelayedUntil: Date | null }> {
  const access = await requireRow('crew member', memberId, (id) => findAccess(system, id, clock.now()));
  return { ...access, pinDelayedUntil: await findBlockedUntil(system, pinTarget(memberId)) };
}

export type SmsOutcome = 'sent' | 'failed' | 'no_number' | 'not_configured';

/** Bilingual, because the member's language is unknown. */
export async function sendLinkBySms(
  { messenger, ids }: { readonly messenger: Messenger } & Pick<AccessContext, 'ids'>,
  { member, url }: IssuedLink,
): Promise<SmsOutcome> {
  if (member.phoneNumber === null) return 'no_number';
  if (!messenger.carries.has('sms')) return 'not_configured';
  const text = `Waybill: your jobs / sus trabajos: ${url}`;
  const message = { channel: 'sms', id: ids.next(), to: member.phoneNumber, text } as const;
  const outcome = await messenger.send(message, { uncertainSince: null });
  return outcome.kind === 'sent' ? 'sent' : 'failed';
}

async function changeAccess<Written>(
  context: AccessContext,
  actor: Actor,
  memberId: string,
  event: AccessEvent,
  write: (trx: AccessContext['system']) => Promise<Written>,
): Promise<Written & { readonly member: MemberRecord }> {
  return inTransaction(context.system, async (trx) => {
    const member = await requireRow('crew member', memberId, async (id) => (await lockMembers(trx, [id]))[0]);
    if (member.retiredAt) throw invalidParameter('id', `${member.firstName} is retired.`);
    const written = await write(trx);
    await recordAccessChange(context, trx, actor, { memberId, event });
    return { ...written, member };
  });
}

type AccessEvent = Extract<SecurityEventName, `crew_member.${string}`>;

function recordAccessChange(
  { security }: AccessContext,
  trx: AccessContext['system'],
  actor: Actor,
  { memberId, event }: { readonly memberId: string; readonly event: AccessEvent },
): Promise<void> {
  const subject = { kind: 'crew_member', id: memberId };
  return security.record(trx, { event, actor, accountId: null, subject });
}

function newCode(): string {
  return Array.from({ length: 6 }, () => codeLetters[randomInt(codeLetters.length)]).join('');
}
