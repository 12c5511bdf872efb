import { describe, expect, it } from 'vitest';
import { clientNetworkOf, networkOf, parseNetwork, plainAddress } from './ip-network.ts';

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

describe('clientNetworkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['not an address', 'not an address'],
  ])('of %s is %s', (address, network) => {
    expect(clientNetworkOf(address)).toBe(network);
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['host', ''],
  ])('masks %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('plainAddress', () => {
  it.each([
    ['192.0.2.77', '192.0.2.77'],
    ['::ffff:192.0.2.77', '192.0.2.77'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', null],
  ])('stores %s as %s', (address, stored) => {
    expect(plainAddress(address)).toBe(stored);
  });
});
