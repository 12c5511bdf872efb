// The routing engine of an installation, with its settings.
import type { Logger } from 'pino';
import type { Config } from '../../../config.ts';
import { engineRoot, findEngine } from './engine-package.ts';
import { createRoutingEngine, type RoutingEngine } from './routing-engine.ts';

const MEGABYTE = 1_000_000;

/** Starts no process yet: `prepare` of the router does after the start of the server, or the first route on roads. */
export function createInstalledEngine(
  { dataDir, routerMemoryMegabytes }: Pick<Config, 'dataDir' | 'routerMemoryMegabytes'>,
  log: Logger,
): RoutingEngine {
  return createRoutingEngine({
    find: () => findEngine(engineRoot(dataDir)),
    maxMemoryBytes: routerMemoryMegabytes * MEGABYTE,
    log,
  });
}
