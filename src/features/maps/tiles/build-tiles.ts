// Builds the base map of a region: an archive of vector tiles (https://github.com/mapbox/vector-tile-spec) from an
// OpenStreetMap extract. Memory is bounded: parts of features go to a temporary file first.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile, geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { positionsOf } from '../../../integrations/osm/flat-line.ts';
import { type MapFeature, readMapFeatures } from '../../../integrations/osm/map-features.ts';
import { cutInside, type Geometry } from './cut-inside.ts';
import { nestRings } from './nest-rings.ts';
import { type Coastline, seaRings } from './sea.ts';
import { TileArchive } from './tile-archive.ts';
import { countTilesIn, tileKey, tilesIn, type UnitBox, unitBoxOf } from './tile-grid.ts';
import {
  areaEntry,
  attributesAt,
  EXTENT,
  isAreaOf,
  isDrawn,
  type LayerEntry,
  type LayerName,
  layerNames,
  lineEntry,
  MAX_ZOOM,
  MIN_ZOOM,
  pointEntry,
} from './tile-layers.ts';
import { type TilePart, TileParts } from './tile-parts.ts';

/** How far features continue beyond a tile, so that no seams are visible. */
const BUFFER = 128;
const TILE_OPTIONS = { maxZoom: MAX_ZOOM, extent: EXTENT, buffer: BUFFER, tolerance: 6 } as const;
/** Areas are left out of tiles in which they would be smaller, in parts of a tile. */
const SMALLEST = 1 / 96;
/** Up to this many tiles of a zoom level, cutting each directly is faster than an index. */
const FEW_TILES = 4;

export type TileProgress =
  /** Bytes of both passes over the file. */
  | { readonly phase: 'reading'; readonly bytes: number }
  /** Share of the tiles, from 0 to 1. */
  | { readonly phase: 'encoding'; readonly share: number };

export interface TileBuild {
  readonly source: string;
  /** For temporary files. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: TileProgress) => void) | undefined;
}

/** The caller closes the archive. */
export async function buildTiles(build: TileBuild): Promise<TileArchive> {
  const { source, folder, signal, onProgress } = build;
  const parts = new TileParts(folder);
  try {
    const coastlines: Coastline[] = [];
    const { bounds } = await readMapFeatures(source, {
      wants: isDrawn,
      isArea: isAreaOf,
      visit: (feature) => {
        const { tags, shape } = feature;
        if (tags['natural'] === 'coastline' && shape.kind === 'line') coastlines.push(shape);
        else addFeature(parts, feature);
      },
      signal,
      onProgress: ({ bytes }) => onProgress?.({ phase: 'reading', bytes }),
    });
    addSea(parts, seaRings(coastlines, bounds));
    return await writeArchive(parts, build);
  } finally {
    parts.close();
  }
}

function addFeature(parts: TileParts, { tags, shape }: MapFeature): void {
  if (shape.kind === 'point') {
    const entry = pointEntry(tags);
    const { longitude, latitude } = shape;
    const geometry: Geometry = { type: 'Point', coordinates: [longitude, latitude] };
    if (entry) addParts(parts, entry, geometry, unitBoxOf([Float64Array.of(longitude, latitude)]));
    return;
  }
  if (shape.kind === 'line') {
    const entry = lineEntry(tags);
    const geometry: Geometry = { type: 'LineString', coordinates: positionsOf(shape.line) };
    if (entry) addParts(parts, entry, geometry, unitBoxOf([shape.line]));
    return;
  }
  const entry = areaEntry(tags);
  if (entry) addArea(parts, entry, [...shape.outer, ...shape.inner]);
}

function addSea(parts: TileParts, rings: readonly Float64Array[]): void {
  if (rings.length > 0) addArea(parts, { layer: 'water', minZoom: MIN_ZOOM, attributes: {} }, rings);
}

function addArea(parts: TileParts, entry: LayerEntry, rings: readonly Float64Array[]): void {
  const box = unitBoxOf(rings);
  const size = Math.max(box.maxX - box.minX, box.maxY - box.minY);
  const visibleFrom = Math.ceil(Math.log2(SMALLEST / size));
  const polygons = nestRings(rings).map((polygon) => polygon.map(positionsOf));
  const geometry: Geometry = { type: 'MultiPolygon', coordinates: polygons };
  const minZoom = Math.min(MAX_ZOOM, Math.max(entry.minZoom, visibleFrom));
  addParts(parts, { ...entry, minZoom }, geometry, box);
}

function addParts(parts: TileParts, entry: LayerEntry, geometry: Geometry, box: UnitBox): void {
  const feature = { type: 'Feature', properties: {}, geometry } as const;
  const isSmall = countTilesIn(box, MAX_ZOOM) <= FEW_TILES;
  const index = isSmall ? null : new GeoJSONVT(feature, { ...TILE_OPTIONS, indexMaxZoom: 8 });
  for (let z = entry.minZoom; z <= MAX_ZOOM; z += 1) {
    const style = { layer: entry.layer, attributes: attributesAt(entry, z) };
    const addresses = [...tilesIn(box, z, BUFFER / EXTENT)];
    const [only] = addresses;
    if (only && addresses.length === 1 && z === MAX_ZOOM) {
      parts.add(tileKey(only), { ...style, ...cutInside(geometry, only) });
      continue;
    }
    for (const address of addresses) {
      const tile = index
        ? index.getTile(z, address.x, address.y)
        : geoJSONToTile(feature, z, address.x, address.y, { ...TILE_OPTIONS, clip: true });
      for (const { type, geometry: cut } of tile?.features ?? []) {
        const lines = (type === 1 ? [cut] : cut) as TilePart['lines'];
        parts.add(tileKey(address), { ...style, type, lines });
      }
    }
  }
}

async function writeArchive(
  parts: TileParts,
  { folder, signal, onProgress }: TileBuild,
): Promise<TileArchive> {
  const archive = new TileArchive(folder);
  try {
    const { tileCount } = parts;
    for (const { key, parts: ofTile } of parts.tiles()) {
      signal?.throwIfAborted();
      archive.add(key, await promisify(gzip)(encodeTile(ofTile)));
      onProgress?.({ phase: 'encoding', share: archive.tileCount / tileCount });
    }
    return archive;
  } catch (error) {
    archive.close();
    throw error;
  }
}

function encodeTile(parts: readonly TilePart[]): Uint8Array {
  const layers: Partial<Record<LayerName, GeoJSONVTTile>> = {};
  for (const name of layerNames) {
    const features = parts.filter(({ layer }) => layer === name);
    if (features.length > 0) layers[name] = { features: features.map(asTileFeature) };
  }
  return fromGeojsonVt(layers, { version: 2, extent: EXTENT });
}

function asTileFeature({ type, lines, attributes }: TilePart) {
  return { type, geometry: type === 1 ? (lines[0] ?? []) : lines, tags: attributes };
}
