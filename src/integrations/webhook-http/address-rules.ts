// SSRF protection: which IP addresses webhooks may be sent to. Partners choose the targets, so everything outside the
// public internet is forbidden: this machine, private networks, cloud metadata services, and tunnels that lead to them.
import { BlockList, isIP } from 'node:net';
import { parseNetwork } from '../../lib/ip-network.ts';

/** `allowed`: not public, but listed in the configuration. */
export type AddressKind = 'public' | 'allowed' | 'forbidden';

export type AddressRules = (address: string) => AddressKind;

const notPublicV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

// Only 2000::/3 of IPv6 is allocated to the public internet. That excludes loopback, mapped IPv4, NAT64, unique local,
// link-local and multicast. The other entries are inside 2000::/3 but not public: Teredo and other IETF assignments,
// documentation, 6to4, and the second documentation range.
const notPublicV6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

// Never opened by a wide network in the configuration, only by an entry inside these ranges: link-local addresses and
// the cloud metadata services outside of them, which return credentials to any caller.
const sensitiveNetworks = ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::/32', '100.100.100.200', '192.0.0.192'];

export function createAddressRules(allowPrivate: readonly string[]): AddressRules {
  const isAllowed = networkSet(allowPrivate);
  const isAllowedExplicitly = networkSet(allowPrivate.filter(liesInSensitiveNetwork));
  return (address) => {
    if (isIP(address) === 0) return 'forbidden';
    if (!isNotPublic(address)) return 'public';
    return (isSensitive(address) ? isAllowedExplicitly : isAllowed)(address) ? 'allowed' : 'forbidden';
  };
}

/** Compares prefix lengths as well: 169.254.0.0/8 starts in the link-local range but does not lie within it. */
function liesInSensitiveNetwork(text: string): boolean {
  const network = parseNetwork(text);
  return sensitiveNetworks.some((outer) => {
    const within = networkSet([outer]);
    const widest = parseNetwork(outer)?.prefixLength ?? 0;
    return network !== null && within(network.address) && network.prefixLength >= widest;
  });
}

/** One list per family: a common list would treat an IPv4 address as its mapped IPv6 form, which lies in `::/3`. */
function networkSet(networks: readonly string[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of networks) {
    const network = parseNetwork(text);
    if (network === null) throw new RangeError(`not a network: ${text}`);
    lists[network.family].addSubnet(network.address, network.prefixLength, network.family);
  }
  return (address) => {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return lists[family].check(address, family);
  };
}

// Constants, shared by the environments: every guard of a process uses them.
const isNotPublic = networkSet([...notPublicV4, ...notPublicV6]);
const isSensitive = networkSet(sensitiveNetworks);
