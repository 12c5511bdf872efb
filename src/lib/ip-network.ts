// Parses IP networks in CIDR notation, and single addresses.
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
