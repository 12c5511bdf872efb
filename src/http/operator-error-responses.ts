// Error responses shared by the operations of the operator API.
import type { SharedAnswer } from './openapi-components.ts';
import { problemExample } from './problem-example.ts';

/** By status. `default` covers statuses that an operation does not list. */
export const operatorAnswers = {
  400: {
    name: 'InvalidRequest',
    description: 'A parameter is not valid; `param` names it.',
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
      'Nobody is signed in, the session has ended, or the token is a partner’s or of the other environment.',
    headers: ['WWW-Authenticate'],
    examples: [problemExample('session_ended', 'The session has ended. Sign in again.')],
  },
  403: {
    name: 'InsufficientRole',
    description: 'The operator lacks the role that this operation needs; or another site caused the request.',
    headers: [],
    examples: [
      problemExample('insufficient_role', 'This needs the role dispatcher; you are viewer.'),
      problemExample(
        'request_not_trusted',
        'x-csrf-token is missing or of another session. Load the page again.',
      ),
    ],
  },
  409: {
    name: 'IdempotencyKeyInUse',
    description: 'A request with the same `Idempotency-Key` is still running; try again in a moment.',
    headers: [],
    examples: [
      problemExample('idempotency_key_in_use', 'A request with this Idempotency-Key is still running.'),
    ],
  },
  413: {
    name: 'BodyTooLarge',
    description: 'The body is larger than 256 KB; that of a photo, than 16 MB.',
    headers: [],
    examples: [problemExample('body_too_large', 'The body is larger than 256 KB.')],
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body was sent with a media type that this operation does not read.',
    headers: [],
    examples: [problemExample('unsupported_media_type', 'Send the body as application/json.')],
  },
  422: {
    name: 'IdempotencyKeyReused',
    description: 'The `Idempotency-Key` was used before with another request; use a new key.',
    headers: [],
    examples: [
      problemExample('idempotency_key_reused', 'This Idempotency-Key was used with another request.'),
    ],
  },
  429: {
    name: 'RateLimited',
    description: 'Too many requests, or too many failed sign-ins. Wait for `Retry-After` seconds.',
    headers: ['Retry-After'],
    examples: [
      problemExample('rate_limit_exceeded', 'Too many failed attempts. Wait for Retry-After seconds.'),
    ],
  },
  503: {
    name: 'ServiceUnavailable',
    description:
      'The service cannot do this at the moment. Nothing was saved; try again after `Retry-After` seconds.',
    headers: ['Retry-After'],
    examples: [problemExample('service_unavailable', 'The database cannot be reached at the moment.')],
  },
  default: {
    name: 'OtherFailure',
    description: 'Any other failure: 405 (see `Allow`), 408, 431, or 500 when something failed on our side.',
    headers: ['Allow'],
    examples: [problemExample('internal_error', 'Something failed on our side.')],
  },
} as const satisfies Record<number | 'default', SharedAnswer>;

export type SharedOperatorStatus = keyof typeof operatorAnswers;
