import { describe, expect, it } from 'vitest';
import { requestIdOf } from './request-id.ts';

const generated = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('a request id', () => {
  it.each(['a', 'order-1:retry.2_b', 'x'.repeat(128)])('is kept when it is harmless: %s', (id) => {
    expect(requestIdOf({ headers: { 'x-request-id': id } })).toBe(id);
  });

  it.each(['', 'a b', 'a\nb', 'ü', '<script>', '"', 'x'.repeat(129), 'a, b'])(
    'is replaced when it is not: %j',
    (id) => {
      expect(requestIdOf({ headers: { 'x-request-id': id } })).toMatch(generated);
    },
  );

  it('is generated where none was sent, or several', () => {
    expect(requestIdOf({ headers: {} })).toMatch(generated);
    expect(requestIdOf({ headers: { 'x-request-id': ['a', 'b'] } })).toMatch(generated);
  });
});
