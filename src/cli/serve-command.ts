// waybill serve: runs the HTTP servers and the background workers until the process is asked to stop.
//
// Order of a start (decision 0071): settings; ports, which respond with 503 from then on; PostgreSQL, and meanwhile the
// modules of the application; the databases, and meanwhile the application of each environment; connections; ready.
import type { Command } from 'commander';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { AssembledApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { registerArchiveMetrics } from '../db/embedded/archive-metrics.ts';
import { LOGIN_ROLE } from '../db/roles.ts';
import { loadPasswordEstimator } from '../features/accounts/new-password.ts';
import { createMetrics } from '../http/server/metrics-server.ts';
import { createInstalledEngine } from '../integrations/router/engine/installed-engine.ts';
import type { RoutingEngine } from '../integrations/router/engine/routing-engine.ts';
import { nextTurn } from '../lib/next-turn.ts';
import { type BannerFacts, printBanner } from './banner.ts';
import { createServerLogger } from './command-logger.ts';
import { configWarnings } from './config-warnings.ts';
import { explainFullDisk, requireWritableDisk } from './full-disk.ts';
import { type JoinedInstallation, joinInstallation } from './installation.ts';
import { hasInstallation } from './installation-files.ts';
import { type Listeners, openListeners } from './open-listeners.ts';
import { prepareFirstUse } from './prepare-first-use.ts';
import { type ShutdownSignal, shutdownSignal } from './shutdown-signal.ts';
import { StartProfile } from './start-profile.ts';
import { trimIdleMemory } from './trim-idle-memory.ts';
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

interface Start {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly listeners: Listeners;
  readonly stopping: ShutdownSignal;
  readonly profile: StartProfile;
  readonly servesHttp: boolean;
  readonly works: boolean;
}

async function serve({ api = false, worker = false }: ServeOptions): Promise<void> {
  const profile = new StartProfile();
  const config = await profile.measure('settings', readConfig);
  const log = createServerLogger(config.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'));
  for (const warning of configWarnings(config)) log.warn({ warning }, 'configuration is probably wrong');
  const [servesHttp, works] = [api || !worker, worker || !api];
  const metrics = createMetrics();
  const listeners = await profile.measure('ports', () => openListeners(config, { servesHttp, metrics }));
  const stopping = shutdownSignal(log);
  const start = { config, log, metrics, listeners, stopping, profile, servesHttp, works };
  try {
    await run(start);
  } catch (error) {
    // Ctrl-C also reaches the child processes: that they exit early is then not an error.
    if (!stopping.wasRequested()) throw error;
    log.debug({ err: error }, 'stopped while starting');
  } finally {
    await listeners.close();
  }
  log.info('stopped');
}

async function run(start: Start): Promise<void> {
  const { config, log, profile, stopping } = start;
  const installation = await profile.measure('PostgreSQL', () => join(start));
  if (installation.isNew) log.warn({ dataDir: config.dataDir }, 'new installation created');
  const apps: AssembledApp[] = [];
  const engine = createInstalledEngine(config, log);
  let isReady = false;
  try {
    const [facts] = await allSettled([
      openDatabases(start, installation),
      assembleApps({ ...start, engine }, installation, apps),
    ]);
    stopping.signal.throwIfAborted();
    await profile.measure('connections', () => Promise.all(apps.map((app) => app.connect())));
    isReady = true;
    if (start.servesHttp) for (const app of apps) open(start, app);
    log.info({ steps: profile.steps }, 'ready');
    printBanner(config, facts, { servesHttp: start.servesHttp, isNew: installation.isNew });
    for (const app of apps) {
      await nextTurn();
      if (start.works) app.worker.start();
      if (start.servesHttp) void app.warm();
    }
    trimIdleMemory();
    await stopping.asked;
  } finally {
    for (const app of apps) app.drain();
    if (isReady) await new Promise((resolve) => setTimeout(resolve, config.shutdownDelaySeconds * 1000));
    await Promise.all(apps.map((app) => app.close()));
    engine.close();
    await installation.close();
  }
}

/** Both run to their end, also if one fails: what they have opened is closed afterwards. */
async function allSettled<A, B>(both: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(both);
  return Promise.all(both);
}

function join({ config, log, stopping, profile }: Start): Promise<JoinedInstallation> {
  const isFirstStart = !hasInstallation(config.dataDir);
  const loadModules = async () => {
    await loadApplication(profile);
    // Seeding sets passwords.
    if (isFirstStart) await loadPasswordEstimator();
  };
  return joinInstallation(config, log, {
    creates: true,
    walArchive: config.walArchiveDir,
    stopping: stopping.signal,
    whileStarting: () => void loadModules(),
    wait: {
      seconds: START_WAIT_SECONDS,
      migrationSeconds: MIGRATION_WAIT_SECONDS,
      announce: (wait) => log.warn(wait, 'waiting for the database server'),
    },
  });
}

let loading: Promise<typeof import('../app.ts')> | undefined;

/** Imported late: other commands would wait longer for the server's modules than they run. */
function loadApplication(profile: StartProfile): Promise<typeof import('../app.ts')> {
  loading ??= profile.measure('modules of the application', () => import('../app.ts'));
  return loading;
}

async function openDatabases(
  { config, log, profile, stopping, servesHttp }: Start,
  installation: JoinedInstallation,
): Promise<BannerFacts> {
  if (installation.embedded) requireWritableDisk(config.dataDir);
  await profile.measure('databases', () => installation.openDatabases());
  stopping.signal.throwIfAborted();
  return profile
    .measure('first use', () => prepareFirstUse(config, installation, log, servesHttp))
    .catch((error: unknown) => {
      throw explainFullDisk(error, installation.embedded ? config.dataDir : null);
    });
}

/** Adds each application to `apps` as soon as it must be closed. */
async function assembleApps(
  { config, log, metrics, listeners, profile, engine }: Start & { readonly engine: RoutingEngine },
  installation: JoinedInstallation,
  apps: AssembledApp[],
): Promise<void> {
  const { assembleApp } = await loadApplication(profile);
  const { embedded, masterKeys } = installation;
  if (embedded?.walArchive)
    registerArchiveMetrics(metrics, { ...embedded.connectionTo('postgres'), user: LOGIN_ROLE });
  for (const environment of config.environments) {
    const { name } = environment;
    const [connection, listener] = [installation.connectionTo(name), listeners.environments.get(name)];
    const options = { config, environment, connection, masterKeys, log, metrics, listener, engine };
    apps.push(await profile.measure(`application of ${name}`, () => assembleApp(options)));
    // Lets the responses of the databases through, which are prepared at the same time.
    await nextTurn();
  }
}

function open({ listeners }: Start, app: AssembledApp): void {
  listeners.environments
    .get(app.environment)
    ?.handOver((request, response) => app.server.routing(request, response));
}
