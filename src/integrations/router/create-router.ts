// Creates the router of an external service, guarded by a circuit breaker.
import type { RoutingServiceConfig } from '../../config/provider-config.ts';
import { createServiceGuard } from '../guarded-service.ts';
import { estimateRouter } from './estimate-router.ts';
import { googleRouter } from './google-routes.ts';
import { osrmRouter } from './osrm.ts';
import type { Router } from './router.ts';
import type { RouteSource } from './service-request.ts';
import { valhallaRouter } from './valhalla.ts';

interface RoutingService {
  /** Used in messages. */
  readonly name: string;
  /** Absent for self-hosted services. */
  readonly defaultUrl?: string;
  readonly create: (url: string, key: string) => RouteSource;
}

const SERVICES: Readonly<Record<RoutingServiceConfig['provider'], RoutingService>> = {
  valhalla: { name: 'Valhalla', create: valhallaRouter },
  osrm: { name: 'OSRM', create: osrmRouter },
  google: { name: 'Google Routes', defaultUrl: 'https://routes.googleapis.com', create: googleRouter },
};

/** The required settings of a provider have already been validated with the configuration. */
export function createRouter(
  { provider, url, key = '' }: RoutingServiceConfig,
  now: () => number = () => performance.now(),
): Router {
  const service = SERVICES[provider];
  const base = url ?? service.defaultUrl;
  if (base === undefined) throw new Error(`router ${provider} has no URL`);
  const router = service.create(base, key);
  const matrix = router.matrix?.bind(router);
  const guard = createServiceGuard(service.name, now);
  return {
    route: (waypoints, vehicle) => guard.run(() => router.route(waypoints, vehicle)),
    matrix: (sources, targets) =>
      matrix && sources.length > 0 && targets.length > 0
        ? guard.run(() => matrix(sources, targets))
        : estimateRouter.matrix(sources, targets),
    // A hosted service may have its key in the query of the URL.
    identity: async () => (matrix ? `${provider} ${base.replace(/\?.*/, '')}` : null),
    isLocal: false,
  };
}
