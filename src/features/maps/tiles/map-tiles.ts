// The base map of an environment: tiles of imported regions where there are some, and of the bundled data elsewhere.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { loadUsPlaces } from '../../../integrations/geocoder/us-places.ts';
import type { OsmBounds } from '../../../integrations/osm/osm-elements.ts';
import type { MapRegions } from '../map-regions.ts';
import { type CurrentRegion, findTiles } from '../map-store.ts';
import { GroundTiles } from './ground-tiles.ts';
import { isReadableTile, mergeTiles } from './merge-tiles.ts';
import {
  boxOfTile,
  contains,
  overlaps,
  type TileAddress,
  tileKey,
  type UnitBox,
  unitX,
  unitY,
} from './tile-grid.ts';
import { MIN_ZOOM, TILE_FORMAT } from './tile-layers.ts';

/** Tiles that are put together for a request. */
const CACHED_BYTES = 4_000_000;
const VERSION_DIGITS = 16;
const STREET_ZOOM = 10;

export interface BaseMap {
  /** Part of the URL of a tile. Changes with every import and removal, and with the format of tiles. */
  readonly version: string;
  readonly hasRegions: boolean;
}

export type TileAnswer =
  /** `tile` is compressed with gzip. */
  | { readonly kind: 'found'; readonly tile: Buffer }
  /** The version is not the current one. */
  | { readonly kind: 'moved'; readonly version: string };

export class MapTiles {
  readonly #regions: MapRegions;
  readonly #composed = new LRUCache<string, Buffer>({
    maxSize: CACHED_BYTES,
    sizeCalculation: (tile) => tile.length,
  });

  constructor(regions: MapRegions) {
    this.#regions = regions;
  }

  async current(): Promise<BaseMap> {
    return baseMapOf(await this.#regions.current());
  }

  async read(version: string, address: TileAddress): Promise<TileAnswer> {
    const known = await this.#regions.current();
    // Another process may have noticed an import first.
    const regions = baseMapOf(known).version === version ? known : await this.#regions.reload();
    const { version: current } = baseMapOf(regions);
    if (current !== version) return { kind: 'moved', version: current };
    const tile = await this.#tileOf(version, regions, address);
    return tile
      ? { kind: 'found', tile }
      : { kind: 'moved', version: baseMapOf(await this.#regions.reload()).version };
  }

  /** null if a version was removed meanwhile. */
  async #tileOf(
    version: string,
    regions: readonly CurrentRegion[],
    address: TileAddress,
  ): Promise<Buffer | null> {
    const [box, key] = [boxOfTile(address), tileKey(address)];
    const cached = this.#composed.get(`${version} ${key}`);
    if (cached) return cached;
    const touching = regions.filter(
      ({ hasTiles, bounds }) => hasTiles && address.z >= MIN_ZOOM && overlaps(unitBoxOfBounds(bounds), box),
    );
    const stored =
      touching.length === 0
        ? []
        : await findTiles(
            this.#regions.db,
            touching.map((region) => region.version),
            key,
          );
    if (stored.length < touching.length) return null;
    const tiles = stored.flatMap(({ data }) => data ?? []);
    const isCovered = touching.some(({ bounds }) => contains(unitBoxOfBounds(bounds), box));
    // The bounds of an extract contain more than the extract: its corners may be empty.
    const needsGround = !isCovered || tiles.length === 0;
    const [only] = tiles;
    if (only && tiles.length === 1 && !needsGround) return only;
    // A damaged tile leaves a gap where tiles are put together; alone it is sent as it is. `waybill maps check` names it.
    const readable = tiles.filter(isReadableTile);
    // The outlines are too coarse to be shown next to streets.
    const hasOutlines = readable.length === 0 || address.z < STREET_ZOOM;
    const ground = needsGround ? (await loadGround()).tile(address, { hasOutlines }) : null;
    const composed = await compose(readable, ground);
    this.#composed.set(`${version} ${key}`, composed);
    return composed;
  }
}

function baseMapOf(regions: readonly CurrentRegion[]): BaseMap {
  const versions = regions.filter(({ hasTiles }) => hasTiles).map(({ version }) => version);
  const hash = createHash('sha256').update([TILE_FORMAT, ...versions.toSorted()].join(' '));
  return { version: hash.digest('hex').slice(0, VERSION_DIGITS), hasRegions: versions.length > 0 };
}

async function compose(tiles: readonly Buffer[], ground: Uint8Array | null): Promise<Buffer> {
  const layers = await Promise.all(tiles.map((tile) => promisify(gunzip)(tile)));
  return await promisify(gzip)(mergeTiles([...(ground ? [ground] : []), ...layers]));
}

let loading: Promise<GroundTiles> | undefined;

/** Once for all environments. */
function loadGround(): Promise<GroundTiles> {
  loading ??= loadUsPlaces()
    .then((places) => GroundTiles.load(places))
    .catch((error: unknown) => {
      // The next request tries again.
      loading = undefined;
      throw error;
    });
  return loading;
}

function unitBoxOfBounds({ west, south, east, north }: OsmBounds): UnitBox {
  return { minX: unitX(west), minY: unitY(north), maxX: unitX(east), maxY: unitY(south) };
}
