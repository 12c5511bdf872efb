// The only reader of the process environment. Everything is validated here, at once, so that a bad value stops the
// start with the name of the variable instead of surfacing later.
import { resolve } from 'node:path';
import { isTimeZone } from './domain/zone-clock.ts';
import { parseNetwork } from './lib/ip-network.ts';
import type { MasterKey } from './lib/key-ring.ts';
import { VariableReader, type Variables } from './lib/variable-reader.ts';

export type EnvironmentName = 'production' | 'sandbox';

export interface EnvironmentConfig {
  readonly name: EnvironmentName;
  readonly port: number;
  /** How the outside reaches this environment, without a trailing slash. */
  readonly publicUrl: string;
  /** null: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null;
}

export interface RateLimitConfig {
  readonly requests: number;
  readonly windowSeconds: number;
  /** After this many abusive windows within 15 minutes an account is blocked for a while; 0 turns blocking off. */
  readonly blockWindows: number;
}

/** A service that may be asked instead of the built-in one. */
export interface ProviderConfig<Name extends string> {
  readonly provider: Name;
  readonly url?: string;
  readonly key?: string;
}

export type PhotoConfig = { readonly retentionDays: number } & (
  | { readonly storage: 'local' }
  | {
      readonly storage: 's3';
      /** With the bucket. */
      readonly url: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    }
);

/** Who collects money for bookings one by one. */
export interface PaymentConfig {
  readonly provider: 'stripe';
  readonly key: string;
  readonly url?: string;
}

export interface BillingConfig {
  /** The zone whose calendar makes the months of statements. */
  readonly timeZone: string;
  /** Who bills, as statements name it. */
  readonly issuer: string;
}

export interface WebhookConfig {
  /** How long to wait after each failed attempt before the next; after the last the delivery has failed. */
  readonly retrySeconds: readonly number[];
  /** Networks that are not public and that webhooks may reach all the same, over http too. */
  readonly allowPrivate: readonly string[];
  /**
   * Whether partners may see what a receiver in such a network answered. Only where nobody but this machine can reach us:
   * elsewhere it would let partners read what others keep in there.
   */
  readonly privateAnswersShown: boolean;
  readonly retentionDays: number;
  /** From the first packet to the last byte of the answer. */
  readonly timeoutSeconds: number;
}

export interface Config {
  readonly environments: readonly EnvironmentConfig[];
  readonly host: string;
  readonly dataDir: string;
  readonly trustProxy: boolean | string;
  readonly metricsPort: number | null;
  /** null: not chosen; a terminal then gets warnings only, a log everything. */
  readonly logLevel: string | null;
  /** null in embedded mode, where the key is generated and kept in `dataDir`. */
  readonly masterKeys: readonly MasterKey[] | null;
  readonly rateLimit: RateLimitConfig;
  /** Requests without a valid token that one address may send in a minute. */
  readonly addressLimitPerMinute: number;
  readonly databasePoolSize: number;
  readonly geocoder: ProviderConfig<keyof typeof geocoders>;
  readonly router: ProviderConfig<keyof typeof routers>;
  readonly quoteLifetimeMinutes: number;
  readonly photos: PhotoConfig;
  /** How long a simulated job takes from one step to the next. */
  readonly simulationStepSeconds: number;
  /** null: everything is on account. Production only; the sandbox never charges. */
  readonly payments: PaymentConfig | null;
  readonly billing: BillingConfig;
  readonly webhooks: WebhookConfig;
  /** How long a process that was told to stop goes on serving, so that load balancers notice `/ready` first. */
  readonly shutdownDelaySeconds: number;
}

export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** What a provider takes; what is not named it does not take. */
type ProviderNeeds = Partial<Record<'url' | 'key', 'required' | 'optional'>>;

const geocoders = {
  embedded: {},
  census: { url: 'optional' },
  nominatim: { url: 'required' },
  photon: { url: 'required' },
  pelias: { url: 'required', key: 'optional' },
  google: { url: 'optional', key: 'required' },
  mapbox: { url: 'optional', key: 'required' },
} as const satisfies Record<string, ProviderNeeds>;
const routers = {
  embedded: {},
  valhalla: { url: 'required' },
  osrm: { url: 'required' },
  google: { url: 'optional', key: 'required' },
} as const satisfies Record<string, ProviderNeeds>;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export function readConfig(variables: Variables = process.env): Config {
  const faults: string[] = [];
  const read = new VariableReader(variables, faults);
  const chosen = read.oneOf('ENVIRONMENT', ['production', 'sandbox', 'both'], 'both');
  const host = read.text('HOST', '127.0.0.1');
  const embedded = !variables['DATABASE_URL'] && !variables['SANDBOX_DATABASE_URL'];
  const environments = (['production', 'sandbox'] as const)
    .filter((name) => chosen === 'both' || chosen === name)
    .map((name) => readEnvironment(read, name, host, embedded));

  const trustProxy = readTrustProxy(variables['TRUST_PROXY'], faults);
  const ofThisMachineOnly =
    trustProxy === false &&
    [host, ...environments.map(({ publicUrl }) => hostOf(publicUrl))].every(isLoopback);

  const config: Config = {
    environments,
    host,
    dataDir: resolve(read.text('DATA_DIR', './data')),
    trustProxy,
    metricsPort: variables['METRICS_PORT'] ? read.port('METRICS_PORT', 0) : null,
    logLevel: variables['LOG_LEVEL'] ? read.oneOf('LOG_LEVEL', logLevels, 'info') : null,
    masterKeys: readMasterKeys(variables['SECRET_KEY'], embedded, faults),
    rateLimit: {
      requests: read.integer('RATE_LIMIT_REQUESTS', 300, 1, 1_000_000),
      windowSeconds: read.integer('RATE_LIMIT_WINDOW_SECONDS', 60, 1, 86_400),
      blockWindows: read.integer('RATE_LIMIT_BLOCK_WINDOWS', 10, 0, 1_000),
    },
    addressLimitPerMinute: read.integer('ADDRESS_LIMIT_REQUESTS', 600, 1, 1_000_000),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 8, 2, 100),
    geocoder: readProvider(read, 'GEOCODER', geocoders),
    router: readProvider(read, 'ROUTER', routers),
    quoteLifetimeMinutes: read.integer('QUOTE_LIFETIME_MINUTES', 60, 1, 10_080),
    photos: readPhotos(read),
    simulationStepSeconds: read.seconds('SIMULATION_STEP_SECONDS', 3, 0.01, 3_600),
    payments: readPayments(read, chosen, faults),
    billing: {
      timeZone: readTimeZone(read.text('BILLING_TIME_ZONE', 'UTC'), faults),
      issuer: read.text('BILLING_ISSUER', 'Waybill'),
    },
    webhooks: readWebhooks(read, ofThisMachineOnly),
    shutdownDelaySeconds: read.integer('SHUTDOWN_DELAY_SECONDS', embedded ? 0 : 3, 0, 8),
  };
  const ports = [...environments.map((environment) => environment.port), config.metricsPort].filter(
    (port) => port,
  );
  if (new Set(ports).size < ports.length) {
    faults.push('PORT, SANDBOX_PORT and METRICS_PORT must differ');
  }
  const databases = environments.flatMap(({ databaseUrl }) => databaseUrl ?? []).map(databaseName);
  if (new Set(databases).size < databases.length) {
    faults.push('SANDBOX_DATABASE_URL must name another database than DATABASE_URL');
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

function readEnvironment(
  read: VariableReader,
  name: EnvironmentName,
  host: string,
  embedded: boolean,
): EnvironmentConfig {
  const prefix = name === 'sandbox' ? 'SANDBOX_' : '';
  const port = read.port(`${prefix}PORT`, name === 'sandbox' ? 3001 : 3000);
  const local = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    name,
    port,
    publicUrl: read.baseUrl(`${prefix}PUBLIC_URL`, embedded ? local : null)?.replace(/\/+$/, '') ?? local,
    databaseUrl: embedded ? null : read.url(`${prefix}DATABASE_URL`, null, ['postgres:', 'postgresql:']),
  };
}

function readProvider<Name extends string>(
  read: VariableReader,
  variable: string,
  providers: Readonly<Record<Name | 'embedded', ProviderNeeds>>,
): ProviderConfig<Name | 'embedded'> {
  const names = Object.keys(providers) as (Name | 'embedded')[];
  const provider = read.oneOf(variable, names, 'embedded');
  // Of a provider that does not exist nobody can say what it takes.
  if (read.text(variable, 'embedded') !== provider) return { provider };
  const { url: urlNeed, key: keyNeed } = providers[provider];
  const url = read.needed(`${variable}_URL`, urlNeed, `${variable}=${provider}`);
  const key = read.needed(`${variable}_KEY`, keyNeed, `${variable}=${provider}`);
  return {
    provider,
    ...(url && { url: read.url(`${variable}_URL`, '', ['http:', 'https:']) ?? '' }),
    ...(key && { key }),
  };
}

function readPhotos(read: VariableReader): PhotoConfig {
  const storage = read.oneOf('PHOTO_STORAGE', ['local', 's3'], 'local');
  const retentionDays = read.integer('PHOTO_RETENTION_DAYS', 365, 1, 3_650);
  const need = storage === 's3' ? 'required' : undefined;
  const s3 = (name: string) => read.needed(`S3_${name}`, need, `PHOTO_STORAGE=${storage}`);
  const [url, accessKeyId, secretAccessKey] = [s3('URL'), s3('ACCESS_KEY_ID'), s3('SECRET_ACCESS_KEY')];
  if (storage === 'local') return { storage, retentionDays };
  if (url) read.url('S3_URL', '', ['http:', 'https:']);
  return {
    storage,
    retentionDays,
    url,
    region: read.text('S3_REGION', 'us-east-1'),
    accessKeyId,
    secretAccessKey,
  };
}

const stripeKeyPattern = /^[sr]k_(?:live|test)_[A-Za-z0-9]{10,}$/;

function readPayments(
  read: VariableReader,
  chosen: EnvironmentName | 'both',
  faults: string[],
): PaymentConfig | null {
  const provider = read.oneOf('PAYMENT_PROVIDER', ['on_account', 'stripe'], 'on_account');
  const because = `PAYMENT_PROVIDER=${provider}`;
  const key = read.needed('STRIPE_KEY', provider === 'stripe' ? 'required' : undefined, because);
  const url = read.needed('STRIPE_URL', provider === 'stripe' ? 'optional' : undefined, because);
  if (provider === 'on_account') return null;
  if (chosen === 'sandbox') faults.push(`${because} is for production: the sandbox never charges`);
  // The value is a secret: it is not repeated.
  if (key && !stripeKeyPattern.test(key))
    faults.push(
      'STRIPE_KEY must be a secret or restricted key of Stripe: sk_live_…, rk_live_…, sk_test_… or rk_test_…',
    );
  return { provider, key, ...(url && { url: read.url('STRIPE_URL', '', ['http:', 'https:']) ?? '' }) };
}

function readTimeZone(name: string, faults: string[]): string {
  if (!isTimeZone(name))
    faults.push(`BILLING_TIME_ZONE must be a time zone such as America/New_York; it is "${name}"`);
  return name;
}

/** Twelve attempts over some 76 hours. */
const retrySchedule = '5,30,120,600,1800,7200,18000,36000,50400,72000,86400';
const longestRetrySeconds = 604_800;
const mostRetries = 30;
const loopbackNetworks = ['127.0.0.0/8', '::1/128'];

function readWebhooks(read: VariableReader, ofThisMachineOnly: boolean): WebhookConfig {
  return {
    retrySeconds: read.list(
      'WEBHOOK_RETRY_SECONDS',
      retrySchedule,
      `at most ${mostRetries} whole numbers from 1 to ${longestRetrySeconds}, separated by commas`,
      (parts) => {
        const seconds = parts.map((part) => (/^\d{1,6}$/.test(part) ? Number(part) : 0));
        const isFine = seconds.every((one) => one >= 1 && one <= longestRetrySeconds);
        return isFine && seconds.length <= mostRetries ? seconds : null;
      },
    ),
    allowPrivate: read.list(
      'WEBHOOK_ALLOW_PRIVATE',
      ofThisMachineOnly ? 'loopback' : 'none',
      'none, or a list of addresses, networks such as 10.0.0.0/8, and loopback',
      (parts) => {
        if (parts.join() === 'none') return [];
        const networks = parts.flatMap((part) => (part === 'loopback' ? loopbackNetworks : part));
        return networks.every((network) => parseNetwork(network) !== null) ? networks : null;
      },
    ),
    privateAnswersShown: ofThisMachineOnly,
    retentionDays: read.integer('WEBHOOK_RETENTION_DAYS', 30, 1, 90),
    timeoutSeconds: 15,
  };
}

/** '' where it has none; a bad URL was named as a fault already. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** What tells one database from another, whoever connects and however. */
function databaseName(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = hostname || (searchParams.get('host') ?? '');
  return `${host.toLowerCase()}:${port || '5432'}${pathname}`;
}

const proxyRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

function readTrustProxy(value: string | undefined, faults: string[]): boolean | string {
  if (!value || value === 'none' || value === 'false') return false;
  if (value === 'all' || value === 'true') return true;
  if (value.split(',').every((part) => proxyRanges.has(part.trim()) || parseNetwork(part.trim())))
    return value;
  faults.push(
    'TRUST_PROXY must be none, all, or a list of addresses, networks such as 10.0.0.0/8, ' +
      `loopback, linklocal and uniquelocal; it is "${value}"`,
  );
  return false;
}

/** `id:base64,id:base64`, newest first; a value without an id is called `k1`. */
function readMasterKeys(value: string | undefined, embedded: boolean, faults: string[]): MasterKey[] | null {
  if (!value) {
    if (!embedded)
      faults.push('SECRET_KEY is required with DATABASE_URL; make one with: openssl rand -base64 32');
    return null;
  }
  const keys = value.split(',').map((part, index) => {
    const [, id = 'k1', encoded = ''] = /^(?:([A-Za-z0-9_-]{1,32}):)?(.*)$/s.exec(part.trim()) ?? [];
    const secret = Buffer.from(encoded, 'base64');
    if (secret.length < 32 || !/^[A-Za-z0-9+/_-]+=*$/.test(encoded)) {
      faults.push(
        `SECRET_KEY: key ${index + 1} must be at least 32 bytes in base64 (openssl rand -base64 32)`,
      );
    }
    return { id, secret };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    faults.push('SECRET_KEY: each key needs an id of its own: k2:<newest>,k1:<older>; the first ever is k1');
  }
  return keys;
}

/** What programs that we start inherit. */
export function inheritedVariables(): NodeJS.ProcessEnv {
  return { ...process.env };
}
