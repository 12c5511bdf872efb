// Checks a user name and password, for the password grant and the sign-in page, and starts the session of the page. Failed
// attempts are throttled.
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { browserName } from '../../lib/browser-name.ts';
import { Problem } from '../../lib/problem.ts';
import { passwordMatches } from '../accounts/password.ts';
import { findUserByName, findUserForShare, type User } from '../accounts/user-store.ts';
import { rememberClient } from '../sign-in-throttle/record-new-device.ts';
import { type GuessingClient, throttledAccount, throttleGuess } from '../sign-in-throttle/throttle-guess.ts';
import type { OAuthContext } from './oauth-context.ts';
import { signInSessions } from './sign-in-session-store.ts';

/** Account of a user, as it is throttled and named in the device cookie. */
export const userAccount = (id: string) => throttledAccount('user', id);

export interface UserCredentials extends GuessingClient {
  readonly username: string;
  readonly password: string;
}

export interface UserAttempt extends UserCredentials {
  readonly surface: 'password_grant' | 'sign_in_page' | 'account_page';
  readonly requestId: string;
}

export async function authenticateUser(
  context: Pick<OAuthContext, 'identity' | 'keys' | 'clock' | 'security'>,
  { surface, requestId, ...credentials }: UserAttempt,
): Promise<User> {
  const { identity, security } = context;
  const { username: name, address } = credentials;
  const identify = () => findUserByName(identity, name);
  const attempt = { surface, kind: 'user', name, address, requestId, identify } as const;
  const user = await security.watch(identity, attempt, () => checkPassword(context, credentials));
  const { id, accountId } = user;
  const account = userAccount(id);
  const actor = { kind: 'user', id, requestId, address } as const;
  const subject = { kind: 'user', id };
  await rememberClient(context, identity, { account, client: credentials, actor, accountId, subject });
  return user;
}

async function checkPassword(
  context: Pick<OAuthContext, 'identity' | 'keys' | 'clock'>,
  { username, password, ...client }: UserCredentials,
): Promise<User> {
  const found = await findUserByName(context.identity, username);
  const account = throttledAccount('user', found?.id, username);
  return throttleGuess(context, { ...client, secret: 'password', account }, async () => {
    if (!(await passwordMatches(found?.passwordHash, password)) || !found) {
      throw wrongUser();
    }
    return found;
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

export interface SignIn extends UserAttempt {
  /** User agent of the browser. */
  readonly agent: string | undefined;
  /** Session token that the browser sent; that session is deleted. */
  readonly previousToken: string | undefined;
}

/** Signs a user in to the pages under /oauth, or proves the password again on the account page. */
export async function startSession(
  context: Pick<OAuthContext, 'identity' | 'clock' | 'environment' | 'keys' | 'security'>,
  { agent, previousToken, ...attempt }: SignIn,
): Promise<{ token: string; userId: string }> {
  const { identity, clock, environment, security } = context;
  const user = await authenticateUser(context, attempt);
  const start = { environment: environment.name, now: clock.now(), previousToken };
  const { surface, address, requestId } = attempt;
  const { id, accountId } = user;
  const token = await identity.transaction().execute(async (trx) => {
    await requireUnchanged(trx, user);
    if (surface === 'account_page') {
      const actor = { kind: 'user', id, requestId, address } as const;
      await security.record(trx, {
        event: 'step_up.passed',
        actor,
        accountId,
        subject: { kind: 'user', id },
      });
    }
    return signInSessions.start(trx, start, { user_id: id, address, browser: browserName(agent) });
  });
  return { token, userId: id };
}
