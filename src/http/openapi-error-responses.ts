// Error responses shared by the operations of the partner API, with descriptions and examples.
import { vendorMediaType } from './media-type.ts';
import type { SharedAnswer } from './openapi-components.ts';
import { rateLimitHeaders } from './openapi-headers.ts';
import { problemExample } from './problem-example.ts';

/** By status. `default` covers statuses that an operation does not list. */
export const sharedAnswers = {
  400: {
    name: 'InvalidRequest',
    description: 'A parameter is not valid; `param` names it.',
    headers: rateLimitHeaders,
    examples: [
      problemExample('unknown_parameter', 'expand is not a parameter of this operation.', {
        param: 'expand',
      }),
    ],
  },
  401: {
    name: 'Unauthenticated',
    description: 'The access token is missing, unknown, revoked or of the other environment.',
    headers: ['WWW-Authenticate'],
    examples: [problemExample('invalid_token', 'The access token is not valid here, or was revoked.')],
  },
  403: {
    name: 'InsufficientScope',
    description: 'The access token lacks a scope that this operation needs.',
    headers: rateLimitHeaders,
    examples: [
      problemExample(
        'insufficient_scope',
        'The access token needs one of the scopes org, org:write, user, user:write.',
      ),
    ],
  },
  406: {
    name: 'UnsupportedVersion',
    description: 'The version or media type asked for does not exist.',
    headers: rateLimitHeaders,
    examples: [
      problemExample('unsupported_version', 'Send Accept: application/vnd.service+json; version=2.'),
    ],
  },
  409: {
    name: 'IdempotencyKeyInUse',
    description: 'A request with the same `Idempotency-Key` is still running; try again in a moment.',
    headers: rateLimitHeaders,
    examples: [
      problemExample('idempotency_key_in_use', 'A request with this Idempotency-Key is still running.'),
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
    description: 'The body was sent with a media type that this operation does not read.',
    headers: rateLimitHeaders,
    examples: [
      problemExample('unsupported_media_type', `Send the body as application/json or ${vendorMediaType}.`),
    ],
  },
  422: {
    name: 'IdempotencyKeyReused',
    description: 'The `Idempotency-Key` was used before with another request; use a new key.',
    headers: rateLimitHeaders,
    examples: [
      problemExample('idempotency_key_reused', 'This Idempotency-Key was used with another request.'),
    ],
  },
  429: {
    name: 'RateLimited',
    description:
      'The rate limit is exceeded, or the account is blocked for a while. Wait for `Retry-After` seconds.',
    headers: [...rateLimitHeaders, 'Retry-After'],
    examples: [
      problemExample(
        'rate_limit_exceeded',
        'More than 300 requests in 60 seconds. Wait for Retry-After seconds.',
      ),
      problemExample(
        'temporarily_blocked',
        'This account kept sending far beyond its limit and is blocked for a while.',
      ),
    ],
  },
  503: {
    name: 'ServiceUnavailable',
    description:
      'The service cannot do this at the moment. Nothing was saved; try again after `Retry-After` seconds.',
    headers: [...rateLimitHeaders, 'Retry-After'],
    examples: [problemExample('service_unavailable', 'The database cannot be reached at the moment.')],
  },
  default: {
    name: 'OtherFailure',
    description: 'Any other failure: 405 (see `Allow`), 408, 431, or 500 when something failed on our side.',
    headers: ['Allow'],
    examples: [problemExample('internal_error', 'Something failed on our side.')],
  },
} as const satisfies Record<number | 'default', SharedAnswer>;

export type SharedStatus = keyof typeof sharedAnswers;
