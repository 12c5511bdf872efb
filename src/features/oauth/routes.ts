// POST /oauth/token and POST /oauth/revoke.

import type { FastifyRequest } from 'fastify';
import { parseFormBody } from '../../http/body-parser.ts';
import type { AddressLimit } from '../../http/ip-rate-limit.ts';
import { prefersPlainJson, vendorMediaType } from '../../http/media-type.ts';
import { answer, ref } from '../../http/schemas.ts';
import type { HttpServer } from '../../http/server.ts';
import { exchangeGrant, type TokenRequest } from './exchange-grant.ts';
import type { OAuthContext } from './oauth-context.ts';
import { revokeAnswers, tokenAnswers } from './oauth-error-responses.ts';
import { answerOAuthErrors } from './oauth-errors.ts';
import { revokeToken } from './revoke-token.ts';
import {
  OAuthErrorSchema,
  RevokedSchema,
  RevokeRequestSchema,
  TokenRequestSchema,
  TokenSchema,
} from './schemas.ts';
import { readTokenFields } from './token-fields.ts';
import { presentToken } from './token-view.ts';

export interface OAuthRoutesOptions {
  readonly context: OAuthContext;
  readonly addressLimit: AddressLimit;
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
  { context, addressLimit, docsUrl }: OAuthRoutesOptions,
): Promise<void> {
  for (const schema of schemas) app.addSchema(schema);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseFormBody(body),
  );
  answerOAuthErrors(app, docsUrl, prefersPlainJson);
  app.addHook('onRequest', async (request) => {
    addressLimit.check(request.ip);
    addressLimit.count(request.ip);
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
  };
}

const tokenOperation = {
  ...media,
  operationId: 'oauth.token',
  summary: 'Get an access token',
  description:
    'Exchanges credentials for an access token. Partners use `client_credentials`; the token does not expire and is reused until it is revoked. ' +
    '`password` and `authorization_code` act for a person and also give a refresh token. Standard OAuth clients that send `Accept: application/json` are answered in plain JSON, without `expires_in`.',
  security: [{}, { client: [] }],
  body: ref(TokenRequestSchema),
  response: { 200: answer(TokenSchema, 'A token.'), ...tokenAnswers },
};

const revokeOperation = {
  ...media,
  operationId: 'oauth.revoke',
  summary: 'Revoke a token',
  description:
    'Ends an access token, or a refresh token with everything that came from the same sign-in. The answer comes when every process refuses the token. ' +
    'The caller shows a Bearer token or client credentials; tokens of other clients and unknown tokens are answered alike and left alone.',
  security: [{ bearer: [] }, { client: [] }, {}],
  body: ref(RevokeRequestSchema),
  response: { 200: answer(RevokedSchema, 'Done, or nothing was to be done.'), ...revokeAnswers },
};
