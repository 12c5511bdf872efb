// Headers shared by operations, as components of the OpenAPI document.

const integer = (example: number) => ({ type: 'integer', minimum: 0, examples: [example] });
const text = (example: string) => ({ type: 'string', examples: [example] });

export const responseHeaders = {
  'X-Request-Id': {
    description:
      'Identifies the request in our logs; quote it when you contact support. You can send your own value (up to 128 letters, digits and `._:-`).',
    schema: text('5f0c6a52-6d3c-4b8e-9d0e-3a1f6f1f2b7c'),
  },
  'RateLimit-Limit': {
    description:
      'Requests that the account may send per window. On a 429 without an account: what the limit that refused the request admits.',
    schema: integer(300),
  },
  'RateLimit-Remaining': { description: 'Requests left in the current window.', schema: integer(299) },
  'RateLimit-Reset': {
    description: 'End of the current window as Unix time in seconds.',
    schema: integer(1_893_492_060),
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: integer(17) },
  'Idempotent-Replayed': {
    description:
      '`true` if this is the stored response of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'], examples: ['true'] },
  },
  'WWW-Authenticate': {
    description:
      'Authentication scheme: `Bearer` with an access token; `Basic` with client credentials under /oauth.',
    schema: text('Bearer realm="waybill"'),
  },
  Allow: { description: 'On 405: methods that the path supports.', schema: text('GET, HEAD, PATCH') },
} as const;

export type ResponseHeader = keyof typeof responseHeaders;

export const rateLimitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes retries safe: the same key with the same request within 24 hours returns the same response and has its effect once.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[!-~]+$',
    examples: ['order-4711-attempt-1'],
  },
} as const;
