// Tiles of the base map: of imported regions where there are some, and of the bundled data elsewhere.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { OsmBounds } from '../../../integrations/osm/osm-elements.ts';
import type { GroundTiles } from './ground-tiles.ts';
import type { TileArchive } from './tile-archive.ts';
import { type TileAddress, type UnitBox, unitX, unitY } from './tile-grid.ts';

export interface RegionTiles {
  readonly bounds: OsmBounds;
  readonly archive: Pick<TileArchive, 'read'>;
}

/** A vector tile, compressed with gzip. */
export async function readMapTile(
  regions: readonly RegionTiles[],
  ground: Pick<GroundTiles, 'tile'>,
  address: TileAddress,
): Promise<Buffer> {
  const box = boxOf(address);
  const touching = regions.filter(({ bounds }) => overlaps(unitBoxOfBounds(bounds), box));
  const covering = touching.find(({ bounds }) => contains(unitBoxOfBounds(bounds), box));
  const own = covering ? await covering.archive.read(address) : null;
  if (own) return own;
  const parts = await Promise.all(touching.map(({ archive }) => archive.read(address)));
  const present = parts.filter((part) => part !== null);
  // Tiles are messages of repeated layers: joined, they are one tile with the layers of all.
  const layers = await Promise.all(present.map((part) => promisify(gunzip)(part)));
  const under = covering ? [] : [ground.tile(address)];
  return await promisify(gzip)(Buffer.concat([...under, ...layers]));
}

function boxOf({ z, x, y }: TileAddress): UnitBox {
  const count = 2 ** z;
  return { minX: x / count, minY: y / count, maxX: (x + 1) / count, maxY: (y + 1) / count };
}

function unitBoxOfBounds({ west, south, east, north }: OsmBounds): UnitBox {
  return { minX: unitX(west), minY: unitY(north), maxX: unitX(east), maxY: unitY(south) };
}

function overlaps(one: UnitBox, other: UnitBox): boolean {
  return one.minX < other.maxX && other.minX < one.maxX && one.minY < other.maxY && other.minY < one.maxY;
}

function contains(outer: UnitBox, inner: UnitBox): boolean {
  return (
    outer.minX <= inner.minX &&
    outer.maxX >= inner.maxX &&
    outer.minY <= inner.minY &&
    outer.maxY >= inner.maxY
  );
}
