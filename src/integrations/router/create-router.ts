// Creates the router selected by the configuration, guarded by a circuit breaker like every external service.
import type { Config } from '../../config.ts';
import { createServiceGuard } from '../guarded-service.ts';
import { embeddedRouter } from './embedded-router.ts';
import type { RouteSource } from './engine-request.ts';
import { googleRouter } from './google-routes.ts';
import { osrmRouter } from './osrm.ts';
import type { Router } from './router.ts';
import { valhallaRouter } from './valhalla.ts';

export type RouterConfig = Config['router'];

interface Engine {
  /** Used in messages. */
  readonly name: string;
  /** Absent for self-hosted engines. */
  readonly defaultUrl?: string;
  readonly create: (url: string, key: string) => RouteSource;
}

const ENGINES: Readonly<Record<Exclude<RouterConfig['provider'], 'embedded'>, Engine>> = {
  valhalla: { name: 'Valhalla', create: valhallaRouter },
  osrm: { name: 'OSRM', create: osrmRouter },
  google: { name: 'Google Routes', defaultUrl: 'https://routes.googleapis.com', create: googleRouter },
};

/** The required settings of a provider have already been validated with the configuration. */
export function createRouter(
  { provider, url, key = '' }: RouterConfig,
  now: () => number = () => performance.now(),
): Router {
  if (provider === 'embedded') return embeddedRouter;
  const engine = ENGINES[provider];
  const base = url ?? engine.defaultUrl;
  if (base === undefined) throw new Error(`router ${provider} has no URL`);
  const router = engine.create(base, key);
  const matrix = router.matrix?.bind(router);
  const guard = createServiceGuard(engine.name, now);
  return {
    route: (waypoints, vehicle) => guard.run(() => router.route(waypoints, vehicle)),
    matrix: (sources, targets) =>
      matrix && sources.length > 0 && targets.length > 0
        ? guard.run(() => matrix(sources, targets))
        : embeddedRouter.matrix(sources, targets),
    // A hosted service may have its key in the query of the URL.
    identity: async () => (matrix ? `${provider} ${base.replace(/\?.*/, '')}` : null),
    isLocal: false,
  };
}
