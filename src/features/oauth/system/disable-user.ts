// Disables or enables a user. Disabling ends all sign-in sessions and revokes all tokens in every process before it
// returns. Enabling does not restore them: the user signs in again.
import type { Actor } from '../../../lib/actor.ts';
import { setUserDisabledAt } from '../../accounts/system/account-admin-store.ts';
import type { CredentialAdminContext } from '../../accounts/system/admin-context.ts';
import { endAccess, recordUserChange, type UserAccessContext, withLockedUser } from '../user-access.ts';
import { notifyTokensRevoked } from './revocation-store.ts';

export interface UserAdminContext extends UserAccessContext {
  readonly system: CredentialAdminContext['system'];
}

export async function setUserDisabled(
  context: UserAdminContext,
  userId: string,
  disabled: boolean,
  actor: Actor,
): Promise<void> {
  const now = context.clock.now();
  const hashes = await withLockedUser({ users: context.system }, userId, async (trx, user) => {
    if ((user.disabledAt !== null) === disabled) return [];
    await setUserDisabledAt(trx, userId, disabled ? now : null);
    await recordUserChange(trx, context, actor, user, disabled ? 'user.disabled' : 'user.enabled');
    return disabled ? endAccess(trx, { userId }, now) : [];
  });
  await context.announceRevoked(hashes);
}

export function commandUserContext(admin: CredentialAdminContext): UserAdminContext {
  const { system, clock, security } = admin;
  // A command does not wait for confirmations: a process that misses the notification drops its entries within 2 s.
  const announceRevoked = async (hashes: readonly Buffer[]) => {
    if (hashes.length > 0) await notifyTokensRevoked(system);
  };
  return { users: system, system, clock, security, announceRevoked };
}
