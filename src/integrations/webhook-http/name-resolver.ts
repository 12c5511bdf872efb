// DNS resolver for webhooks. Queries the name servers directly (c-ares): the system lookup uses four threads that the
// whole process shares, so one dead name server would delay every delivery.
import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface NameResolver {
  /** At least one address; otherwise throws NameError. */
  resolve(name: string): Promise<readonly ResolvedAddress[]>;
  close(): void;
}

/** `unknown`: the name does not exist or has no address. `silent`: no name server responded usefully. */
export class NameError extends Error {
  readonly kind: 'unknown' | 'silent';

  constructor(name: string, kind: 'unknown' | 'silent', cause: unknown) {
    super(
      kind === 'unknown'
        ? `The host name ${name} does not resolve. Check the URL and its DNS records.`
        : `The name servers returned no usable response for ${name} (${codeOf(cause)}). Check its DNS configuration.`,
      { cause },
    );
    this.name = 'NameError';
    this.kind = kind;
  }
}

type Resolution = readonly ResolvedAddress[] | NameError;

export interface ResolverOptions {
  /** `address:port`; default: the name servers of the system. */
  readonly nameServers?: readonly string[] | undefined;
}

const minTtlSeconds = 5;
const maxTtlSeconds = 300;
const failureTtlSeconds = 10;
const maxCachedNames = 5_000;

export function createNameResolver({ nameServers }: ResolverOptions = {}): NameResolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  const cache = new LRUCache<string, Resolution>({ max: maxCachedNames });
  const inFlight = new Map<string, Promise<Resolution>>();

  const lookUp = async (name: string): Promise<Resolution> => {
    const [resolution, ttlSeconds] = await queryNameServers(resolver, name);
    cache.set(name, resolution, { ttl: ttlSeconds * 1000 });
    inFlight.delete(name);
    return resolution;
  };

  return {
    resolve: async (given) => {
      const name = given.toLowerCase();
      if (name === 'localhost' || name.endsWith('.localhost')) return loopback;
      let resolution = cache.get(name);
      if (resolution === undefined) {
        const pending = inFlight.get(name) ?? lookUp(name);
        inFlight.set(name, pending);
        resolution = await pending;
      }
      if (resolution instanceof NameError) throw resolution;
      return resolution;
    },
    close: () => resolver.cancel(),
  };
}

/**
 * RFC 6761: `localhost` is always the loopback address. Name servers need not know it, and the hosts file is not read
 * here.
 */
const loopback: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

async function queryNameServers(resolver: Resolver, name: string): Promise<[Resolution, number]> {
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(name, { ttl: true }),
    resolver.resolve6(name, { ttl: true }),
  ]);
  const records = [
    ...(v4.status === 'fulfilled' ? v4.value.map((record) => ({ ...record, family: 4 as const })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((record) => ({ ...record, family: 6 as const })) : []),
  ];
  if (records.length > 0) {
    const ttlSeconds = Math.min(...records.map(({ ttl }) => ttl), maxTtlSeconds);
    const addresses = records.map(({ address, family }) => ({ address, family }));
    return [addresses, Math.max(ttlSeconds, minTtlSeconds)];
  }
  const reasons = [v4, v6].flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const silence = reasons.find((reason) => !['ENOTFOUND', 'ENODATA'].includes(codeOf(reason)));
  const kind = silence === undefined ? 'unknown' : 'silent';
  return [new NameError(name, kind, silence ?? reasons[0]), failureTtlSeconds];
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no address';
}
