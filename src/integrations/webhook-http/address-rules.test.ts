import { describe, expect, it } from 'vitest';
import { createAddressRules } from './address-rules.ts';

describe('createAddressRules', () => {
  const strict = createAddressRules([]);

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',

    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',

    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:4136:e378::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '3fff::1',
    '4000::1',

    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'ff02::1',
    'ff0e::1',
    '',
    'example.com',
    '127.1',
    '2130706433',
  ])('forbids %s', (address) => {
    expect(strict(address)).toBe('forbidden');
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '126.1.1.1',

    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.0.1.1',
    '192.167.1.1',
    '192.169.0.1',
    '198.17.1.1',
    '198.20.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450::1',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '3ffe::1',
  ])('permits %s', (address) => {
    expect(strict(address)).toBe('public');
  });

  it('allows the configured networks and nothing else', () => {
    const kindOf = createAddressRules(['10.20.0.0/16', '127.0.0.0/8', '::1/128', 'fd12::5']);
    for (const address of ['10.20.0.1', '10.20.255.255', '127.0.0.1', '127.9.9.9', '::1', 'fd12::5'])
      expect(kindOf(address), address).toBe('allowed');
    for (const address of ['10.21.0.1', '192.168.0.1', '::', 'fd12::6', '::ffff:127.0.0.1', '0.0.0.0'])
      expect(kindOf(address), address).toBe('forbidden');
    expect(kindOf('8.8.8.8')).toBe('public');
  });

  it.each([
    ['0.0.0.0/0', '169.254.169.254'],
    ['169.254.0.0/8', '169.254.169.254'],
    ['100.64.0.0/10', '100.100.100.200'],
    ['192.0.0.0/24', '192.0.0.192'],
    ['::/0', 'fe80::1'],
    ['fd00::/8', 'fd00:ec2::254'],
    ['fd00:ec2::/10', 'fd00:ec2::254'],
  ])('does not allow metadata services through the wide network %s: %s', (network, address) => {
    expect(createAddressRules([network])(address)).toBe('forbidden');
  });

  it.each([
    ['169.254.169.254', '169.254.169.254'],
    ['169.254.0.0/16', '169.254.1.1'],
    ['fe80::/64', 'fe80::1'],
    ['fd00:ec2::254/128', 'fd00:ec2::254'],
  ])('allows explicitly configured link-local addresses: %s for %s', (network, address) => {
    expect(createAddressRules([network])(address)).toBe('allowed');
  });
});
