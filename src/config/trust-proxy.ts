// TRUST_PROXY: which proxies are trusted to report the client address.

import type { EnvReader } from '../lib/env-reader.ts';
import { parseNetwork } from '../lib/ip-network.ts';

const proxyRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

export function readTrustProxy(read: EnvReader): boolean | string {
  const value = read.text('TRUST_PROXY', 'none');
  if (value === 'none' || value === 'false') return false;
  if (value === 'all' || value === 'true') return true;
  if (value.split(',').every((part) => proxyRanges.has(part.trim()) || parseNetwork(part.trim())))
    return value;
  read.fault(
    'TRUST_PROXY must be none, all, or a list of addresses, networks such as 10.0.0.0/8, ' +
      `loopback, linklocal and uniquelocal; it is "${value}"`,
  );
  return false;
}
