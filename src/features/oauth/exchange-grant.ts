// POST /oauth/token: one function per grant type, in the order of the checks in RFC 6749.
import { hashToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import { findUserForShare } from '../accounts/user-store.ts';
import {
  type AuthenticatedClient,
  authenticateClient,
  invalidClient,
  readClientCredentials,
} from './authenticate-client.ts';
import { authenticateUser, requireUnchanged } from './authenticate-user.ts';
import { lockEnabledClient } from './client-store.ts';
import { findCodeForUpdate, findUserOfCode, markCodeUsed } from './code-store.ts';
import { type GrantType, isGrantType } from './grant-type.ts';
import { endedClient, type IssuedToken, issueOrganizationToken, issueUserToken } from './issue-token.ts';
import type { OAuthContext } from './oauth-context.ts';
import { challengeMatches } from './pkce.ts';
import { recordReuse } from './record-reuse.ts';
import { refreshToken } from './refresh-token.ts';
import type { TokenRequest } from './token-request.ts';
import { revokeFamily } from './token-revocation-store.ts';
import { grantScopes } from './token-scopes.ts';

export async function exchangeGrant(context: OAuthContext, request: TokenRequest): Promise<IssuedToken> {
  const grant = readGrantType(request);
  const credentials = readClientCredentials(request.authorization, request.fields);
  if (!credentials) throw missing('client_id');
  const authenticated = await authenticateClient(context, credentials, request);
  const needsSecret = grant === 'client_credentials' || grant === 'authorization_code';
  if (needsSecret && authenticated.secretId === null) {
    throw credentials.viaBasic ? invalidClient(credentials) : missing('client_secret');
  }
  if (!authenticated.client.grants.includes(grant)) {
    throw Problem.of('unauthorized_client', `This client may not use the ${grant} grant.`, {
      param: 'grant_type',
    });
  }
  return exchanges[grant](context, request, authenticated);
}

type Exchange = (
  context: OAuthContext,
  request: TokenRequest,
  client: AuthenticatedClient,
) => Promise<IssuedToken>;

const exchanges: Readonly<Record<GrantType, Exchange>> = {
  client_credentials: async (context, { fields }, { client, secretId }) =>
    issueOrganizationToken(context, {
      apiClientId: client.id,
      clientSecretId: secretId,
      accountId: client.accountId,
      scopes: grantScopes(client, 'organization', fields['scope']),
    }),

  password: async (context, request, { client, secretId }) => {
    const username = required(request, 'username');
    const password = required(request, 'password');
    const scopes = grantScopes(client, 'user', request.fields['scope']);
    const { address, requestId } = request;
    const attempt = { surface: 'password_grant', username, password, address, requestId } as const;
    const user = await authenticateUser(context, attempt);
    const owner = { apiClientId: client.id, accountId: user.accountId, userId: user.id };
    const proof = {
      clientSecretId: secretId,
      secretRequired: secretId !== null,
      grantType: 'password',
    } as const;
    const grant = { ...owner, ...proof, scopes, familyId: context.ids.next() };
    return context.identity.transaction().execute(async (trx) => {
      // Sent together and executed in this order.
      const [isEnabled] = await Promise.all([lockEnabledClient(trx, client.id), requireUnchanged(trx, user)]);
      if (!isEnabled) throw endedClient();
      return issueUserToken(context, trx, grant);
    });
  },

  authorization_code: exchangeCode,

  refresh_token: async (context, request, client) =>
    refreshToken(context, request, required(request, 'refresh_token'), client),
};

async function exchangeCode(
  context: OAuthContext,
  request: TokenRequest,
  { client, secretId }: AuthenticatedClient,
) {
  const codeHash = hashToken(required(request, 'code'));
  const redirectUri = required(request, 'redirect_uri');
  const now = context.clock.now();
  const outcome = await context.identity.transaction().execute(async (trx) => {
    const granted = await findUserOfCode(trx, client.id, codeHash);
    if (!granted || !(await findUserForShare(trx, granted.userId))) throw wrongCode();
    const code = await findCodeForUpdate(trx, codeHash);
    if (!code) throw wrongCode();
    // A reused code may have been stolen: revoke the tokens issued for its first use (RFC 6749, 4.1.2).
    if (code.usedAt) {
      await recordReuse(context, trx, { event: 'code.reuse_detected', client, request, owner: code });
      return { revoked: await revokeFamily(trx, code.familyId, now) };
    }
    if (code.expiresAt <= now || code.redirectUri !== redirectUri) throw wrongCode();
    if (!challengeMatches(code.codeChallenge, request.fields['code_verifier'])) {
      throw Problem.of('invalid_grant', 'code_verifier does not match the code_challenge.', {
        param: 'code_verifier',
      });
    }
    await markCodeUsed(trx, codeHash, now);
    const proof = {
      clientSecretId: secretId,
      secretRequired: true,
      grantType: 'authorization_code',
    } as const;
    return { issued: await issueUserToken(context, trx, { ...code, ...proof }) };
  });
  if (outcome.issued) return outcome.issued;
  await context.tokens.announceRevoked(outcome.revoked);
  throw wrongCode();
}

function wrongCode(): Problem {
  const message = 'The code is unknown, used, expired or was issued for another redirect_uri.';
  return Problem.of('invalid_grant', message, { param: 'code' });
}

function readGrantType(request: TokenRequest): GrantType {
  const grant = required(request, 'grant_type');
  if (isGrantType(grant)) return grant;
  throw Problem.of(
    'unsupported_grant_type',
    'grant_type must be client_credentials, password, authorization_code or refresh_token.',
    { param: 'grant_type' },
  );
}

function required({ fields }: TokenRequest, name: string): string {
  const value = fields[name];
  if (value) return value;
  throw missing(name);
}

function missing(name: string): Problem {
  return Problem.of('invalid_request', `${name} is required.`, { param: name });
}
