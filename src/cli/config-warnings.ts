// Settings that are valid and most likely wrong. `waybill config check` prints them, and `waybill serve` logs them.
import type { Config } from '../config.ts';
import { parseNetwork } from '../lib/ip-network.ts';
import { hostOfUrl, isLoopbackHost } from '../lib/loopback-host.ts';

export function configWarnings(config: Config): string[] {
  return [
    ...missingProxyWarning(config),
    ...wideProxyWarnings(config),
    ...plainDatabaseWarnings(config),
    ...ownerLoginWarnings(config),
  ];
}

/** Waybill itself serves http only, and a loopback address is not reachable from elsewhere: both need a proxy. */
function missingProxyWarning({ environments, host, trustProxy }: Config): string[] {
  if (trustProxy !== false) return [];
  const proxied = environments.find(
    ({ publicUrl }) =>
      publicUrl.startsWith('https:') || (isLoopbackHost(host) && !isLoopbackHost(hostOfUrl(publicUrl))),
  );
  if (!proxied) return [];
  return [
    `TRUST_PROXY is not set, but ${proxied.publicUrl} can only be served through a reverse proxy: all clients then ` +
      'share the address of the proxy, its rate limit and its sign-in delays. Set TRUST_PROXY=1 for one proxy that ' +
      'sets X-Forwarded-For.',
  ];
}

/** The widest private ranges are 10.0.0.0/8 and fc00::/7; anything wider contains public addresses. */
const widestPrefix = { ipv4: 8, ipv6: 7 } as const;

function wideProxyWarnings({ trustProxy }: Config): string[] {
  const wide =
    trustProxy === true
      ? ['all']
      : typeof trustProxy === 'string'
        ? trustProxy.split(',').filter((part) => {
            const network = parseNetwork(part.trim());
            return network !== null && network.prefixLength < widestPrefix[network.family];
          })
        : [];
  return wide.map(
    (part) =>
      `TRUST_PROXY=${part.trim()} contains public addresses: their clients can choose any address. ` +
      'List only the networks of your proxies.',
  );
}

/** Modes in which the driver encrypts the connection and verifies the certificate. */
const verifiedModes: ReadonlySet<string | null> = new Set(['require', 'verify-ca', 'verify-full']);

function plainDatabaseWarnings({ environments }: Config): string[] {
  const urls = environments.flatMap(({ name, databaseUrl, migrationUrl }) => {
    const prefix = name === 'production' ? '' : 'SANDBOX_';
    return [
      [`${prefix}DATABASE_URL`, databaseUrl],
      [`${prefix}MIGRATION_DATABASE_URL`, migrationUrl],
    ] as const;
  });
  return urls.flatMap(([variable, url]) => {
    const host = url ? hostOfUrl(url) : '';
    // Without a host name, the connection is a Unix socket.
    if (!url || host === '' || isLoopbackHost(host)) return [];
    if (verifiedModes.has(new URL(url).searchParams.get('sslmode'))) return [];
    return [
      `${variable} connects to ${host} without verified TLS: everything in the database can be read on the network. ` +
        'Add sslmode=verify-full to its query, and sslrootcert for a private authority.',
    ];
  });
}

/** The user that migrates owns the tables, and an owner can turn row-level security and triggers off. */
function ownerLoginWarnings({ environments, migrations }: Config): string[] {
  if (migrations === 'wait') return [];
  const owners = environments.filter(
    ({ databaseUrl, migrationUrl }) => databaseUrl !== null && migrationUrl === undefined,
  );
  return owners.map(({ name }) => {
    const variable = name === 'sandbox' ? 'SANDBOX_DATABASE_URL' : 'DATABASE_URL';
    return (
      `The user of ${variable} also runs migrations, so it owns the tables and can turn row-level security off. Create a ` +
      `user that owns nothing for ${variable}, and set ${variable.replace('DATABASE', 'MIGRATION_DATABASE')} to the owner ` +
      '(docs/configuration.md#external-postgresql).'
    );
  });
}
