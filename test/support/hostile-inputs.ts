// Inputs that break a naive service on PostgreSQL. Test suites send them wherever text or numbers of a caller are
// accepted.

/** JSON values as text: some of them no serializer would write. */
export const hostileJsonValues: Readonly<Record<string, string>> = {
  'an escaped NUL character': '"a\\u0000b"',
  'a lone high surrogate': '"a\\ud800b"',
  'a lone low surrogate': '"\\udc00"',
  'a number beyond 32 bits': '99999999999',
  'a number beyond a double': '1e400',
  'a number far beyond a double': '-1e400000',
  'a time in the year 0': '"0000-01-01T00:00:00Z"',
  'a time in the year 300000': '"+300000-01-01T00:00:00Z"',
  'text that is not a UUID': '"not-a-uuid"',
  'a prototype': '{"__proto__":{"admin":true}}',
  'ten thousand brackets': '['.repeat(10_000) + ']'.repeat(10_000),
  'ten thousand braces': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'a very long text': `"${'x'.repeat(200_000)}"`,
  'an object where text belongs': '{}',
  nothing: 'null',
};

/** Path segments, percent-encoded as they would be sent. */
export const hostilePathSegments: readonly string[] = [
  'not-a-uuid',
  '%00',
  'a%00b',
  '%ff%fe',
  '%',
  '%zz',
  '%ed%a0%80',
  '..%2f..%2fetc%2fpasswd',
  '%27%20or%201=1--',
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  '%F0%9F%9A%9A',
];
