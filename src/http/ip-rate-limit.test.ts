import { describe, expect, it } from 'vitest';
import { Problem } from '../lib/problem.ts';
import { AddressLimit } from './ip-rate-limit.ts';

describe('the brake on callers without a token', () => {
  it('lets each address have its share', () => {
    const limit = new AddressLimit(3);
    for (let call = 0; call < 3; call += 1) {
      limit.check('203.0.113.1');
      limit.count('203.0.113.1');
    }
    limit.check('203.0.113.2');
    try {
      limit.check('203.0.113.1');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(Problem);
      expect(error).toMatchObject({ code: 'rate_limit_exceeded', kind: 'rate_limited' });
      expect((error as Problem).retryAfterSeconds).toBeGreaterThan(50);
      expect((error as Problem).retryAfterSeconds).toBeLessThanOrEqual(60);
    }
  });

  it('stays small however many addresses come', () => {
    const limit = new AddressLimit(1);
    limit.count('first');
    for (let index = 0; index < 60_000; index += 1) limit.count(`2001:db8::${index.toString(16)}`);
    limit.check('first');
  });
});
