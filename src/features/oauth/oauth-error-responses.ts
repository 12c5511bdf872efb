// Error responses of /oauth in the OpenAPI document. The examples are built by the code that builds the real responses.
import { exampleDocsUrl, exampleOf } from '../../http/openapi/problem-example.ts';
import { answer } from '../../http/operations/schemas.ts';
import type { ProblemDetails } from '../../lib/problem.ts';
import type { ProblemCode } from '../../lib/problem-catalogue.ts';
import { oauthErrorBody } from './oauth-errors.ts';
import { OAuthErrorSchema } from './schemas.ts';

function example(code: ProblemCode, message: string, details: ProblemDetails = {}) {
  return oauthErrorBody(exampleOf(code, message, details), exampleDocsUrl);
}

type Examples = ReturnType<typeof example>[];
const failure = (description: string, ...examples: Examples) =>
  answer(OAuthErrorSchema, description, examples);

const shared = {
  413: failure(
    'The body is larger than 256 KB, or the form larger than 16 KB.',
    example('body_too_large', 'The body is larger than 256 KB.'),
  ),
  415: failure(
    'The body is neither JSON nor form-encoded.',
    example('unsupported_media_type', 'Send the body as application/json.'),
  ),
  429: failure(
    'Too many attempts. Wait for the number of seconds in `Retry-After`.',
    example('rate_limit_exceeded', 'Too many failed attempts. Try again in 30 seconds.'),
  ),
  503: failure(
    'The service is temporarily unavailable. Retry after the number of seconds in `Retry-After`.',
    example('service_unavailable', 'The database is temporarily unavailable. Retry in a moment.'),
  ),
};

const badRequest = 'The request is not valid. `error` contains the RFC 6749 error code.';
const invalidClient = 'The client_id is unknown or the client_secret is wrong.';

export const tokenErrorResponses = {
  400: failure(
    badRequest,
    example('invalid_client', invalidClient, { param: 'client_id' }),
    example('invalid_request', 'client_id is required.', { param: 'client_id' }),
    example('invalid_grant', 'The user name or password is wrong.', { param: 'username' }),
    example('invalid_scope', 'scope must be a subset of: public org.', { param: 'scope' }),
    example('unauthorized_client', 'This client may not use the password grant.', { param: 'grant_type' }),
    example(
      'unsupported_grant_type',
      'grant_type must be client_credentials, password, authorization_code or refresh_token.',
      { param: 'grant_type' },
    ),
  ),
  401: failure(
    'The credentials sent by HTTP Basic are wrong.',
    example('invalid_client', invalidClient, { kind: 'unauthenticated' }),
  ),
  ...shared,
};

export const revokeErrorResponses = {
  400: failure(
    badRequest,
    example('invalid_request', 'token is required.', { param: 'token' }),
    example('invalid_client', invalidClient, { param: 'client_id' }),
  ),
  401: failure(
    'The caller could not be authenticated.',
    example('invalid_token', 'Send an access token as Bearer, or client_id and client_secret.'),
  ),
  ...shared,
};
