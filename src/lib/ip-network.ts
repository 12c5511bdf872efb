// IP networks: parses CIDR notation and single addresses, finds the network of a client, and masks client addresses.
import { isIP } from 'node:net';

export interface IpNetwork {
  readonly address: string;
  readonly prefixLength: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** null if the text is not a network. */
export function parseNetwork(text: string): IpNetwork | null {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  // A zone id names an interface of one machine.
  if (version === 0 || address.includes('%') || rest.length > 0) return null;
  const widest = version === 6 ? 128 : 32;
  const prefixLength = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : widest + 1;
  return prefixLength > widest ? null : { address, prefixLength, family: version === 6 ? 'ipv6' : 'ipv4' };
}

/**
 * The network that one client controls: an IPv4 address, or the /64 of an IPv6 address, because a client can choose any
 * address of its /64. An IPv4-mapped IPv6 address is its IPv4 address. Other text is returned unchanged.
 */
export function clientNetworkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (isIP(bare) !== 6) return address;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = [], tail] = address.split('::').map(parseGroups);
  if (tail === undefined) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** The last part may be an IPv4 address, which is two groups. */
function parseGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

/** Masked client address (/24 or /48): identifies a network, not a person. Empty if the text is no address. */
export function networkOf(ip: string): string {
  const address = plainAddress(ip);
  if (address === null) return '';
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return `${groupsOf(address)
    .slice(0, 3)
    .map((group) => group.toString(16))
    .join(':')}::/48`;
}

/** Address as stored: without zone id, IPv4-mapped IPv6 as IPv4. null if the text is no address. */
export function plainAddress(ip: string): string | null {
  const [bare = ''] = ip.split('%', 1);
  const version = isIP(bare);
  if (version === 0) return null;
  const network = clientNetworkOf(bare);
  return version === 6 && isIP(network) === 4 ? network : bare;
}
