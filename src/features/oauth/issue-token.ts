// Issues access and refresh tokens. Every token response is created here.
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import type { OAuthContext } from './oauth-context.ts';
import { insertAccessToken, insertRefreshToken } from './token-store.ts';

export interface IssuedToken {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
}

export interface OrganizationGrant {
  readonly apiClientId: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
}

export interface UserGrant extends OrganizationGrant {
  readonly userId: string;
  readonly familyId: string;
  readonly secretRequired: boolean;
}

const refreshLifetimeMillis = 90 * 24 * 60 * 60 * 1000;

export async function issueOrganizationToken(
  context: OAuthContext,
  grant: OrganizationGrant,
): Promise<IssuedToken> {
  const { accessToken, createdAt } = await issueAccess(context, context.identity, {
    ...grant,
    userId: null,
    familyId: null,
  });
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
  grant: Omit<UserGrant, 'userId' | 'familyId' | 'secretRequired'> & {
    userId: string | null;
    familyId: string | null;
  },
) {
  const accessToken = mintToken(`wb_${environment.name}_at`);
  const id = ids.next();
  const createdAt = clock.now();
  await insertAccessToken(db, {
    id,
    tokenHash: hashToken(accessToken),
    accountId: grant.accountId,
    apiClientId: grant.apiClientId,
    userId: grant.userId,
    scopes: grant.scopes,
    familyId: grant.familyId,
    createdAt,
  });
  return { id, accessToken, createdAt };
}
