// Decides whether a point is in the United States, in which state, and which ZIP code is nearest. The country is
// decided first: by distance alone, Windsor (Ontario) would be in Detroit and the mid-Pacific in Hawaii.
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { usTimeZoneAt } from './time-zone.ts';
import type { Point, UsPlaces } from './us-places.ts';

/** A ZIP code area, or a town where no ZIP code area is near. */
export interface NamedPoint extends Point {
  readonly name: string;
  readonly state: string;
}

type PointVerdict =
  | { readonly kind: 'inside'; readonly timeZone: string; readonly nearest: NamedPoint }
  | { readonly kind: 'outside'; readonly reason: string };

// The state outlines are simplified: piers, sandbars and small islands lie slightly outside.
const OFF_OUTLINE_KM = 5;
// Some islands are missing in the outlines (Monhegan, Maine); the centre of a ZIP code proves that there is land.
const ISLAND_KM = 3;
// Beyond this distance the nearest name does not describe the location.
const MAX_NAME_DISTANCE_KM = 40;

export async function classifyPoint(
  places: UsPlaces,
  longitude: number,
  latitude: number,
): Promise<PointVerdict> {
  const verdict = await lookUp(places, longitude, latitude);
  if (verdict.kind === 'inside') return verdict;
  const hint = await suggestCorrection(places, longitude, latitude);
  return { kind: 'outside', reason: `The coordinates [${longitude}, ${latitude}] ${verdict.reason}.${hint}` };
}

async function lookUp(places: UsPlaces, longitude: number, latitude: number): Promise<PointVerdict> {
  const outside = (reason: string): PointVerdict => ({ kind: 'outside', reason });
  if (!isOnGlobe(longitude, latitude)) {
    return outside('are out of range: longitude must be from -180 to 180, latitude from -90 to 90');
  }
  const timeZone = await usTimeZoneAt(longitude, latitude);
  if (timeZone === undefined) return outside('are outside the United States');
  const land = places.shapes.nearestState(longitude, latitude, OFF_OUTLINE_KM);
  const nearest = land
    ? nearestNamed(places, longitude, latitude, land.state)
    : nearestOf(zipAreas(places), longitude, latitude, ISLAND_KM);
  if (nearest) return { kind: 'inside', timeZone, nearest };
  return outside(
    land ? 'are more than 25 miles from any known place' : 'are off the coast of the United States',
  );
}

/** The nearest ZIP code area at any distance; for points known to be in the country. */
export function nearestZipArea(places: UsPlaces, { longitude, latitude }: Point): NamedPoint {
  const nearest = nearestOf(zipAreas(places), longitude, latitude, Number.POSITIVE_INFINITY);
  if (!nearest) throw new Error('place data contains no ZIP codes');
  return nearest;
}

function isOnGlobe(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

/** Detects two common mistakes: swapped order, and a west longitude without its minus sign. */
async function suggestCorrection(places: UsPlaces, longitude: number, latitude: number): Promise<string> {
  if ((await lookUp(places, latitude, longitude)).kind === 'inside') {
    return ` Longitude and latitude seem to be swapped: send [${latitude}, ${longitude}].`;
  }
  if (longitude > 0 && (await lookUp(places, -longitude, latitude)).kind === 'inside') {
    return ` West longitudes are negative: did you mean [${-longitude}, ${latitude}]?`;
  }
  return '';
}

interface PointIndex {
  readonly tree: KDBush;
  pointAt(id: number): NamedPoint;
}

/** Prefers ZIP code areas; uses towns where no ZIP code centre is near, as in most of Alaska. */
function nearestNamed(
  places: UsPlaces,
  longitude: number,
  latitude: number,
  state: string,
): NamedPoint | undefined {
  return (
    nearestOf(zipAreas(places), longitude, latitude, MAX_NAME_DISTANCE_KM, state) ??
    nearestOf(towns(places), longitude, latitude, MAX_NAME_DISTANCE_KM, state)
  );
}

function nearestOf(index: PointIndex, longitude: number, latitude: number, limitKm: number, state?: string) {
  const inState = (id: number) => state === undefined || index.pointAt(id).state === state;
  const [id] = around(index.tree, longitude, latitude, 1, limitKm, inState);
  return id === undefined ? undefined : index.pointAt(id);
}

/** Refers to ZIP codes by their index in the table, so that it holds no copy of them. */
const zipAreas = lazyIndex(({ zips }) => {
  const areas = [...zips.areas()];
  const indexes = Uint32Array.from(areas, ([index]) => index);
  const tree = new KDBush(areas.length);
  for (const [, longitude, latitude] of areas) tree.add(longitude, latitude);
  return { tree, pointAt: (id) => zips.at(indexes[id] ?? 0) };
});

const towns = lazyIndex(({ byState }) => {
  const points = [...byState.values()].flatMap((places) => places.localities());
  const tree = new KDBush(points.length);
  for (const { longitude, latitude } of points) tree.add(longitude, latitude);
  return { tree, pointAt: (id) => points[id] ?? missing(id) };
});

function missing(id: number): never {
  throw new RangeError(`no point ${id}`);
}

function lazyIndex(build: (places: UsPlaces) => PointIndex): (places: UsPlaces) => PointIndex {
  const built = new WeakMap<UsPlaces, PointIndex>();
  return (places) => {
    const present = built.get(places);
    if (present) return present;
    const index = build(places);
    index.tree.finish();
    built.set(places, index);
    return index;
  };
}
