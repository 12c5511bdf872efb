// Client addresses: how the access log shows them, and how long security events keep them.
import type { EnvReader } from '../lib/env-reader.ts';

export interface SecurityConfig {
  /** `network`: 24 bits of IPv4, 48 bits of IPv6. */
  readonly loggedAddress: 'none' | 'network' | 'full';
  readonly addressDays: number;
}

export function readSecurity(read: EnvReader): SecurityConfig {
  return {
    loggedAddress: read.oneOf('LOG_CLIENT_ADDRESS', ['none', 'network', 'full'], 'network'),
    addressDays: read.integer('SECURITY_ADDRESS_DAYS', 90, 1, 3_650),
  };
}
