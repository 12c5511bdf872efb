// Distances and grid cells on the map. Distances use an equirectangular projection: exact enough for a few kilometres.
import type { OsmBounds } from './osm-elements.ts';

export interface MapPoint {
  readonly longitude: number;
  readonly latitude: number;
}

/** Stored coordinates are integers of OpenStreetMap's own precision, about 1 cm. */
export const UNITS_PER_DEGREE = 1e7;
const METERS_PER_DEGREE = 111_195;

export function metersBetween(a: MapPoint, b: MapPoint): number {
  const scale = Math.cos(((a.latitude + b.latitude) * Math.PI) / 360);
  return METERS_PER_DEGREE * Math.hypot((a.longitude - b.longitude) * scale, a.latitude - b.latitude);
}

/** 0 inside the bounds. */
export function metersFromBounds(point: MapPoint, { west, south, east, north }: OsmBounds): number {
  const longitude = Math.min(Math.max(point.longitude, west), east);
  const latitude = Math.min(Math.max(point.latitude, south), north);
  return metersBetween(point, { longitude, latitude });
}

export function boundsContain(
  { west, south, east, north }: OsmBounds,
  { longitude, latitude }: MapPoint,
): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** Bounds of a square of twice this size around a point. */
export function boundsAround({ longitude, latitude }: MapPoint, meters: number): OsmBounds {
  const north = meters / METERS_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return {
    west: longitude - east,
    south: latitude - north,
    east: longitude + east,
    north: latitude + north,
  };
}

const CELLS_PER_DEGREE = 10;
const COLUMNS = 360 * CELLS_PER_DEGREE;

/** Number of the cell of 0.1 degree that contains a point. */
export function cellOf(longitude: number, latitude: number): number {
  const column = Math.floor((longitude + 180) * CELLS_PER_DEGREE);
  return Math.floor((latitude + 90) * CELLS_PER_DEGREE) * COLUMNS + column;
}

export function cellsWithin({ west, south, east, north }: OsmBounds): number[] {
  const cells: number[] = [];
  const [first, last] = [cellOf(west, south), cellOf(east, north)];
  const columns = (last % COLUMNS) - (first % COLUMNS);
  for (let row = first - (first % COLUMNS); row <= last; row += COLUMNS)
    for (let column = 0; column <= columns; column += 1) cells.push(row + (first % COLUMNS) + column);
  return cells;
}

/** Bounds that grow point by point. */
export class GrowingBounds implements OsmBounds {
  west = 180;
  south = 90;
  east = -180;
  north = -90;

  add(longitude: number, latitude: number): void {
    if (longitude < this.west) this.west = longitude;
    if (longitude > this.east) this.east = longitude;
    if (latitude < this.south) this.south = latitude;
    if (latitude > this.north) this.north = latitude;
  }
}
