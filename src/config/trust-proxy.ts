// TRUST_PROXY: which proxies are trusted to report the client address, as a number of hops or as networks.
import type { EnvReader } from '../lib/env-reader.ts';
import { parseNetwork } from '../lib/ip-network.ts';
import type { EnvironmentName } from './environment-name.ts';

/**
 * - false: no proxy; the client address is the peer of the connection;
 * - number: this many proxies, counted from the server, each of which appends its peer to X-Forwarded-For. The last one
 *   must have a private address (http/server/trusted-hops.ts);
 * - string: networks of the proxies;
 * - true: every peer, so that clients choose their own address. Refused where production runs.
 */
export type TrustProxy = boolean | number | string;

const proxyRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);
const hopsPattern = /^[1-9]$/;

export function readTrustProxy(read: EnvReader, chosen: EnvironmentName | 'both'): TrustProxy {
  const value = read.text('TRUST_PROXY', 'none');
  if (value === 'none' || value === 'false') return false;
  if (hopsPattern.test(value)) return Number(value);
  const parts = value.split(',').map((part) => part.trim());
  const trustsEveryone =
    value === 'all' || value === 'true' || parts.some((part) => parseNetwork(part)?.prefixLength === 0);
  if (trustsEveryone && chosen !== 'sandbox') {
    read.fault(
      `TRUST_PROXY=${value} lets every client choose its own address. In production, set the number of proxies ` +
        'in front of Waybill (TRUST_PROXY=1), or their networks (TRUST_PROXY=10.0.0.0/24)',
    );
    return false;
  }
  if (value === 'all' || value === 'true') return true;
  if (parts.every((part) => proxyRanges.has(part) || parseNetwork(part))) return value;
  read.fault(
    'TRUST_PROXY must be none, a number of proxies from 1 to 9, or a list of addresses, networks such as ' +
      `10.0.0.0/8, loopback, linklocal and uniquelocal; it is "${value}"`,
  );
  return false;
}
