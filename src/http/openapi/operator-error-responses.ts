// Error responses shared by the operations of the operator API.
import type { SharedErrorResponse } from './openapi-components.ts';
import { problemExample } from './problem-example.ts';

/** By status. `default` covers statuses that an operation does not list. */
export const operatorErrorResponses = {
  400: {
    name: 'InvalidRequest',
    description: 'A parameter is not valid. `param` names it.',
    headers: [],
    examples: [
      problemExample('unknown_parameter', 'expand is not a parameter of this operation.', {
        param: 'expand',
      }),
    ],
  },
  401: {
    name: 'Unauthenticated',
    description:
      'There is no session, the session has ended, or the token is not an operator token of this environment.',
    headers: ['WWW-Authenticate'],
    examples: [problemExample('session_ended', 'The session has ended. Sign in again.')],
  },
  403: {
    name: 'InsufficientRole',
    description:
      'The operator lacks the required role, a sensitive operation needs a confirmed session, or the CSRF check failed.',
    headers: [],
    examples: [
      problemExample(
        'insufficient_role',
        'This operation requires the role dispatcher; your role is viewer.',
      ),
      problemExample(
        'step_up_required',
        'This operation requires that you proved your identity within the last 10 minutes.',
      ),
      problemExample(
        'request_not_trusted',
        'x-csrf-token is missing or belongs to another session. Reload the page.',
      ),
    ],
  },
  409: {
    name: 'IdempotencyKeyInUse',
    description: 'A request with the same `Idempotency-Key` is still in progress. Retry in a moment.',
    headers: [],
    examples: [
      problemExample(
        'idempotency_key_in_use',
        'A request with this Idempotency-Key is still in progress. Retry in a moment.',
      ),
    ],
  },
  413: {
    name: 'BodyTooLarge',
    description: 'The body is larger than 256 KB (photos: 16 MB).',
    headers: [],
    examples: [problemExample('body_too_large', 'The body is larger than 256 KB.')],
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The operation does not accept the media type of the body.',
    headers: [],
    examples: [problemExample('unsupported_media_type', 'Send the body as application/json.')],
  },
  422: {
    name: 'IdempotencyKeyReused',
    description: 'The `Idempotency-Key` was already used with a different request. Use a new key.',
    headers: [],
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
      'Too many requests or too many failed sign-ins. Wait for the number of seconds in `Retry-After`.',
    headers: ['Retry-After'],
    examples: [problemExample('rate_limit_exceeded', 'Too many failed attempts. Try again in 30 seconds.')],
  },
  503: {
    name: 'ServiceUnavailable',
    description:
      'The service is temporarily unavailable. Retry after the number of seconds in `Retry-After`, with the same `Idempotency-Key`.',
    headers: ['Retry-After'],
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
