// Error responses shared by the operations of the partner API, with descriptions and examples.
import { vendorMediaType } from '../server/media-type.ts';
import type { SharedErrorResponse } from './openapi-components.ts';
import { rateLimitHeaders } from './openapi-headers.ts';
import { problemExample } from './problem-example.ts';

/** By status. `default` covers statuses that an operation does not list. */
export const sharedErrorResponses = {
  400: {
    name: 'InvalidRequest',
    description: 'A parameter is not valid. `param` names it.',
    headers: rateLimitHeaders,
    examples: [
      problemExample('unknown_parameter', 'expand is not a parameter of this operation.', {
        param: 'expand',
      }),
    ],
  },
  401: {
    name: 'Unauthenticated',
    description: 'The access token is missing, unknown, revoked or belongs to the other environment.',
    headers: ['WWW-Authenticate'],
    examples: [
      problemExample(
        'invalid_token',
        'The access token is unknown, was revoked or belongs to another environment.',
      ),
    ],
  },
  403: {
    name: 'InsufficientScope',
    description: 'The access token lacks a scope that the operation requires.',
    headers: rateLimitHeaders,
    examples: [
      problemExample(
        'insufficient_scope',
        'The access token requires one of the scopes org, org:write, user, user:write.',
      ),
    ],
  },
  406: {
    name: 'UnsupportedVersion',
    description: 'The requested version or media type is not supported.',
    headers: rateLimitHeaders,
    examples: [
      problemExample('unsupported_version', 'Send Accept: application/vnd.service+json; version=2.'),
    ],
  },
  409: {
    name: 'IdempotencyKeyInUse',
    description: 'A request with the same `Idempotency-Key` is still in progress. Retry in a moment.',
    headers: rateLimitHeaders,
    examples: [
      problemExample(
        'idempotency_key_in_use',
        'A request with this Idempotency-Key is still in progress. Retry in a moment.',
      ),
    ],
  },
  413: {
    name: 'BodyTooLarge',
    description: 'The body is larger than 256 KB.',
    headers: rateLimitHeaders,
    examples: [problemExample('body_too_large', 'The body is larger than 256 KB.')],
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The operation does not accept the media type of the body.',
    headers: rateLimitHeaders,
    examples: [
      problemExample('unsupported_media_type', `Send the body as application/json or ${vendorMediaType}.`),
    ],
  },
  422: {
    name: 'IdempotencyKeyReused',
    description: 'The `Idempotency-Key` was already used with a different request. Use a new key.',
    headers: rateLimitHeaders,
    examples: [
      problemExample(
        'idempotency_key_reused',
        'This Idempotency-Key was already used with a different request. Use a new key.',
      ),
    ],
  },
  429: {
    name: 'RateLimited',
    description:
      'The rate limit is exceeded, or the account is temporarily blocked. Wait for the number of seconds in `Retry-After`.',
    headers: [...rateLimitHeaders, 'Retry-After'],
    examples: [
      problemExample(
        'rate_limit_exceeded',
        'The limit of 300 requests per 60 seconds is exceeded. Try again in 12 seconds.',
      ),
      problemExample(
        'temporarily_blocked',
        'The account is temporarily blocked for repeatedly exceeding its rate limit. Try again in 24 hours.',
      ),
    ],
  },
  503: {
    name: 'ServiceUnavailable',
    description:
      'The service is temporarily unavailable. Retry after the number of seconds in `Retry-After`, with the same `Idempotency-Key`.',
    headers: [...rateLimitHeaders, 'Retry-After'],
    examples: [
      problemExample('service_unavailable', 'The database is temporarily unavailable. Retry in a moment.'),
    ],
  },
  default: {
    name: 'OtherFailure',
    description: 'Any other error: 405 (see `Allow`), 408, 431, or 500 for an unexpected error.',
    headers: ['Allow'],
    examples: [
      problemExample(
        'internal_error',
        'An unexpected error occurred. If it persists, contact support with the X-Request-Id.',
      ),
    ],
  },
} as const satisfies Record<number | 'default', SharedErrorResponse>;
