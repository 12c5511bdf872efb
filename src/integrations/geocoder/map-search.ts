// Where to search in map regions for an address: around the centre of its ZIP code or city.
import { boundsAround, cellsWithin, metersFromBounds } from '../osm/map-grid.ts';
import type { OsmBounds } from '../osm/osm-elements.ts';
import type { AddressMatch } from './match-address.ts';
import type { MapRegion, SearchArea, StreetIndex } from './street-index.ts';
import type { Point, UsPlaces } from './us-places.ts';
import { nearestZipArea } from './us-points.ts';

export interface MapSearch {
  readonly index: StreetIndex;
  readonly area: SearchArea;
  readonly centre: Point;
  readonly centreOf: AddressMatch['pointOf'];
  readonly radiusMeters: number;
  /** Whether a region contains the surroundings of the centre, so that an unknown street is probably a mistake. */
  readonly isCovered: boolean;
  /** City of the ZIP code of a point, or of the nearest one. */
  readonly cityAt: (at: Point & { readonly postcode: string | null }) => string;
}

/** Further away, a street belongs to another ZIP code or city, also if the given ZIP code is a neighbouring one. */
const RADIUS_METERS = { postal_code: 15_000, locality: 40_000 } as const;
const COVERED_METERS = { postal_code: 2_500, locality: 5_000 } as const;

/** `undefined` if no region is near the address. */
export async function searchAround(
  index: StreetIndex,
  places: UsPlaces,
  match: AddressMatch,
): Promise<MapSearch | undefined> {
  const regions = await index.regions();
  const radiusMeters = RADIUS_METERS[match.pointOf];
  const near = regions.filter(({ bounds }) => metersFromBounds(match.point, bounds) <= radiusMeters);
  if (near.length === 0) return undefined;
  const versions = near.map(({ version }) => version);
  // ZIP codes of one building or newer than the census: the built-in point is the one of the city.
  const own =
    match.pointOf === 'locality' && match.postalCode !== undefined
      ? await index.postcode(versions, match.postalCode)
      : undefined;
  const [centre, centreOf] = own ? [own, 'postal_code' as const] : [match.point, match.pointOf];
  return {
    index,
    area: { versions, cells: cellsWithin(boundsAround(centre, radiusMeters)) },
    centre,
    centreOf,
    radiusMeters,
    isCovered: near.some((region) => contains(region, boundsAround(centre, COVERED_METERS[centreOf]))),
    cityAt: (at) => (places.zips.get(at.postcode ?? '') ?? nearestZipArea(places, at)).name,
  };
}

function contains({ bounds }: MapRegion, inner: OsmBounds): boolean {
  return (
    bounds.west <= inner.west &&
    bounds.east >= inner.east &&
    bounds.south <= inner.south &&
    bounds.north >= inner.north
  );
}
