// Joins the ways of a street: ways of the same name that are connected or at most some hundred metres apart.
import type { StreetName } from '../geocoder/street-name.ts';
import type { MapStreet } from './address-map.ts';
import { cellOf, GrowingBounds, type MapPoint, metersBetween, UNITS_PER_DEGREE } from './map-grid.ts';

export interface StreetWay {
  readonly name: string;
  readonly names: readonly StreetName[];
  /** Longitude and latitude in turn, in units of 1e-7 degrees. */
  readonly line: Int32Array;
}

/** Fine grid: cells of about 330 m. Ways in the same or in neighbouring cells are one street. */
const FINE_CELLS_PER_DEGREE = 333;
const FINE_COLUMNS = 360 * FINE_CELLS_PER_DEGREE;

export function fineCell(longitude: number, latitude: number): number {
  const column = Math.floor((longitude + 180) * FINE_CELLS_PER_DEGREE);
  return Math.floor((latitude + 90) * FINE_CELLS_PER_DEGREE) * FINE_COLUMNS + column;
}

/** Rows or columns between two fine cells, whichever are more. */
export function cellDistance(a: number, b: number): number {
  const rows = Math.floor(a / FINE_COLUMNS) - Math.floor(b / FINE_COLUMNS);
  return Math.max(Math.abs(rows), Math.abs((a % FINE_COLUMNS) - (b % FINE_COLUMNS)));
}

/** Fine cells at this distance around a cell, in cells. 0: the cell itself. */
function ringAround(cell: number, distance: number): number[] {
  if (distance === 0) return [cell];
  const cells: number[] = [];
  for (let step = -distance; step <= distance; step += 1) {
    cells.push(cell - distance * FINE_COLUMNS + step, cell + distance * FINE_COLUMNS + step);
    if (Math.abs(step) < distance)
      cells.push(cell + step * FINE_COLUMNS - distance, cell + step * FINE_COLUMNS + distance);
  }
  return cells;
}

export function streetKey({ leading, base, type, trailing }: StreetName): string {
  return `${leading}|${base}|${type}|${trailing}`;
}

/** Streets of one name, with the fine cells that each touches. */
export function groupWays(ways: readonly StreetWay[]): { ways: StreetWay[]; cells: Set<number> }[] {
  const parents = ways.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[index] = root;
    return root;
  };
  const owners = new Map<number, number>();
  const cellsOf = ways.map(({ line }) => fineCellsOf(line));
  for (const [index, cells] of cellsOf.entries())
    for (const cell of cells) {
      for (const distance of [0, 1])
        for (const near of ringAround(cell, distance)) {
          const owner = owners.get(near);
          if (owner !== undefined) parents[rootOf(owner)] = rootOf(index);
        }
      owners.set(cell, index);
    }
  const groups = new Map<number, { ways: StreetWay[]; cells: Set<number> }>();
  for (const [index, way] of ways.entries()) {
    const root = rootOf(index);
    const group = groups.get(root) ?? { ways: [], cells: new Set() };
    group.ways.push(way);
    for (const cell of cellsOf[index] ?? []) group.cells.add(cell);
    groups.set(root, group);
  }
  return [...groups.values()];
}

function fineCellsOf(line: Int32Array): Set<number> {
  const cells = new Set<number>();
  for (const { longitude, latitude } of pointsOf(line)) cells.add(fineCell(longitude, latitude));
  return cells;
}

export function* pointsOf(line: Int32Array): Generator<MapPoint> {
  for (let index = 0; index < line.length; index += 2)
    yield {
      longitude: (line[index] ?? 0) / UNITS_PER_DEGREE,
      latitude: (line[index + 1] ?? 0) / UNITS_PER_DEGREE,
    };
}

export function streetOf(id: number, ways: readonly StreetWay[]): MapStreet {
  const bounds = new GrowingBounds();
  const cells = new Set<number>();
  let [longitudes, latitudes, count] = [0, 0, 0];
  for (const { line } of ways)
    for (const { longitude, latitude } of pointsOf(line)) {
      bounds.add(longitude, latitude);
      cells.add(cellOf(longitude, latitude));
      longitudes += longitude;
      latitudes += latitude;
      count += 1;
    }
  const mean = { longitude: longitudes / count, latitude: latitudes / count };
  // The name that most of the street has: spellings differ between ways.
  const names = new Map<string, number>();
  const normalized = new Map<string, StreetName>();
  for (const way of ways) {
    names.set(way.name, (names.get(way.name) ?? 0) + 1);
    for (const name of way.names) normalized.set(streetKey(name), name);
  }
  const [name = ''] = [...names].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return {
    id,
    name,
    names: [...normalized.values()],
    ...nearestPoint(ways, mean),
    bounds: { west: bounds.west, south: bounds.south, east: bounds.east, north: bounds.north },
    cells: [...cells],
    parts: ways.filter(({ line }) => line.length > 2).map(({ line }) => line),
  };
}

function nearestPoint(ways: readonly StreetWay[], to: MapPoint): MapPoint {
  let nearest: MapPoint = to;
  let distance = Number.POSITIVE_INFINITY;
  for (const { line } of ways)
    for (const point of pointsOf(line)) {
      const meters = metersBetween(point, to);
      if (meters < distance) [nearest, distance] = [point, meters];
    }
  return nearest;
}
