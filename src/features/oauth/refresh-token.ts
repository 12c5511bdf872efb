// grant_type=refresh_token: each use returns a new pair and revokes the old one (rotation). A refresh token that is
// used twice has been copied: the whole token family of the sign-in is revoked.
import { covers, isScope, type Scope } from '../../domain/account/scopes.ts';
import { hashToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import { findUserForShare } from '../accounts/user-store.ts';
import type { AuthenticatedClient } from './authenticate-client.ts';
import { type IssuedToken, issueUserToken } from './issue-token.ts';
import type { OAuthContext } from './oauth-context.ts';
import { recordReuse } from './record-reuse.ts';
import type { TokenRequest } from './token-request.ts';
import { lockFamily, revokeAccessToken, revokeFamily } from './token-revocation-store.ts';
import {
  findFamilyOfRefreshToken,
  findRefreshTokenForUpdate,
  markRefreshTokenUsed,
  type StoredRefreshToken,
} from './token-store.ts';

export async function refreshToken(
  context: OAuthContext,
  request: Pick<TokenRequest, 'fields' | 'address' | 'requestId'>,
  token: string,
  { client, secretId }: AuthenticatedClient,
): Promise<IssuedToken> {
  const now = context.clock.now();
  const outcome = await context.identity.transaction().execute(async (trx) => {
    const tokenHash = hashToken(token);
    const family = await findFamilyOfRefreshToken(trx, client.id, tokenHash);
    if (!family) throw wrongToken();
    if (!(await findUserForShare(trx, family.userId))) throw wrongToken();
    await lockFamily(trx, family.familyId);
    const stored = await findRefreshTokenForUpdate(trx, tokenHash, now);
    if (!stored || stored.apiClientId !== client.id || stored.revokedAt || stored.expiresAt <= now)
      throw wrongToken();
    if (stored.secretRequired && secretId === null) {
      throw Problem.of('invalid_request', 'client_secret is required.', { param: 'client_secret' });
    }
    if (stored.usedAt) {
      await recordReuse(context, trx, { event: 'token.reuse_detected', client, request, owner: stored });
      return { revoked: await revokeFamily(trx, stored.familyId, now) };
    }
    // The tokens of a client secret end with it, refresh tokens included.
    if (!stored.isSecretValid) throw wrongToken();
    const accessScopes = narrowedScopes(stored, request.fields['scope']);
    await markRefreshTokenUsed(trx, stored.id, now);
    const revoked = await revokeAccessToken(trx, client.id, { id: stored.accessTokenId }, now);
    const grant = { ...stored, clientSecretId: secretId, grantType: 'refresh_token' } as const;
    return { revoked, issued: await issueUserToken(context, trx, grant, accessScopes) };
  });
  await context.tokens.announceRevoked(outcome.revoked);
  if (!outcome.issued) throw wrongToken();
  return outcome.issued;
}

/** A refresh may request fewer scopes than granted, not more (RFC 6749, section 6). */
function narrowedScopes(stored: StoredRefreshToken, requested: string | undefined): readonly Scope[] {
  if (!requested?.trim()) return stored.scopes;
  const wanted = requested.split(/\s+/).filter(Boolean);
  const scopes = wanted.filter(isScope);
  if (scopes.length === wanted.length && covers(stored.scopes, scopes))
    return [...new Set<Scope>(['public', ...scopes])];
  throw Problem.of('invalid_scope', `scope must be a subset of: ${stored.scopes.join(' ')}.`, {
    param: 'scope',
  });
}

function wrongToken(): Problem {
  return Problem.of('invalid_grant', 'The refresh token is unknown, used, revoked or expired.', {
    param: 'refresh_token',
  });
}
