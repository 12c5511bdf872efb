// Checks a user name and password, for the password grant and the sign-in page, and starts the session of the page. Failed
// attempts are throttled.
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { browserName } from '../../lib/browser-name.ts';
import { Problem } from '../../lib/problem.ts';
import { passwordMatches } from '../accounts/password.ts';
import { findUserByName, findUserForShare, type User } from '../accounts/user-store.ts';
import type { OAuthContext } from './oauth-context.ts';
import { signInSessions } from './sign-in-session-store.ts';
import { throttleAttempts } from './throttle-attempts.ts';

const failedAttemptsPerMinute = 10;

export async function authenticateUser(
  identity: IdentityDatabase,
  username: string,
  password: string,
  address: string,
): Promise<User> {
  const key = `user:${username.toLowerCase().slice(0, 255)}:${address}`;
  return throttleAttempts(identity, key, failedAttemptsPerMinute, async () => {
    const user = await findUserByName(identity, username);
    if (!(await passwordMatches(user?.passwordHash, password)) || !user) {
      throw wrongUser();
    }
    return user;
  });
}

function wrongUser(): Problem {
  return Problem.of('invalid_grant', 'The user name or password is wrong.', { param: 'username' });
}

/**
 * Refuses a user who was disabled or got another password after the password was checked. Locks the user, so that
 * neither happens before the transaction has inserted what the password allows.
 */
export async function requireUnchanged(trx: IdentityDatabase, { id, passwordHash }: User): Promise<void> {
  const user = await findUserForShare(trx, id);
  if (user?.passwordHash !== passwordHash) throw wrongUser();
}

export interface SignIn {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  /** User agent of the browser. */
  readonly agent: string | undefined;
  /** Session token that the browser sent; that session is deleted. */
  readonly previousToken: string | undefined;
}

/** Signs a user in to the pages under /oauth. Returns the token of the session. */
export async function startSession(
  { identity, clock, environment }: Pick<OAuthContext, 'identity' | 'clock' | 'environment'>,
  { username, password, address, agent, previousToken }: SignIn,
): Promise<string> {
  const user = await authenticateUser(identity, username, password, address);
  const start = { environment: environment.name, now: clock.now(), previousToken };
  return identity.transaction().execute(async (trx) => {
    await requireUnchanged(trx, user);
    return signInSessions.start(trx, start, { user_id: user.id, address, browser: browserName(agent) });
  });
}
