import { describe, expect, it } from 'vitest';
import { requestIdOf } from './request-id.ts';

const generated = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('a request id', () => {
  it.each(['a', 'order-1:retry.2_b', 'x'.repeat(128)])('is kept if it is valid: %s', (id) => {
    expect(requestIdOf({ headers: { 'x-request-id': id } })).toBe(id);
  });

  it.each(['', 'a b', 'a\nb', 'ü', '<script>', '"', 'x'.repeat(129), 'a, b'])(
    'is replaced if it is not valid: %j',
    (id) => {
      expect(requestIdOf({ headers: { 'x-request-id': id } })).toMatch(generated);
    },
  );

  it('is generated if none or several were sent', () => {
    expect(requestIdOf({ headers: {} })).toMatch(generated);
    expect(requestIdOf({ headers: { 'x-request-id': ['a', 'b'] } })).toMatch(generated);
  });
});
