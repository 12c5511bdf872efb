// Which addresses a webhook may be sent to. Partners choose the targets, so whatever is not plainly part of the public
// internet is closed to them: our own machine and networks, clouds' metadata, and detours that lead back to these.
import { BlockList, isIP } from 'node:net';
import { parseNetwork } from '../../lib/ip-network.ts';

/** `allowed`: not public, but named in the configuration. */
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

// Of IPv6 only 2000::/3 is given out. That shuts out loopback, mapped IPv4, NAT64, unique local, link-local and multicast;
// what follows is in there but leads elsewhere: Teredo and its neighbours, documentation, 6to4, documentation again.
const notPublicV6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

// Never opened by accident, with a wide network: link-local and the metadata services of clouds outside of it, which
// hand out credentials to whoever asks.
const openedOnlyByName = ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::/32', '100.100.100.200', '192.0.0.192'];

export function createAddressRules(allowPrivate: readonly string[]): AddressRules {
  const closed = networkSet([...notPublicV4, ...notPublicV6]);
  const sensitive = networkSet(openedOnlyByName);
  const opened = networkSet(allowPrivate);
  const openedByName = networkSet(allowPrivate.filter(liesInSensitive));
  return (address) => {
    if (isIP(address) === 0) return 'forbidden';
    if (!closed(address)) return 'public';
    return (sensitive(address) ? openedByName : opened)(address) ? 'allowed' : 'forbidden';
  };
}

/** 169.254.0.0/8 begins where link-local does, but does not lie within it. */
function liesInSensitive(text: string): boolean {
  const network = parseNetwork(text);
  return openedOnlyByName.some((outer) => {
    const within = networkSet([outer]);
    const widest = parseNetwork(outer)?.prefixLength ?? 0;
    return network !== null && within(network.address) && network.prefixLength >= widest;
  });
}

/** One list per family: a list of both takes an IPv4 address for its mapped form, which lies in `::/3`. */
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
