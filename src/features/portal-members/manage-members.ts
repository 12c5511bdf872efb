// Use cases of operators and of portal admins: give a person access to the portal, send a new link, remove the person.
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { SecurityLog } from '../../db/security-log.ts';
import {
  INVITATION_LINK_SECONDS,
  MAX_PORTAL_MEMBERS,
  type PortalRole,
  portalMemberScopes,
} from '../../domain/account/portal-member.ts';
import { addJobs } from '../../jobs/add-jobs.ts';
import type { Actor } from '../../lib/actor.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Ids, isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { notifySecurityChange, type SecurityChange } from '../accounts/notify-security-change.ts';
import { LINK_JOB, type LinkJobData } from './link-job.ts';
import {
  findMember,
  insertMember,
  listMembers,
  lockMembers,
  type MemberDatabase,
  type MemberMail,
  memberLinks,
  type PortalMember,
  removeMemberRow,
  setMemberMail,
} from './portal-member-store.ts';

export interface MemberContext {
  readonly members: MemberDatabase;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly environment: { readonly name: EnvironmentName; readonly publicUrl: string };
  readonly security: SecurityLog;
  /** Whether an e-mail provider is configured. */
  readonly isMailEnabled: boolean;
  /** Closes the open streams of a session in every process. */
  readonly endSession: (sessionHash: string) => Promise<void>;
}

export interface MemberAdmin extends Actor {
  /** Limits of a portal session. Undefined for operators and commands. */
  readonly within?: {
    readonly accountId: string;
    /** Throws if the portal session has ended since the request was authenticated. */
    readonly requireSession: (trx: MemberDatabase) => Promise<void>;
  };
}

export interface NewMemberInput {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: PortalRole;
}

export interface IssuedLink {
  readonly member: PortalMember;
  /** The link to pass on; null if it is mailed. Contains the token: shown once. */
  readonly link: { readonly url: string; readonly expiresAt: Date } | null;
}

export function addMember(
  context: MemberContext,
  { accountId, email, name, role }: NewMemberInput,
  admin: MemberAdmin,
): Promise<IssuedLink> {
  const { clock, ids, isMailEnabled } = context;
  return context.members.transaction().execute(async (trx) => {
    await lockMembers(trx, accountId);
    await admin.within?.requireSession(trx);
    const present = await listMembers(trx, accountId);
    if (present.some((each) => each.email.toLowerCase() === email.toLowerCase())) throw emailTaken(email);
    if (present.length >= MAX_PORTAL_MEMBERS) throw tooManyMembers();
    const member = {
      id: ids.next(),
      accountId,
      email,
      name,
      role,
      createdAt: clock.now(),
      mail: mailOf(isMailEnabled),
    };
    await insertMember(trx, { ...member, createdBy: `${admin.kind}:${admin.id}` });
    await recordChange(trx, context, admin, { member, event: 'portal_member.added', change: 'person.added' });
    const added = { ...member, lastSignedInAt: null };
    return { member: added, link: await sendLink(trx, context, added, admin) };
  });
}

/** Ends the unused links of the person and sends a new one. */
export function sendNewLink(context: MemberContext, id: string, admin: MemberAdmin): Promise<IssuedLink> {
  return context.members.transaction().execute(async (trx) => {
    const member = await loadForChange(trx, id, admin);
    const mail = mailOf(context.isMailEnabled);
    await setMemberMail(trx, [id], mail);
    return { member: { ...member, mail }, link: await sendLink(trx, context, member, admin) };
  });
}

/** Ends links, sessions and open streams of the person at once. */
export async function removeMember(context: MemberContext, id: string, admin: MemberAdmin): Promise<void> {
  const ended = await context.members.transaction().execute(async (trx) => {
    const member = await loadForChange(trx, id, admin);
    const isSelf = admin.kind === 'portal_member' && admin.id === id;
    if (isSelf) await requireOtherAdmin(trx, member);
    const sessions = await removeMemberRow(trx, member, context.clock.now());
    const change = { member, event: 'portal_member.removed', change: 'person.removed' } as const;
    await recordChange(trx, context, admin, change);
    return sessions;
  });
  for (const sessionHash of ended) await context.endSession(sessionHash);
}

/** The link in the caller's transaction: at once if there is no mail, else a job creates and mails it. */
async function sendLink(
  trx: MemberDatabase,
  context: MemberContext,
  member: PortalMember,
  { kind, id, requestId, address }: MemberAdmin,
): Promise<IssuedLink['link']> {
  const actor = { kind, id, requestId, ...(address !== undefined && { address }) };
  if (!context.isMailEnabled) return createMemberLink(trx, context, member, INVITATION_LINK_SECONDS, actor);
  const now = context.clock.now();
  const data = { memberId: member.id, actor, failed: 0 } satisfies LinkJobData;
  await addJobs(
    trx,
    [{ kind: LINK_JOB, key: member.id, accountId: member.accountId, dueAt: now, data }],
    now,
  );
  return null;
}

/** Ends the earlier unused links of the person. */
export async function createMemberLink(
  trx: MemberDatabase,
  { clock, environment, security }: Pick<MemberContext, 'clock' | 'environment' | 'security'>,
  { id, accountId }: Pick<PortalMember, 'id' | 'accountId'>,
  lifetimeSeconds: number,
  actor: Actor,
): Promise<{ readonly url: string; readonly expiresAt: Date }> {
  await memberLinks.withdraw(trx, { member_id: id });
  const start = { environment: environment.name, now: clock.now(), lifetimeSeconds };
  const { token, link } = await memberLinks.create(trx, start, () => ({
    account_id: accountId,
    created_by: `portal_member:${id}`,
    member_id: id,
    scopes: [...portalMemberScopes],
  }));
  const subject = { kind: 'portal_member', id };
  await security.record(trx, { event: 'portal_link.created', actor, accountId, subject });
  return { url: `${environment.publicUrl}/portal#token=${token}`, expiresAt: link.expiresAt };
}

/** Members of other organizations are reported as not found. */
async function loadForChange(
  trx: MemberDatabase,
  id: string,
  { within }: MemberAdmin,
): Promise<PortalMember> {
  const which = { id, accountId: within?.accountId };
  const found = isUuid(id) ? await findMember(trx, which) : undefined;
  if (!found) throw memberNotFound();
  await lockMembers(trx, found.accountId);
  await within?.requireSession(trx);
  // Another change may have removed the person before the lock was held.
  const member = await findMember(trx, which);
  if (!member) throw memberNotFound();
  return member;
}

async function requireOtherAdmin(trx: MemberDatabase, { id, accountId }: PortalMember): Promise<void> {
  const others = (await listMembers(trx, accountId)).filter((each) => each.id !== id);
  if (others.some(({ role }) => role === 'admin')) return;
  throw Problem.of(
    'last_admin',
    'You are the last portal admin of this organization. Add another admin before you remove yourself.',
  );
}

interface RecordedChange {
  readonly member: Pick<PortalMember, 'id' | 'accountId' | 'email' | 'name'>;
  readonly event: 'portal_member.added' | 'portal_member.removed';
  readonly change: Extract<SecurityChange, `person.${string}`>;
}

/** Adds the change to the audit trail, and mails it to the contact of the account. */
async function recordChange(
  trx: MemberDatabase,
  context: MemberContext,
  actor: MemberAdmin,
  { member: { id, accountId, email, name }, event, change }: RecordedChange,
): Promise<void> {
  const { kind, requestId, address } = actor;
  const by = { kind, id: actor.id, requestId, ...(address !== undefined && { address }) };
  const subject = { kind: 'portal_member', id };
  await context.security.record(trx, { event, actor: by, accountId, subject });
  const mailed = { accountId, change, subject: { name, id: email }, by: kind, address: address ?? null };
  await notifySecurityChange(trx, context, mailed);
}

const mailOf = (isMailEnabled: boolean): MemberMail => (isMailEnabled ? 'waiting' : 'not_connected');

function emailTaken(email: string): Problem {
  const message = `A person with the address ${email} already has access to the portal of this organization. To change the name or the role, remove the person and add them again.`;
  return Problem.of('invalid_parameter', message, { param: 'email' });
}

function tooManyMembers(): Problem {
  const message = `At most ${MAX_PORTAL_MEMBERS} people of an organization can have portal access. Remove a person who no longer needs it.`;
  return Problem.of('too_many_members', message);
}

function memberNotFound(): Problem {
  return Problem.of('not_found', 'No person with portal access has this id.');
}
