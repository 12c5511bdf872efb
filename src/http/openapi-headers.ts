// Headers shared by operations, as components of the OpenAPI document.

const integer = (example: number) => ({ type: 'integer', minimum: 0, examples: [example] });
const text = (example: string) => ({ type: 'string', examples: [example] });

export const responseHeaders = {
  'X-Request-Id': {
    description:
      'Names this call in our logs; quote it when you ask for help. Send your own (up to 128 letters, digits and `._:-`) and it is kept.',
    schema: text('5f0c6a52-6d3c-4b8e-9d0e-3a1f6f1f2b7c'),
  },
  'RateLimit-Limit': { description: 'Requests that the account may send in a window.', schema: integer(300) },
  'RateLimit-Remaining': { description: 'Requests left in the present window.', schema: integer(299) },
  'RateLimit-Reset': {
    description: 'When the window ends, as Unix time in seconds.',
    schema: integer(1_893_492_060),
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: integer(17) },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'], examples: ['true'] },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: `Bearer` with an access token, `Basic` as a client under /oauth.',
    schema: text('Bearer realm="waybill"'),
  },
  Allow: { description: 'On 405: the methods that this address takes.', schema: text('GET, HEAD, PATCH') },
} as const;

export type ResponseHeader = keyof typeof responseHeaders;

export const rateLimitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to repeat the request: the same key and body within 24 hours give the same answer and the effect once.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[!-~]+$',
    examples: ['order-4711-attempt-1'],
  },
} as const;
