// Expands an interpolation way to house numbers: https://wiki.openstreetmap.org/wiki/Key:addr:interpolation
import { houseNumber } from './address-tags.ts';
import type { FeatureShape } from './map-features.ts';
import { type MapPoint, metersBetween } from './map-grid.ts';
import type { OsmTags } from './osm-elements.ts';

interface NumberedNode {
  readonly label: string;
  /** '' if the node names none. */
  readonly street: string;
}

interface InterpolatedHouse extends MapPoint {
  readonly street: string;
  readonly label: string;
}

const STEPS: Readonly<Record<string, number>> = { odd: 2, even: 2, all: 1 };
/** Longer ways are mistakes of the map. */
const MAX_HOUSES = 500;

/** Without the numbers of the nodes themselves, which are addresses of their own. */
export function* expandInterpolation(
  tags: OsmTags,
  { line, nodeIds }: FeatureShape & { readonly kind: 'line' },
  houseOf: (nodeId: number) => NumberedNode | undefined,
): Generator<InterpolatedHouse> {
  const step = STEPS[tags['addr:interpolation'] ?? ''];
  // A way that the extract cuts off has lost nodes.
  if (step === undefined || line.length !== nodeIds.length * 2) return;
  let start: { readonly index: number; readonly house: NumberedNode } | undefined;
  for (const [index, nodeId] of nodeIds.entries()) {
    const house = houseOf(nodeId);
    if (!house) continue;
    const street = tags['addr:street'] || start?.house.street || house.street;
    if (start && street)
      yield* numbersBetween(start.house, house, pointsBetween(line, start.index, index), step, street);
    start = { index, house };
  }
}

function* numbersBetween(
  from: NumberedNode,
  to: NumberedNode,
  points: readonly MapPoint[],
  step: number,
  street: string,
): Generator<InterpolatedHouse> {
  const [first, last] = [houseNumber(from.label), houseNumber(to.label)];
  if (first === null || last === null || Math.abs(last - first) > MAX_HOUSES * step) return;
  const direction = last > first ? step : -step;
  for (let number = first + direction; direction > 0 ? number < last : number > last; number += direction)
    yield { street, label: String(number), ...pointAlong(points, (number - first) / (last - first)) };
}

function pointsBetween(line: Float64Array, start: number, end: number): MapPoint[] {
  return Array.from({ length: end - start + 1 }, (_, index) => ({
    longitude: line[(start + index) * 2] ?? 0,
    latitude: line[(start + index) * 2 + 1] ?? 0,
  }));
}

function pointAlong(points: readonly MapPoint[], fraction: number): MapPoint {
  const lengths = points.slice(1).map((point, index) => metersBetween(points[index] ?? point, point));
  let rest = fraction * lengths.reduce((sum, length) => sum + length, 0);
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [points[index], points[index + 1]];
    if (!from || !to) break;
    if (rest <= length && length > 0) return between(from, to, rest / length);
    rest -= length;
  }
  return points.at(-1) ?? { longitude: 0, latitude: 0 };
}

function between(from: MapPoint, to: MapPoint, share: number): MapPoint {
  return {
    longitude: from.longitude + (to.longitude - from.longitude) * share,
    latitude: from.latitude + (to.latitude - from.latitude) * share,
  };
}
