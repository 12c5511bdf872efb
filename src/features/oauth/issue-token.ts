// Issues access tokens, refresh tokens and authorization codes. All tokens are created here.
import type { TokenLifetimeConfig } from '../../config/token-lifetime-config.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import { findUserForShare } from '../accounts/user-store.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import { lockEnabledClient } from './client-store.ts';
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
  /** null: the token does not expire. */
  readonly expiresInSeconds: number | null;
}

type AccessGrant = Omit<NewAccessToken, 'id' | 'tokenHash' | 'createdAt' | 'expiresAt'>;
export type OrganizationTokenGrant = Omit<AccessGrant, 'userId' | 'familyId' | 'grantType'>;
export type UserTokenGrant = Pick<RefreshToken, Exclude<keyof AccessGrant, 'grantType'> | 'secretRequired'> &
  Pick<AccessGrant, 'grantType'>;

const codeLifetimeMillis = 60_000;
const dayMillis = 24 * 60 * 60 * 1000;
const refreshLifetimeMillis = 90 * dayMillis;

export async function issueOrganizationToken(
  context: OAuthContext,
  grant: OrganizationTokenGrant,
): Promise<IssuedToken> {
  const access = { ...grant, userId: null, familyId: null, grantType: 'client_credentials' } as const;
  const { id: _id, ...issued } = await issueAccess(context, context.identity, access);
  return { ...issued, refreshToken: null, scopes: grant.scopes };
}

/**
 * Runs in the transaction that consumed the code or the previous refresh token. The access token may have fewer scopes
 * than the grant; the refresh token keeps all of them (RFC 6749, section 6).
 */
export async function issueUserToken(
  context: OAuthContext,
  trx: IdentityDatabase,
  grant: UserTokenGrant,
  accessScopes: readonly Scope[] = grant.scopes,
): Promise<IssuedToken> {
  const { id: accessTokenId, ...issued } = await issueAccess(context, trx, {
    ...grant,
    scopes: accessScopes,
  });
  const { createdAt } = issued;
  const refreshToken = mintToken(`wb_${context.environment.name}_rt`);
  await insertRefreshToken(trx, {
    ...grant,
    id: context.ids.next(),
    tokenHash: hashToken(refreshToken),
    accessTokenId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + refreshLifetimeMillis),
  });
  return { ...issued, refreshToken, scopes: accessScopes };
}

async function issueAccess(
  { clock, ids, environment, tokenLifetime }: OAuthContext,
  db: IdentityDatabase,
  { accountId, apiClientId, userId, scopes, familyId, clientSecretId, grantType }: AccessGrant,
) {
  const accessToken = mintToken(`wb_${environment.name}_at`);
  const tokenHash = hashToken(accessToken);
  const [id, createdAt] = [ids.next(), clock.now()];
  const { days } = tokenLifetime;
  const expiresAt = days === null ? null : new Date(createdAt.getTime() + days * dayMillis);
  const owner = { accountId, apiClientId, userId, scopes, familyId, clientSecretId, grantType };
  const isIssued = await insertAccessToken(db, { ...owner, id, tokenHash, createdAt, expiresAt });
  if (!isIssued) throw endedClient();
  return { id, accessToken, createdAt, expiresInSeconds: expiresInSeconds(tokenLifetime) };
}

/** The client was disabled or deleted after it was authenticated. */
export function endedClient(): Problem {
  return Problem.of('invalid_client', 'The client was disabled or deleted.', { param: 'client_id' });
}

/** The earliest time at which the token can expire. An unused token expires after `idleDays`. */
function expiresInSeconds({ days, idleDays }: TokenLifetimeConfig): number | null {
  const lifetimes = [days, idleDays].filter((limit) => limit !== null);
  return lifetimes.length === 0 ? null : (Math.min(...lifetimes) * dayMillis) / 1_000;
}

/**
 * After consent. The code is valid once, for 60 seconds, for one client and one redirect URI. Null if the session ended or
 * the client was disabled in the meantime. Both are locked, so that the end of all access does not miss the code.
 */
export async function issueAuthorizationCode(
  { identity, clock, ids, environment }: Pick<OAuthContext, 'identity' | 'clock' | 'ids' | 'environment'>,
  { client, redirectUri, scopes, codeChallenge }: AuthorizeRequest,
  { accountId, userId, sessionHash }: SignInSession & { readonly sessionHash: string },
): Promise<string | null> {
  const code = mintToken(`wb_${environment.name}_code`);
  const createdAt = clock.now();
  return identity.transaction().execute(async (trx) => {
    if (!(await lockEnabledClient(trx, client.id))) return null;
    await findUserForShare(trx, userId);
    const live = await signInSessions.findLive(trx, [sessionHash], createdAt);
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
