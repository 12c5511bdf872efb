import { describe, expect, it } from 'vitest';
import { trustHops } from './trusted-hops.ts';

describe('trustHops', () => {
  it('trusts the given number of proxies, counted from the server', () => {
    const trust = trustHops(2);
    expect([0, 1, 2].map((hop) => trust('10.0.0.1', hop))).toEqual([true, true, false]);
    expect(trust('203.0.113.9', 1)).toBe(true);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '172.20.0.1', '192.168.1.1', 'fd00::1'])(
    'trusts the peer %s, which has a private address',
    (address) => {
      expect(trustHops(1)(address, 0)).toBe(true);
    },
  );

  it.each(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', '172.32.0.1'])(
    'does not trust the peer %s, which may be any client',
    (address) => {
      expect(trustHops(1)(address, 0)).toBe(false);
    },
  );
});
