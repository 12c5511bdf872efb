// Finds the point where two streets of a map region meet.
import { type MapPoint, metersBetween, metersFromBounds } from '../osm/map-grid.ts';
import { pointsOf } from '../osm/street-groups.ts';
import type { MapSearch } from './map-search.ts';
import { agreementOf } from './street-agreement.ts';
import type { IndexedStreet, StreetLine, StreetRef } from './street-index.ts';
import { crossingSides } from './street-line.ts';
import { basesFor, parseStreetName } from './street-name.ts';

/** The streets may end at the two carriageways of the other, or at a square. */
const MAX_APART_METERS = 40;
const MAX_STREETS = 12;

/**
 * The crossing that is nearest to the ZIP code or city; `undefined` if the streets do not meet there; 'one street' if both
 * names mean the same street.
 */
export async function findCrossing(
  search: MapSearch,
  text: string,
): Promise<MapPoint | 'one street' | undefined> {
  const sides = await Promise.all(crossingSides(text).map((side) => streetsOf(search, side)));
  const [first = [], second = []] = sides;
  const [one, ...others] = [...first, ...second];
  if (!one || first.length === 0 || second.length === 0) return undefined;
  if (others.every((other) => isSameStreet(one, other))) return 'one street';
  const lines = await search.index.linesOf([...first, ...second]);
  const of = (streets: readonly IndexedStreet[]) =>
    lines.filter((line) => streets.some((street) => isSameStreet(street, line)));
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

function isSameStreet(one: StreetRef, other: StreetRef): boolean {
  return one.version === other.version && one.streetId === other.streetId;
}

/** Streets that cross share a node. A street whose name fits both sides does not cross itself. */
function meetings(first: readonly StreetLine[], second: readonly StreetLine[]): MapPoint[] {
  const nodes = new Map<string, StreetLine[]>();
  for (const street of first)
    for (let index = 0; index < street.line.length; index += 2) {
      const node = `${street.line[index]} ${street.line[index + 1]}`;
      nodes.set(node, [...(nodes.get(node) ?? []), street]);
    }
  const shared = second.flatMap((street) =>
    [...pointsOf(street.line)].filter((_, index) =>
      nodes
        .get(`${street.line[index * 2]} ${street.line[index * 2 + 1]}`)
        ?.some((other) => !isSameStreet(street, other)),
    ),
  );
  return shared.length > 0 ? shared : approach(first, second);
}

function approach(first: readonly StreetLine[], second: readonly StreetLine[]): MapPoint[] {
  let closest: MapPoint | undefined;
  let distance = MAX_APART_METERS;
  for (const street of first) {
    const others = second.filter((other) => !isSameStreet(street, other));
    const points = others.flatMap(({ line }) => [...pointsOf(line)]);
    for (const point of pointsOf(street.line))
      for (const other of points) {
        const meters = metersBetween(point, other);
        if (meters <= distance) [closest, distance] = [point, meters];
      }
  }
  return closest ? [closest] : [];
}
