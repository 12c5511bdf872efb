import { describe, expect, it } from 'vitest';
import { parseNetwork } from './ip-network.ts';

describe('parseNetwork', () => {
  it('parses networks and single addresses of both families', () => {
    expect(parseNetwork('10.0.0.0/8')).toEqual({ address: '10.0.0.0', prefixLength: 8, family: 'ipv4' });
    expect(parseNetwork('10.1.2.3')).toEqual({ address: '10.1.2.3', prefixLength: 32, family: 'ipv4' });
    expect(parseNetwork('fd00::/8')).toEqual({ address: 'fd00::', prefixLength: 8, family: 'ipv6' });
    expect(parseNetwork('::1')).toEqual({ address: '::1', prefixLength: 128, family: 'ipv6' });
  });

  it.each([
    '',
    'host',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '1.2.3.4/-1',
    'fe80::1%eth0',
  ])('returns null for %s', (text) => {
    expect(parseNetwork(text)).toBeNull();
  });
});
