// Issues access tokens, refresh tokens and authorization codes. All tokens are created here.
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { findUserForShare } from '../accounts/user-store.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import { insertCode } from './code-store.ts';
import type { OAuthContext } from './oauth-context.ts';
import { type SignInSession, signInSessions } from './sign-in-session-store.ts';
import {
  insertAccessToken,
  insertRefreshToken,
  type NewAccessToken,
  type RefreshToken,
} from './token-store.ts';

export interface IssuedToken {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
}

type AccessGrant = Omit<NewAccessToken, 'id' | 'tokenHash' | 'createdAt'>;
export type OrganizationGrant = Omit<AccessGrant, 'userId' | 'familyId'>;
export type UserGrant = Pick<RefreshToken, keyof AccessGrant | 'secretRequired'>;

const codeLifetimeMillis = 60_000;
const refreshLifetimeMillis = 90 * 24 * 60 * 60 * 1000;

export async function issueOrganizationToken(
  context: OAuthContext,
  grant: OrganizationGrant,
): Promise<IssuedToken> {
  const access = { ...grant, userId: null, familyId: null };
  const { accessToken, createdAt } = await issueAccess(context, context.identity, access);
  return { accessToken, refreshToken: null, scopes: grant.scopes, createdAt };
}

/**
 * Runs in the transaction that consumed the code or the previous refresh token. The access token may have fewer scopes
 * than the grant; the refresh token keeps all of them (RFC 6749, section 6).
 */
export async function issueUserToken(
  context: OAuthContext,
  trx: IdentityDatabase,
  grant: UserGrant,
  accessScopes: readonly Scope[] = grant.scopes,
): Promise<IssuedToken> {
  const access = await issueAccess(context, trx, { ...grant, scopes: accessScopes });
  const { id: accessTokenId, accessToken, createdAt } = access;
  const refreshToken = mintToken(`wb_${context.environment.name}_rt`);
  await insertRefreshToken(trx, {
    ...grant,
    id: context.ids.next(),
    tokenHash: hashToken(refreshToken),
    accessTokenId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + refreshLifetimeMillis),
  });
  return { accessToken, refreshToken, scopes: accessScopes, createdAt };
}

async function issueAccess(
  { clock, ids, environment }: OAuthContext,
  db: IdentityDatabase,
  { accountId, apiClientId, userId, scopes, familyId }: AccessGrant,
) {
  const accessToken = mintToken(`wb_${environment.name}_at`);
  const tokenHash = hashToken(accessToken);
  const [id, createdAt] = [ids.next(), clock.now()];
  await insertAccessToken(db, { id, tokenHash, accountId, apiClientId, userId, scopes, familyId, createdAt });
  return { id, accessToken, createdAt };
}

/**
 * After consent. The code is valid once, for 60 seconds, for one client and one redirect URI. Null if the session ended
 * in the meantime: the user is locked, so that the end of all access does not miss the code.
 */
export async function issueAuthorizationCode(
  { identity, clock, ids, environment }: Pick<OAuthContext, 'identity' | 'clock' | 'ids' | 'environment'>,
  { client, redirectUri, scopes, codeChallenge }: AuthorizeRequest,
  { accountId, userId, sessionId }: SignInSession & { readonly sessionId: string },
): Promise<string | null> {
  const code = mintToken(`wb_${environment.name}_code`);
  const createdAt = clock.now();
  return identity.transaction().execute(async (trx) => {
    await findUserForShare(trx, userId);
    const live = await signInSessions.findLive(trx, [sessionId], createdAt);
    if (live.size === 0) return null;
    await insertCode(trx, {
      codeHash: hashToken(code),
      familyId: ids.next(),
      accountId,
      apiClientId: client.id,
      userId,
      redirectUri,
      scopes,
      codeChallenge,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + codeLifetimeMillis),
    });
    return code;
  });
}
