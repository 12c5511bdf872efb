// POST /oauth/token and POST /oauth/revoke.
import type { FastifyRequest } from 'fastify';
import type { IpRateLimiter } from '../../http/limits/ip-rate-limit.ts';
import { answer, ref } from '../../http/operations/schemas.ts';
import { acceptForms } from '../../http/server/form-body.ts';
import { prefersPlainJson, vendorMediaType } from '../../http/server/media-type.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { Problem } from '../../lib/problem.ts';
import { exchangeGrant } from './exchange-grant.ts';
import type { IssuedToken } from './issue-token.ts';
import type { OAuthContext } from './oauth-context.ts';
import { revokeErrorResponses, tokenErrorResponses } from './oauth-error-responses.ts';
import { handleOAuthErrors } from './oauth-errors.ts';
import { revokeToken } from './revoke-token.ts';
import {
  OAuthErrorSchema,
  RevokedSchema,
  RevokeRequestSchema,
  TokenRequestSchema,
  TokenSchema,
} from './schemas.ts';
import type { TokenRequest } from './token-request.ts';

export interface OAuthRoutesOptions {
  readonly context: OAuthContext;
  readonly ipRateLimiter: IpRateLimiter;
  readonly docsUrl: string;
}

const media = {
  consumes: ['application/json', 'application/x-www-form-urlencoded', vendorMediaType],
  produces: [vendorMediaType, 'application/json'],
  tags: ['Authentication'],
};
const schemas = [TokenRequestSchema, TokenSchema, RevokeRequestSchema, RevokedSchema, OAuthErrorSchema];

export async function oauthRoutes(
  app: HttpServer,
  { context, ipRateLimiter, docsUrl }: OAuthRoutesOptions,
): Promise<void> {
  for (const schema of schemas) app.addSchema(schema);
  acceptForms(app);
  handleOAuthErrors(app, docsUrl, prefersPlainJson);
  app.addHook('onRequest', async (request) => {
    ipRateLimiter.check(request.ip);
    ipRateLimiter.count(request.ip);
  });

  app.post('/oauth/token', { schema: tokenOperation, attachValidation: true }, async (request, reply) => {
    const token = await exchangeGrant(context, tokenRequest(request));
    const plain = prefersPlainJson(request.headers.accept);
    return reply
      .type(plain ? 'application/json' : vendorMediaType)
      .header('pragma', 'no-cache')
      .send(presentToken(token, plain));
  });

  app.post('/oauth/revoke', { schema: revokeOperation, attachValidation: true }, async (request, reply) => {
    await revokeToken(context, tokenRequest(request));
    return reply
      .type(prefersPlainJson(request.headers.accept) ? 'application/json' : vendorMediaType)
      .send({});
  });
}

function tokenRequest(request: FastifyRequest): TokenRequest {
  return {
    fields: readTokenFields(request.body),
    authorization: request.headers.authorization,
    address: request.ip,
    requestId: request.id,
  };
}

const knownFields = [
  'grant_type',
  'client_id',
  'client_secret',
  'username',
  'password',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'token',
] as const;

const maxLength = 4_096;

/** All known fields are strings; unknown fields are ignored, and fields without a value are absent (RFC 6749, 3.2). */
function readTokenFields(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw Problem.of('invalid_request', 'The body must be a JSON object or form-encoded.');
  }
  const fields: Record<string, string> = {};
  for (const name of knownFields) {
    const value = (body as Record<string, unknown>)[name];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string' || value.length > maxLength) {
      throw Problem.of('invalid_request', `${name} must be a string of at most ${maxLength} characters.`, {
        param: name,
      });
    }
    fields[name] = value;
  }
  return fields;
}

/** Plain JSON omits `expires_in` of a token without expiry: standard clients accept a missing value but not null. */
function presentToken(token: IssuedToken, plain: boolean) {
  return {
    access_token: token.accessToken,
    token_type: 'Bearer' as const,
    ...((!plain || token.expiresInSeconds !== null) && { expires_in: token.expiresInSeconds }),
    scope: token.scopes.join(' '),
    ...(token.refreshToken && { refresh_token: token.refreshToken }),
    created_at: Math.floor(token.createdAt.getTime() / 1000),
  };
}

const tokenOperation = {
  ...media,
  operationId: 'oauth.token',
  summary: 'Create an access token',
  description:
    'Exchanges credentials for an access token. Partners use `client_credentials`: the token does not expire, so reuse it until it is revoked. ' +
    '`password` and `authorization_code` act for a user and also return a refresh token. Standard OAuth clients that send `Accept: application/json` receive plain JSON without `expires_in`.',
  security: [{}, { client: [] }],
  body: ref(TokenRequestSchema),
  response: { 200: answer(TokenSchema, 'The token.'), ...tokenErrorResponses },
};

const revokeOperation = {
  ...media,
  operationId: 'oauth.revoke',
  summary: 'Revoke a token',
  description:
    'Revokes an access token, or a refresh token together with all tokens of the same sign-in. The response is sent when no process accepts the token any more. ' +
    'Authenticate with a Bearer token or with client credentials. Unknown tokens and tokens of other clients get the same response and stay as they are.',
  security: [{ bearer: [] }, { client: [] }, {}],
  body: ref(RevokeRequestSchema),
  response: {
    200: answer(RevokedSchema, 'The token is revoked, or there was nothing to revoke.'),
    ...revokeErrorResponses,
  },
};
