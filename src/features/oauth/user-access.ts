// What a user decides about the own account, and operators for users: revoke the access of applications, end sign-in
// sessions, change the password. Revoked tokens are refused in every process before the use case returns.
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { SecurityLog } from '../../db/security-log.ts';
import type { SecurityEventName } from '../../domain/account/security-event.ts';
import type { Actor } from '../../lib/actor.ts';
import type { Clock } from '../../lib/clock.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { hashNewPassword } from '../accounts/new-password.ts';
import { findUser, findUserForUpdate, type StoredUser, updatePasswordHash } from '../accounts/user-store.ts';
import { endUserSessions, type GrantSelector, revokeTokensOfUser } from './user-access-store.ts';

export interface UserAccessContext {
  /** The identity database (pages of users) or the system database (operators). */
  readonly users: AnyDatabase;
  readonly clock: Clock;
  readonly security: SecurityLog;
  /** Resolves when no process accepts these tokens any more. */
  readonly announceRevoked: (tokenHashes: readonly Buffer[]) => Promise<void>;
}

/** Revokes the tokens and codes of one application, or of all. 404 if the application has no access. */
export async function revokeGrants(
  context: UserAccessContext,
  which: GrantSelector,
  actor: Actor,
): Promise<void> {
  const { apiClientId } = which;
  if (apiClientId !== undefined && !isUuid(apiClientId)) throw grantNotFound();
  const hashes = await withLockedUser(context, which.userId, async (trx, user) => {
    const revoked = await revokeTokensOfUser(trx, which, context.clock.now());
    if (!revoked.hadAccess && apiClientId !== undefined) throw grantNotFound();
    if (revoked.hadAccess) await recordUserChange(trx, context, actor, user, 'token.revoked');
    return revoked.hashes;
  });
  await context.announceRevoked(hashes);
}

/** Ends one sign-in session of the user. 404 if the user has no session with this id. */
export async function endSession(
  context: UserAccessContext,
  userId: string,
  id: string,
  actor: Actor,
): Promise<void> {
  if (!isUuid(id)) throw sessionNotFound();
  await withLockedUser(context, userId, async (trx, user) => {
    if ((await endUserSessions(trx, { userId, id })) === 0) throw sessionNotFound();
    await recordUserChange(trx, context, actor, user, 'session.revoked');
  });
}

/** Ends all sign-in sessions of the user except `keptSessionHash`. */
export async function endSessions(
  context: UserAccessContext,
  userId: string,
  keptSessionHash: string | undefined,
  actor: Actor,
): Promise<void> {
  await withLockedUser(context, userId, async (trx, user) => {
    if ((await endUserSessions(trx, { userId, keptSessionHash })) === 0) return;
    await recordUserChange(trx, context, actor, user, 'session.revoked');
  });
}

export interface NewUserPassword {
  readonly userId: string;
  readonly password: string;
  /** The session that stays signed in. Undefined: none. */
  readonly keptSessionHash?: string;
  /** Hash of the password that the user has just proved; absent if an operator sets the password. */
  readonly provenHash?: string;
}

/** Sets the password, ends the other sign-in sessions and revokes the access of all applications. */
export async function setUserPassword(
  context: UserAccessContext,
  { userId, password, keptSessionHash, provenHash }: NewUserPassword,
  actor: Actor,
): Promise<void> {
  if (!isUuid(userId)) throw userNotFound();
  const owner = await findUser(context.users, userId);
  if (!owner) throw userNotFound();
  const passwordHash = await hashNewPassword(password, [owner.username]);
  const hashes = await withLockedUser(context, userId, async (trx, user) => {
    // Another request changed the password since it was checked.
    if (provenHash !== undefined && user.passwordHash !== provenHash) throw wrongPassword();
    await updatePasswordHash(trx, userId, passwordHash);
    const isOwn = provenHash !== undefined;
    const event = isOwn ? 'user.password_changed' : 'password.changed';
    await recordUserChange(trx, context, actor, user, event);
    return endAccess(trx, { userId, keptSessionHash }, context.clock.now());
  });
  await context.announceRevoked(hashes);
}

/** Ends sessions and tokens of a locked user. Returns the hashes to announce. */
export async function endAccess(
  trx: AnyDatabase,
  { userId, keptSessionHash }: { readonly userId: string; readonly keptSessionHash?: string | undefined },
  now: Date,
): Promise<Buffer[]> {
  await endUserSessions(trx, { userId, keptSessionHash });
  return (await revokeTokensOfUser(trx, { userId }, now)).hashes;
}

/** Runs the work in a transaction that has locked the user. 404 if no user has this id. */
export async function withLockedUser<T>(
  { users }: Pick<UserAccessContext, 'users'>,
  userId: string,
  work: (trx: AnyDatabase, user: StoredUser) => Promise<T>,
): Promise<T> {
  if (!isUuid(userId)) throw userNotFound();
  return users.transaction().execute(async (trx) => {
    const user = await findUserForUpdate(trx, userId);
    if (!user) throw userNotFound();
    return work(trx, user);
  });
}

export async function recordUserChange(
  trx: AnyDatabase,
  { security }: Pick<UserAccessContext, 'security'>,
  actor: Actor,
  { id, accountId }: StoredUser,
  event: SecurityEventName,
): Promise<void> {
  await security.record(trx, { event, actor, accountId, subject: { kind: 'user', id } });
}

export function userNotFound(): Problem {
  return Problem.of('not_found', 'No user has this id.');
}

function grantNotFound(): Problem {
  return Problem.of('not_found', 'This application has no access.');
}

function sessionNotFound(): Problem {
  return Problem.of('not_found', 'This session does not exist.');
}

function wrongPassword(): Problem {
  return Problem.of('invalid_grant', 'The password is wrong.', { param: 'current_password' });
}
