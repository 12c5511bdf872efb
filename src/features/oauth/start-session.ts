// Signs a user in to the pages under /oauth. Every sign-in creates a new session token, which prevents session
// fixation.
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { authenticateUser } from './authenticate-user.ts';
import type { OAuthContext } from './oauth-context.ts';
import { deleteSession, insertSession } from './session-store.ts';

export const sessionLifetimeSeconds = 8 * 60 * 60;

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
  const token = mintToken(`wb_${environment.name}_session`);
  const createdAt = clock.now();
  await identity.transaction().execute(async (trx) => {
    if (previousToken) await deleteSession(trx, hashToken(previousToken));
    await insertSession(trx, {
      sessionHash: hashToken(token),
      userId: user.id,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + sessionLifetimeSeconds * 1000),
    });
  });
  return token;
}
