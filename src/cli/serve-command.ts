// waybill serve: runs the HTTP servers and the background workers until the process is asked to stop.
import type { Server } from 'node:http';
import type { Command } from 'commander';
import type { Logger } from 'pino';
import type { App } from '../app.ts';
import type { EnvironmentName } from '../config/environment-name.ts';
import { type Config, type EnvironmentConfig, readConfig } from '../config.ts';
import { registerArchiveMetrics } from '../db/embedded/archive-metrics.ts';
import { createPool } from '../db/pool.ts';
import { LOGIN_ROLE } from '../db/roles.ts';
import { SecurityLog } from '../db/security-log.ts';
import { createSystemDatabase } from '../db/system-database.ts';
import { loadPasswordEstimator } from '../features/accounts/new-password.ts';
import type { CredentialAdminContext } from '../features/accounts/system/admin-context.ts';
import { offerSetUpLink } from '../features/accounts/system/set-up-link.ts';
import { createMetrics, createMetricsServer } from '../http/server/metrics-server.ts';
import { systemClock } from '../lib/clock.ts';
import { randomIds } from '../lib/ids.ts';
import { KeyRing } from '../lib/key-ring.ts';
import { type BannerFacts, printBanner } from './banner.ts';
import { type ListenTarget, listenWithAdvice, requireFreePorts } from './bind-port.ts';
import { createServerLogger } from './command-logger.ts';
import { configWarnings } from './config-warnings.ts';
import { FIRST_OPERATOR_EMAIL } from './credentials-file.ts';
import { firstStart, firstStartActor, hasSeededPassword } from './first-start.ts';
import { type Installation, openInstallation } from './installation.ts';
import { shutdownSignal } from './shutdown-signal.ts';
import { MIGRATION_WAIT_SECONDS, START_WAIT_SECONDS } from './wait-for-databases.ts';

interface ServeOptions {
  readonly api?: boolean;
  readonly worker?: boolean;
}

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Run the server (HTTP and background work) until SIGTERM or Ctrl-C')
    .option('--api', 'serve HTTP only')
    .option('--worker', 'run background work only')
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const config = readConfig();
  const log = createServerLogger(config.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'));
  for (const warning of configWarnings(config)) log.warn({ warning }, 'configuration is probably wrong');
  await requireFreePorts(listenTargets(config, options));
  const stopping = shutdownSignal(log);
  const opened = openInstallation(config, log, {
    creates: true,
    walArchive: config.walArchiveDir,
    stopping: stopping.signal,
    wait: {
      seconds: START_WAIT_SECONDS,
      migrationSeconds: MIGRATION_WAIT_SECONDS,
      announce: (wait) => log.warn(wait, 'waiting for the database server'),
    },
  });
  const installation = await opened.catch((error: unknown) => {
    // Ctrl-C also reaches the child processes: that they exit early is then not an error.
    if (stopping.wasRequested()) return null;
    throw error;
  });
  if (!installation) return log.info('stopped');
  const running: Running = { apps: [], metrics: null };
  if (installation.isNew) log.warn({ dataDir: config.dataDir }, 'new installation created');
  try {
    const facts = await prepareFirstUse(config, installation, log, options);
    stopping.signal.throwIfAborted();
    await start(config, installation, log, options, running);
    printBanner(config, facts, { ...options, isNew: installation.isNew });
    if (options.api || !options.worker) for (const app of running.apps) void app.warm();
    await stopping.asked;
  } catch (error) {
    // The same applies if the database was already running.
    if (!stopping.wasRequested()) throw error;
    log.debug({ err: error }, 'stopped while starting');
  } finally {
    await stop(config, installation, running);
    log.info('stopped');
  }
}

interface Running {
  apps: App[];
  metrics: Server | null;
}

async function start(
  config: Config,
  installation: Installation,
  log: Logger,
  { api, worker }: ServeOptions,
  running: Running,
): Promise<void> {
  // Imported late: other commands would wait longer for the server's modules than they run.
  const { buildApp } = await import('../app.ts');
  const servesHttp = api || !worker;
  if (servesHttp) await loadPasswordEstimator();
  const metrics = createMetrics();
  if (installation.embedded?.walArchive)
    registerArchiveMetrics(metrics, { ...installation.embedded.connectionTo('postgres'), user: LOGIN_ROLE });
  for (const environment of config.environments) {
    const connection = installation.connectionTo(environment.name);
    const app = await buildApp({
      config,
      environment,
      connection,
      masterKeys: installation.masterKeys,
      log,
      metrics,
    });
    running.apps.push(app);
    if (servesHttp)
      await listenWithAdvice(
        () => app.server.listen({ host: config.host, port: environment.port }),
        listenTarget(config, environment),
      );
  }
  if (config.metricsPort !== null)
    running.metrics = await startMetrics(config.metricsHost, config.metricsPort, metrics);
  // Building an environment blocks the event loop; a worker started earlier would see its connections time out.
  if (worker || !api) for (const app of running.apps) app.worker.start();
}

function listenTargets(config: Config, { api, worker }: ServeOptions): ListenTarget[] {
  const { environments, metricsHost: host, metricsPort: port } = config;
  return [
    ...(api || !worker ? environments.map((environment) => listenTarget(config, environment)) : []),
    ...(port === null ? [] : [{ host, port, variable: 'METRICS_PORT' } as const]),
  ];
}

function listenTarget({ host }: Config, { name, port }: EnvironmentConfig): ListenTarget {
  return { host, port, variable: name === 'sandbox' ? 'SANDBOX_PORT' : 'PORT' };
}

async function startMetrics(
  host: string,
  port: number,
  metrics: ReturnType<typeof createMetrics>,
): Promise<Server> {
  const server = createMetricsServer(metrics);
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
  await listenWithAdvice(listen, { host, port, variable: 'METRICS_PORT' });
  return server;
}

async function stop(config: Config, installation: Installation, { apps, metrics }: Running): Promise<void> {
  for (const app of apps) app.drain();
  if (apps.length > 0)
    await new Promise((resolve) => setTimeout(resolve, config.shutdownDelaySeconds * 1000));
  await Promise.all(apps.map((app) => app.close()));
  metrics?.close();
  await installation.close();
}

/** Seeds an embedded installation, and creates the set-up link of production. */
async function prepareFirstUse(
  config: Config,
  installation: Installation,
  log: Logger,
  { api, worker }: ServeOptions,
): Promise<BannerFacts> {
  if (!installation.embedded) return { first: null, setUpLink: null };
  const isWorkerOnly = worker && !api;
  const names = isWorkerOnly ? [] : config.environments.map(({ name }) => name);
  const servedAlone = await installation.embedded.joinAsServer(names);
  if (servedAlone.length < names.length)
    log.info({ dataDir: config.dataDir }, 'another server uses the same data directory');
  const pools = new Map(
    config.environments.map(({ name }) => [
      name,
      createPool(installation.connectionTo(name), {
        role: 'waybill_system',
        max: 1,
        onError: (error) => log.warn({ err: error }, 'database connection lost'),
      }),
    ]),
  );
  const adminOf = (environment: EnvironmentName) => {
    const pool = pools.get(environment);
    if (!pool) throw new Error(`no pool for ${environment}`);
    const [clock, ids] = [systemClock, randomIds];
    const keys = new KeyRing(installation.masterKeys, environment);
    const security = new SecurityLog({ environment, clock, ids, keys, log, metrics: null });
    return { system: createSystemDatabase(pool), clock, ids, environment, security };
  };
  try {
    const first = await firstStart(config, adminOf, servedAlone);
    if (!pools.has('production')) return { first, setUpLink: null };
    const production = adminOf('production');
    if (first && (await hasSeededPassword(production, first.credentials)))
      log.warn(
        { advice: `waybill operators reset ${first.credentials.operator.email}` },
        'an operator of production still has the password in credentials.json, without a second factor',
      );
    // A worker prints no link: its output is usually a log that no operator reads.
    return { first, setUpLink: isWorkerOnly ? null : await offerSetUp(config, installation, production) };
  } finally {
    await Promise.all([...pools.values()].map((pool) => pool.end()));
  }
}

async function offerSetUp(
  config: Config,
  installation: Installation,
  admin: CredentialAdminContext,
): Promise<BannerFacts['setUpLink']> {
  const settings = config.environments.find(({ name }) => name === admin.environment);
  if (!settings) return null;
  const keys = new KeyRing(installation.masterKeys, admin.environment);
  const context = { ...admin, keys, publicUrl: settings.publicUrl, isMailEnabled: false };
  return offerSetUpLink(context, FIRST_OPERATOR_EMAIL, firstStartActor);
}
