// Names coordinates after the nearest house or street of a map region.
import { boundsAround, boundsContain, type MapPoint, metersBetween } from '../osm/map-grid.ts';
import { pointsOf } from '../osm/street-groups.ts';
import type { StreetIndex } from './street-index.ts';

const MAX_HOUSE_METERS = 60;
const MAX_STREET_METERS = 150;

/** "1200 Light Street" or "Light Street"; `undefined` if nothing is near. */
export async function nearestName(index: StreetIndex, point: MapPoint): Promise<string | undefined> {
  const near = (await index.regions()).filter(({ bounds }) => boundsContain(bounds, point));
  if (near.length === 0) return undefined;
  const versions = near.map(({ version }) => version);
  const houses = await index.housesWithin(versions, boundsAround(point, MAX_HOUSE_METERS));
  const [house] = houses
    .map((each) => ({ ...each, meters: metersBetween(each, point) }))
    .filter(({ meters }) => meters <= MAX_HOUSE_METERS)
    .toSorted((a, b) => a.meters - b.meters || a.label.localeCompare(b.label));
  if (house) return `${house.label} ${house.street}`;
  const lines = await index.linesWithin(versions, boundsAround(point, MAX_STREET_METERS));
  const [street] = lines
    .map(({ name, line }) => ({ name, meters: metersFromLine(point, line) }))
    .filter(({ meters }) => meters <= MAX_STREET_METERS)
    .toSorted((a, b) => a.meters - b.meters || a.name.localeCompare(b.name));
  return street?.name;
}

function metersFromLine(point: MapPoint, line: Int32Array): number {
  let nearest = Number.POSITIVE_INFINITY;
  let previous: MapPoint | undefined;
  for (const next of pointsOf(line)) {
    nearest = Math.min(nearest, metersFromSegment(point, previous ?? next, next));
    previous = next;
  }
  return nearest;
}

function metersFromSegment(point: MapPoint, from: MapPoint, to: MapPoint): number {
  const scale = Math.cos((point.latitude * Math.PI) / 180);
  const [dx, dy] = [(to.longitude - from.longitude) * scale, to.latitude - from.latitude];
  const length = dx * dx + dy * dy;
  const [px, py] = [(point.longitude - from.longitude) * scale, point.latitude - from.latitude];
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
  return metersBetween(point, {
    longitude: from.longitude + (to.longitude - from.longitude) * along,
    latitude: from.latitude + (to.latitude - from.latitude) * along,
  });
}
