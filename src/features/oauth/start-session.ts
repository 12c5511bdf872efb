// Signs a user in to the pages under /oauth.
import { authenticateUser } from './authenticate-user.ts';
import type { OAuthContext } from './oauth-context.ts';
import { signInSessions } from './session-store.ts';

export interface SignIn {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  /** Session token that the browser sent; that session is deleted. */
  readonly previousToken: string | undefined;
}

export async function startSession(
  { identity, clock, environment }: Pick<OAuthContext, 'identity' | 'clock' | 'environment'>,
  { username, password, address, previousToken }: SignIn,
): Promise<string> {
  const user = await authenticateUser(identity, username, password, address);
  const start = { environment: environment.name, now: clock.now(), previousToken };
  return identity.transaction().execute((trx) => signInSessions.start(trx, start, { user_id: user.id }));
}
