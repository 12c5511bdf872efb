// The grid of map tiles in Web Mercator: https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames
import { boundsOfLines } from '../../../integrations/osm/flat-line.ts';

export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** In the unit square, which is the whole world; y grows southwards. */
export interface UnitBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Beyond it, the projection is not defined. */
const MAX_LATITUDE = 85.051_128_78;

export function unitX(longitude: number): number {
  return Math.min(1, Math.max(0, longitude / 360 + 0.5));
}

export function unitY(latitude: number): number {
  const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** The box of coordinates, longitude and latitude in turn. */
export function unitBoxOf(lines: readonly Float64Array[]): UnitBox {
  const { west, south, east, north } = boundsOfLines(lines);
  return { minX: unitX(west), minY: unitY(north), maxX: unitX(east), maxY: unitY(south) };
}

/** The box of a tile, with a margin in parts of it. */
export function boxOfTile({ z, x, y }: TileAddress, margin = 0): UnitBox {
  const count = 2 ** z;
  return {
    minX: (x - margin) / count,
    minY: (y - margin) / count,
    maxX: (x + 1 + margin) / count,
    maxY: (y + 1 + margin) / count,
  };
}

export function overlaps(one: UnitBox, other: UnitBox): boolean {
  return one.minX < other.maxX && other.minX < one.maxX && one.minY < other.maxY && other.minY < one.maxY;
}

export function contains(outer: UnitBox, inner: UnitBox): boolean {
  return (
    outer.minX <= inner.minX &&
    outer.maxX >= inner.maxX &&
    outer.minY <= inner.minY &&
    outer.maxY >= inner.maxY
  );
}

/** Tiles of a zoom level that a box touches, with a margin in parts of a tile. */
export function* tilesIn(
  { minX, minY, maxX, maxY }: UnitBox,
  z: number,
  margin: number,
): Generator<TileAddress> {
  const count = 2 ** z;
  const first = (unit: number) => Math.max(0, Math.floor(unit * count - margin));
  const last = (unit: number) => Math.min(count - 1, Math.floor(unit * count + margin));
  for (let x = first(minX); x <= last(maxX); x += 1)
    for (let y = first(minY); y <= last(maxY); y += 1) yield { z, x, y };
}

export function countTilesIn(box: UnitBox, z: number): number {
  const count = 2 ** z;
  const span = (from: number, to: number) => Math.floor(to * count) - Math.floor(from * count) + 1;
  return span(box.minX, box.maxX) * span(box.minY, box.maxY);
}

/** One number for a tile, ascending by zoom, column and row. Exact up to zoom 20. */
export function tileKey({ z, x, y }: TileAddress): number {
  return (z * 2 ** 20 + x) * 2 ** 20 + y;
}

export function tileOfKey(key: number): TileAddress {
  const [side, column] = [2 ** 20, Math.floor(key / 2 ** 20)];
  return { z: Math.floor(column / side), x: column % side, y: key % side };
}
