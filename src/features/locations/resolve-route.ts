// Geocodes a route and measures its distance and travel time. These calls to outside services run before any
// transaction.
import type { Context } from '../../context.ts';
import type { VehicleLimits } from '../../domain/dispatch/vehicle-limits.ts';
import { uncertaintyMiles } from '../../domain/place/location.ts';
import type { Route } from '../../domain/place/route.ts';
import { detailsAt } from '../../domain/place/stop-details.ts';
import type { Travel } from '../../domain/place/travel.ts';
import { Problem } from '../../lib/problem.ts';
import { type ResolvedLocations, resolveLocations } from './resolve-locations.ts';
import type { RequestedStop } from './route-form.ts';

export interface ResolvedRoute extends Pick<ResolvedLocations, 'fresh'> {
  readonly route: Route;
}

export async function resolveRoute(
  context: Pick<Context, 'db' | 'ids' | 'geocoder'>,
  accountId: string,
  stops: readonly RequestedStop[],
): Promise<ResolvedRoute> {
  const { locations, fresh } = await resolveLocations(context, accountId, stops);
  const route = locations.map((location, position) => ({
    id: context.ids.next(),
    location,
    ...detailsAt(location),
    ...stops[position]?.details,
  }));
  return { route, fresh };
}

/** `vehicle`: whose limits the route respects; undefined: like a car. */
export async function measureRoute(
  { router }: Pick<Context, 'router'>,
  route: Route,
  vehicle?: VehicleLimits,
): Promise<Travel> {
  const outcome = await router.route(
    route.map(({ location }) => ({
      longitude: location.longitude,
      latitude: location.latitude,
      uncertaintyMiles: uncertaintyMiles(location),
    })),
    vehicle,
  );
  switch (outcome.kind) {
    case 'found':
      return outcome.travel;
    case 'no_route':
      throw Problem.of(
        'outside_service_area',
        'There is no road connection between all stops of this route.',
        { param: 'stops' },
      );
    case 'unavailable':
      throw Problem.of(
        'service_unavailable',
        'The routing service is unavailable. Nothing was saved. Try again later.',
        { retryAfterSeconds: outcome.retryAfterSeconds, cause: new Error(outcome.reason) },
      );
  }
}
