// Issues an authorization code after consent: valid once, for 60 seconds, for one client and one redirect URI.
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import { insertCode } from './code-store.ts';
import type { OAuthContext } from './oauth-context.ts';
import type { SignInSession } from './session-store.ts';

const lifetimeMillis = 60_000;

export async function issueAuthorizationCode(
  { identity, clock, ids, environment }: Pick<OAuthContext, 'identity' | 'clock' | 'ids' | 'environment'>,
  { client, redirectUri, scopes, codeChallenge }: AuthorizeRequest,
  { accountId, userId }: SignInSession,
): Promise<string> {
  const code = mintToken(`wb_${environment.name}_code`);
  const createdAt = clock.now();
  await insertCode(identity, {
    codeHash: hashToken(code),
    familyId: ids.next(),
    accountId,
    apiClientId: client.id,
    userId,
    redirectUri,
    scopes,
    codeChallenge,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMillis),
  });
  return code;
}
