// Finds the point where two streets of a map region meet.
import { type MapPoint, metersBetween, metersFromBounds } from '../osm/map-grid.ts';
import { pointsOf } from '../osm/street-groups.ts';
import type { MapSearch } from './map-search.ts';
import { agreementOf } from './street-agreement.ts';
import type { IndexedStreet, StreetLine } from './street-index.ts';
import { crossingSides } from './street-line.ts';
import { basesFor, parseStreetName } from './street-name.ts';

/** The streets may end at the two carriageways of the other, or at a square. */
const MAX_APART_METERS = 40;
const MAX_STREETS = 12;

/** The crossing that is nearest to the ZIP code or city; `undefined` if the streets do not meet there. */
export async function findCrossing(search: MapSearch, text: string): Promise<MapPoint | undefined> {
  const sides = await Promise.all(crossingSides(text).map((side) => streetsOf(search, side)));
  const [first = [], second = []] = sides;
  if (first.length === 0 || second.length === 0) return undefined;
  const lines = await search.index.linesOf([...first, ...second]);
  const of = (streets: readonly IndexedStreet[]) =>
    lines.filter((line) =>
      streets.some(({ version, streetId }) => line.version === version && line.streetId === streetId),
    );
  const points = meetings(of(first), of(second));
  return points.toSorted((a, b) => metersBetween(a, search.centre) - metersBetween(b, search.centre))[0];
}

async function streetsOf(search: MapSearch, side: string): Promise<IndexedStreet[]> {
  const requested = parseStreetName(side);
  if (!requested) return [];
  const bases = basesFor(requested);
  const streets = (await search.index.streetsNamed(search.area, bases)).filter(
    ({ bounds }) => metersFromBounds(search.centre, bounds) <= search.radiusMeters,
  );
  const exact = streets.filter((street) => agreementOf(requested, street, bases) === 'exact');
  const chosen =
    exact.length > 0
      ? exact
      : streets.filter((street) => agreementOf(requested, street, bases) === 'compatible');
  return chosen
    .toSorted((a, b) => metersFromBounds(search.centre, a.bounds) - metersFromBounds(search.centre, b.bounds))
    .slice(0, MAX_STREETS);
}

/** Streets that cross share a node. */
function meetings(first: readonly StreetLine[], second: readonly StreetLine[]): MapPoint[] {
  const nodes = new Set<string>();
  for (const { line } of first)
    for (let index = 0; index < line.length; index += 2) nodes.add(`${line[index]} ${line[index + 1]}`);
  const shared = second.flatMap(({ line }) =>
    [...pointsOf(line)].filter((_, index) => nodes.has(`${line[index * 2]} ${line[index * 2 + 1]}`)),
  );
  return shared.length > 0 ? shared : approach(first, second);
}

function approach(first: readonly StreetLine[], second: readonly StreetLine[]): MapPoint[] {
  const others = second.flatMap(({ line }) => [...pointsOf(line)]);
  let closest: MapPoint | undefined;
  let distance = MAX_APART_METERS;
  for (const { line } of first)
    for (const point of pointsOf(line))
      for (const other of others) {
        const meters = metersBetween(point, other);
        if (meters <= distance) [closest, distance] = [point, meters];
      }
  return closest ? [closest] : [];
}
