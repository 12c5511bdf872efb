// POST /oauth/revoke: revokes tokens of the calling client. Tokens of other clients and unknown tokens get the same
// response and are not touched (RFC 7009, 2.2).
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { hashToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import { authenticateClient, invalidClient, readClientCredentials } from './authenticate-client.ts';
import { type ApiClient, findClient } from './client-store.ts';
import type { OAuthContext } from './oauth-context.ts';
import type { TokenRequest } from './token-request.ts';
import { revokeAccessToken, revokeFamily } from './token-revocation-store.ts';
import { findFamilyOfRefreshToken } from './token-store.ts';

const bearer = /^Bearer +(\S+) *$/i;

export async function revokeToken(context: OAuthContext, request: TokenRequest): Promise<void> {
  const client = await authenticateCaller(context, request);
  const { token } = request.fields;
  if (!token) throw Problem.of('invalid_request', 'token is required.', { param: 'token' });
  const tokenHash = hashToken(token);
  const now = context.clock.now();
  const revoked = await context.identity.transaction().execute(async (trx) => {
    const hashes = await revokeAccessToken(trx, client.id, { tokenHash }, now);
    const family = await findFamilyOfRefreshToken(trx, client.id, tokenHash);
    if (family) hashes.push(...(await revokeFamily(trx, family.familyId, now)));
    if (hashes.length > 0) await recordRevocation(context, trx, client, request);
    return hashes;
  });
  await context.tokens.announceRevoked(revoked);
}

async function recordRevocation(
  { security }: OAuthContext,
  trx: IdentityDatabase,
  { id, clientId, accountId }: ApiClient,
  { requestId, address }: TokenRequest,
): Promise<void> {
  const actor = { kind: 'client', id: clientId, requestId, address } as const;
  await security.record(trx, { event: 'token.revoked', actor, accountId, subject: { kind: 'client', id } });
}

async function authenticateCaller(context: OAuthContext, request: TokenRequest): Promise<ApiClient> {
  const presented = bearer.exec(request.authorization ?? '')?.[1];
  if (presented) {
    const principal = await context.tokens.findPrincipal(presented);
    const client = principal && (await findClient(context.identity, principal.clientId));
    if (!client)
      throw Problem.of(
        'invalid_token',
        'The access token is unknown, was revoked or belongs to another environment.',
      );
    return client;
  }
  const credentials = readClientCredentials(request.authorization, request.fields);
  if (!credentials?.clientSecret) {
    throw Problem.of('invalid_token', 'Send an access token as Bearer, or client_id and client_secret.');
  }
  const { client, secretId } = await authenticateClient(context, credentials, request);
  if (secretId === null) throw invalidClient(credentials);
  return client;
}
