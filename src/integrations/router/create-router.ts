// The router that the configuration names. An engine that fails is left alone for a while, as every service outside is.
import type { Config } from '../../config.ts';
import { guardService } from '../guarded-service.ts';
import { embeddedRouter } from './embedded-router.ts';
import { googleRouter } from './google-routes.ts';
import { osrmRouter } from './osrm.ts';
import type { Router } from './router.ts';
import { valhallaRouter } from './valhalla.ts';

export type RouterConfig = Config['router'];

interface Engine {
  /** For messages. */
  readonly name: string;
  /** Absent where the operator runs the server. */
  readonly defaultUrl?: string;
  readonly create: (url: string, key: string) => Router;
}

const ENGINES: Readonly<Record<Exclude<RouterConfig['provider'], 'embedded'>, Engine>> = {
  valhalla: { name: 'Valhalla', create: valhallaRouter },
  osrm: { name: 'OSRM', create: osrmRouter },
  google: { name: 'Google Routes', defaultUrl: 'https://routes.googleapis.com', create: googleRouter },
};

/** What a provider needs was checked with the rest of the configuration. */
export function createRouter(
  { provider, url, key = '' }: RouterConfig,
  now: () => number = () => performance.now(),
): Router {
  if (provider === 'embedded') return embeddedRouter;
  const engine = ENGINES[provider];
  const base = url ?? engine.defaultUrl;
  if (base === undefined) throw new Error(`the router ${provider} has no URL`);
  const router = engine.create(base, key);
  const guard = guardService(engine.name, now);
  return { route: (waypoints) => guard.run(() => router.route(waypoints)) };
}
