// Resolves location parameters to locations: looks up ids, geocodes addresses and coordinates, each distinct value
// once.
import type { Context } from '../../context.ts';
import type { Location } from '../../domain/place/route.ts';
import type { GeocodeOutcome } from '../../integrations/geocoder/geocoder.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { findLocations } from './location-store.ts';

export type LocationParam = string | readonly [longitude: number, latitude: number];

export interface RequestedLocation {
  readonly value: LocationParam;
  /** Path of the parameter in the request, for errors, e.g. `stops[2].location`. */
  readonly param: string;
}

export interface ResolvedLocations {
  /** One per requested location, in the same order. */
  readonly locations: readonly Location[];
  /** New locations, which must be stored together with the row that uses them. */
  readonly fresh: readonly Location[];
}

export async function resolveLocations(
  context: Pick<Context, 'db' | 'ids' | 'geocoder'>,
  accountId: string,
  requested: readonly RequestedLocation[],
): Promise<ResolvedLocations> {
  for (const { value, param } of requested) requireValidCoordinates(value, param);
  const ids = requested.map(({ value }) => value).filter(isId);
  const uniqueIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  const known = await findLocations(context.db.forAccount(accountId), accountId, uniqueIds);
  const pending = new Map<string, Promise<Location>>();
  for (const { value, param } of requested) {
    const key = JSON.stringify(value);
    if (isId(value) || pending.has(key)) continue;
    pending.set(key, geocode(context, value, param));
  }
  const places = new Map(
    await Promise.all([...pending].map(async ([key, place]) => [key, await place] as const)),
  );
  const locations = requested.map(({ value, param }) =>
    isId(value)
      ? (known.get(value.toLowerCase()) ?? unknownLocation(param))
      : requireResolved(places, JSON.stringify(value)),
  );
  return { locations, fresh: [...places.values()] };
}

function isId(value: LocationParam): value is string {
  return typeof value === 'string' && isUuid(value);
}

async function geocode(
  { geocoder, ids }: Pick<Context, 'geocoder' | 'ids'>,
  value: LocationParam,
  param: string,
): Promise<Location> {
  const outcome =
    typeof value === 'string' ? await geocoder.forward(value) : await geocoder.reverse(value[0], value[1]);
  if (outcome.kind === 'found') return { id: ids.next(), ...outcome.place };
  throw geocodeProblem(outcome, param);
}

function geocodeProblem(outcome: Exclude<GeocodeOutcome, { kind: 'found' }>, param: string): Problem {
  switch (outcome.kind) {
    case 'not_found': {
      const hint =
        outcome.suggestions.length > 0 ? ` Did you mean ${outcome.suggestions.join(', or ')}?` : '';
      return Problem.of('address_not_found', `${outcome.reason}${hint}`, { param });
    }
    case 'outside':
      return Problem.of('outside_service_area', outcome.reason, { param });
    case 'unavailable':
      return Problem.of(
        'service_unavailable',
        'The address service is unavailable. Nothing was saved. Try again later.',
        { param, retryAfterSeconds: outcome.retryAfterSeconds, cause: new Error(outcome.reason) },
      );
  }
}

function requireValidCoordinates(value: LocationParam, param: string): void {
  if (typeof value === 'string') return;
  const [longitude, latitude] = value;
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return;
  throw Problem.of(
    'invalid_parameter',
    `${param} must be [longitude, latitude]: longitude from -180 to 180, latitude from -90 to 90.`,
    { param },
  );
}

function unknownLocation(param: string): never {
  throw Problem.of('location_not_found', `${param} is not the id of a location of this account.`, { param });
}

function requireResolved(places: ReadonlyMap<string, Location>, key: string): Location {
  const place = places.get(key);
  if (!place) throw new Error('a location was not looked up');
  return place;
}
