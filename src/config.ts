// Reads and validates the configuration. The only reader of the process environment: all variables are validated at
// start, so that a bad value stops the start with the name of its variable.
import { resolve } from 'node:path';
import { readAdminMfaGraceDays } from './config/admin-mfa-config.ts';
import {
  type BillingConfig,
  type PaymentConfig,
  readBilling,
  readPayments,
} from './config/billing-config.ts';
import { type DispatchConfig, readDispatch } from './config/dispatch-config.ts';
import type { EnvironmentName } from './config/environment-name.ts';
import { readMasterKeys } from './config/master-keys.ts';
import { type MessageConfig, readMessages } from './config/message-config.ts';
import { type OperatorConfig, readOperators } from './config/operator-config.ts';
import { type PersonalDataConfig, readPersonalData } from './config/personal-data-config.ts';
import { type PhotoConfig, readPhotos } from './config/photo-config.ts';
import {
  type GeocoderConfig,
  type RouterConfig,
  readGeocoder,
  readRouter,
} from './config/provider-config.ts';
import { type RequestLogConfig, readRequestLog } from './config/request-log-config.ts';
import { readSecurity, type SecurityConfig } from './config/security-config.ts';
import { readSecurityContact, type SecurityContact } from './config/security-contact.ts';
import { readTokenLifetime, type TokenLifetimeConfig } from './config/token-lifetime-config.ts';
import { readTracking, type TrackingConfig } from './config/tracking-config.ts';
import { readTrustProxy, type TrustProxy } from './config/trust-proxy.ts';
import { readWebhooks, type WebhookConfig } from './config/webhook-config.ts';
import { EnvReader, type Variables } from './lib/env-reader.ts';
import { EXIT, ExitError } from './lib/exit-error.ts';
import type { MasterKey } from './lib/key-ring.ts';
import { hostOfUrl, isLoopbackHost } from './lib/loopback-host.ts';

export interface EnvironmentConfig {
  readonly name: EnvironmentName;
  readonly port: number;
  /** Origin of this environment as seen by clients, such as https://api.example.com. */
  readonly publicUrl: string;
  /** null: embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Logs in as the owner of the database, for migrations; undefined: `databaseUrl` does. */
  readonly migrationUrl?: string;
  /** Days after their first sign-in until administrators need a second factor; null: not required. */
  readonly adminMfaGraceDays: number | null;
}

export interface RateLimitConfig {
  readonly requests: number;
  readonly windowSeconds: number;
  /** After this many abusive windows within 15 minutes an account is blocked temporarily; 0 disables blocking. */
  readonly blockWindows: number;
}

export interface Config {
  readonly environments: readonly EnvironmentConfig[];
  readonly host: string;
  readonly dataDir: string;
  /** `wait`: another process applies migrations, and this one starts afterwards. */
  readonly migrations: 'apply' | 'wait';
  /** WAL archive directory of the embedded server; null: no archiving. */
  readonly walArchiveDir: string | null;
  readonly trustProxy: TrustProxy;
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** null: not set. The default is then `warn` on a terminal and `info` otherwise. */
  readonly logLevel: string | null;
  /** null in embedded mode without SECRET_KEY, where a key is generated and stored in `dataDir`. */
  readonly masterKeys: readonly MasterKey[] | null;
  readonly rateLimit: RateLimitConfig;
  /** Limit per IP address and minute of requests without a valid token. */
  readonly addressLimitPerMinute: number;
  readonly tokenLifetime: TokenLifetimeConfig;
  readonly databasePoolSize: number;
  /** Connect timeout of the database, in seconds; null: the default of about one second. */
  readonly databaseConnectSeconds: number | null;
  readonly geocoder: GeocoderConfig;
  readonly router: RouterConfig;
  /** Memory at which the process of the embedded routing engine is replaced. */
  readonly routerMemoryMegabytes: number;
  readonly quoteLifetimeMinutes: number;
  readonly photos: PhotoConfig;
  /** Time between two steps of a simulated job. */
  readonly simulationStepSeconds: number;
  /** null: all bookings are billed on account. Production only; the sandbox never charges. */
  readonly payments: PaymentConfig | null;
  readonly billing: BillingConfig;
  readonly dispatch: DispatchConfig;
  readonly webhooks: WebhookConfig;
  readonly tracking: TrackingConfig;
  readonly messages: MessageConfig;
  readonly requestLog: RequestLogConfig;
  readonly personalData: PersonalDataConfig;
  /** null: no security.txt. */
  readonly securityContact: SecurityContact | null;
  readonly security: SecurityConfig;
  readonly operators: OperatorConfig;
  /** Time between SIGTERM and the end of serving, so that load balancers notice the 503 of `/ready`. */
  readonly shutdownDelaySeconds: number;
}

export class ConfigError extends ExitError {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration is invalid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
      EXIT.configuration,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export function readConfig(variables: Variables = process.env): Config {
  const faults: string[] = [];
  const read = new EnvReader(variables, faults);
  const chosen = read.oneOf('ENVIRONMENT', ['production', 'sandbox', 'both'], 'both');
  const host = read.text('HOST', '127.0.0.1');
  const embedded = !variables['DATABASE_URL'] && !variables['SANDBOX_DATABASE_URL'];
  const environments = (['production', 'sandbox'] as const)
    .filter((name) => chosen === 'both' || chosen === name)
    .map((name) => readEnvironment(read, name, host, embedded));

  const trustProxy = readTrustProxy(read, chosen);
  const isLoopbackOnly =
    trustProxy === false &&
    [host, ...environments.map(({ publicUrl }) => hostOfUrl(publicUrl))].every(isLoopbackHost);

  const config: Config = {
    environments,
    host,
    dataDir: resolve(read.text('DATA_DIR', './data')),
    migrations: readMigrations(read, embedded),
    walArchiveDir: readWalArchiveDir(read, embedded),
    trustProxy,
    metricsPort: variables['METRICS_PORT'] ? read.port('METRICS_PORT', 0) : null,
    // Metrics have no authentication.
    metricsHost: read.text('METRICS_HOST', '127.0.0.1'),
    logLevel: variables['LOG_LEVEL'] ? read.oneOf('LOG_LEVEL', logLevels, 'info') : null,
    masterKeys: readMasterKeys(read, embedded),
    rateLimit: {
      requests: read.integer('RATE_LIMIT_REQUESTS', 300, 1, 1_000_000),
      windowSeconds: read.integer('RATE_LIMIT_WINDOW_SECONDS', 60, 1, 86_400),
      blockWindows: read.integer('RATE_LIMIT_BLOCK_WINDOWS', 10, 0, 1_000),
    },
    addressLimitPerMinute: read.integer('ADDRESS_LIMIT_REQUESTS', 600, 1, 1_000_000),
    tokenLifetime: readTokenLifetime(read),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 8, 2, 100),
    databaseConnectSeconds: variables['DATABASE_CONNECT_SECONDS']
      ? read.seconds('DATABASE_CONNECT_SECONDS', 1, 0.1, 600)
      : null,
    geocoder: readGeocoder(read),
    router: readRouter(read),
    routerMemoryMegabytes: read.integer('ROUTER_MEMORY_MB', 1_024, 384, 65_536),
    quoteLifetimeMinutes: read.integer('QUOTE_LIFETIME_MINUTES', 60, 1, 10_080),
    photos: readPhotos(read),
    simulationStepSeconds: read.seconds('SIMULATION_STEP_SECONDS', 3, 0.01, 3_600),
    payments: readPayments(read, chosen),
    billing: readBilling(read),
    dispatch: readDispatch(read),
    webhooks: readWebhooks(read, isLoopbackOnly),
    tracking: readTracking(read),
    messages: readMessages(read),
    requestLog: readRequestLog(read),
    personalData: readPersonalData(read),
    securityContact: readSecurityContact(read),
    security: readSecurity(read),
    operators: readOperators(read),
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
    faults.push('SANDBOX_DATABASE_URL must name a different database than DATABASE_URL');
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

function readEnvironment(
  read: EnvReader,
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
    publicUrl: read.origin(`${prefix}PUBLIC_URL`, embedded ? local : null) ?? local,
    databaseUrl: embedded ? null : read.url(`${prefix}DATABASE_URL`, null, postgresProtocols),
    ...readMigrationUrl(read, prefix, embedded),
    adminMfaGraceDays: readAdminMfaGraceDays(read, name),
  };
}

const postgresProtocols = ['postgres:', 'postgresql:'];

/** The host may differ, for example if DATABASE_URL names a pooler. */
function readMigrationUrl(read: EnvReader, prefix: string, embedded: boolean): { migrationUrl?: string } {
  const variable = `${prefix}MIGRATION_DATABASE_URL`;
  const because = `a process without ${prefix}DATABASE_URL`;
  if (!read.needed(variable, embedded ? undefined : 'optional', because) || embedded) return {};
  const migrationUrl = read.url(variable, '', postgresProtocols) ?? '';
  const databaseUrl = read.text(`${prefix}DATABASE_URL`, '');
  const isSameDatabase =
    !URL.canParse(migrationUrl) ||
    !URL.canParse(databaseUrl) ||
    new URL(migrationUrl).pathname === new URL(databaseUrl).pathname;
  if (!isSameDatabase) read.fault(`${variable} must name the same database as ${prefix}DATABASE_URL`);
  return { migrationUrl };
}

/** The processes of an embedded installation share one disk: the first to start migrates. */
function readMigrations(read: EnvReader, embedded: boolean): 'apply' | 'wait' {
  const migrations = read.oneOf('MIGRATIONS', ['apply', 'wait'], 'apply');
  if (migrations === 'wait' && embedded) read.fault('MIGRATIONS=wait requires DATABASE_URL');
  return migrations;
}

/** WAL archiving of an external server is configured there. */
function readWalArchiveDir(read: EnvReader, embedded: boolean): string | null {
  const folder = read.needed('WAL_ARCHIVE_DIR', embedded ? 'optional' : undefined, 'DATABASE_URL');
  return folder === '' ? null : resolve(folder);
}

/** Identifies a database independently of user, password and options. */
function databaseName(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = hostname || (searchParams.get('host') ?? '');
  return `${host.toLowerCase()}:${port || '5432'}${pathname}`;
}

/** Environment of child processes. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env };
}
