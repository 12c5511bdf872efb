// Trusts a number of proxies in front of the server, instead of a list of their networks.
import { BlockList, isIPv6 } from 'node:net';

const privateNetworks = new BlockList();
privateNetworks.addSubnet('127.0.0.0', 8);
privateNetworks.addSubnet('10.0.0.0', 8);
privateNetworks.addSubnet('172.16.0.0', 12);
privateNetworks.addSubnet('192.168.0.0', 16);
privateNetworks.addSubnet('169.254.0.0', 16);
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/**
 * A trust function as Fastify takes it. `hop` 0 is the peer of the connection: it must have a private address, because
 * a client that reaches the port directly could otherwise supply the addresses of all hops itself.
 */
export function trustHops(count: number): (address: string, hop: number) => boolean {
  return (address, hop) => hop < count && (hop > 0 || isPrivate(address));
}

function isPrivate(address: string): boolean {
  return privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
