import { describe, expect, it } from 'vitest';
import { Problem } from '../../lib/problem.ts';
import { IpRateLimiter } from './ip-rate-limit.ts';

describe('rate limit for requests without a valid token', () => {
  it('counts each IP address separately', () => {
    const limit = new IpRateLimiter(3);
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

  it('counts the addresses of an IPv6 /64 together', () => {
    const limit = new IpRateLimiter(3);
    for (const host of ['1', '2', '3']) limit.count(`2001:db8:0:7::${host}`);
    expect(() => limit.check('2001:db8:0:7:ffff::4')).toThrow(Problem);
    limit.check('2001:db8:0:8::1');
  });

  it('uses bounded memory for any number of addresses', () => {
    const limit = new IpRateLimiter(1);
    limit.count('first');
    for (let index = 0; index < 60_000; index += 1) limit.count(`2001:db8:${index.toString(16)}::1`);
    limit.check('first');
  });
});
