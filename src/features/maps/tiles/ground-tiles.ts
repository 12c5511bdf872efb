// The base map without an imported region: outlines of the states and names of places, from the bundled data. Tiles are cut
// when they are requested.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type GeoJSONVTFeature, type GeoJSONVTTile, geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { UsPlaces, ZipTable } from '../../../integrations/geocoder/us-places.ts';
import { positionsOf } from '../../../integrations/osm/flat-line.ts';
import { nestRings } from './nest-rings.ts';
import { boxOfTile, overlaps, type TileAddress, type UnitBox, unitBoxOf, unitX, unitY } from './tile-grid.ts';
import { EXTENT, MAX_ZOOM } from './tile-layers.ts';

/** Kind of a place with at least this many ZIP codes, and the zoom from which it is shown. */
const SIZES = [
  { rank: 30, kind: 'city', minZoom: 3 },
  { rank: 12, kind: 'city', minZoom: 5 },
  { rank: 5, kind: 'city', minZoom: 6 },
  { rank: 2, kind: 'town', minZoom: 8 },
  { rank: 1, kind: 'village', minZoom: 10 },
] as const;
const ZIPS_PER_TURN = 2_000;
const BUFFER = 64;
const OPTIONS = { maxZoom: MAX_ZOOM, extent: EXTENT, buffer: BUFFER, tolerance: 3, clip: true } as const;

interface StatePolygons {
  readonly box: UnitBox;
  readonly polygons: readonly (readonly Float64Array[])[];
}

interface BorderLine {
  readonly box: UnitBox;
  readonly line: Float64Array;
}

export class GroundTiles {
  readonly #states: readonly StatePolygons[];
  readonly #borders: readonly BorderLine[];
  readonly #places: PlaceTable;

  private constructor(states: readonly StatePolygons[], borders: readonly BorderLine[], places: PlaceTable) {
    this.#states = states;
    this.#borders = borders;
    this.#places = places;
  }

  static async load({ shapes, zips }: UsPlaces): Promise<GroundTiles> {
    const states = shapes.states.map(({ rings }) => ({
      box: unitBoxOf(rings),
      polygons: nestRings(rings),
    }));
    const borders = borderLines(shapes.states.flatMap(({ rings }) => rings)).map((line) => ({
      box: unitBoxOf([line]),
      line,
    }));
    return new GroundTiles(states, borders, await PlaceTable.load(zips));
  }

  /**
   * A vector tile, not compressed. States are cut for each tile: an index of all tiles would grow with the number of tiles
   * that clients ask for.
   */
  tile(address: TileAddress, { hasOutlines = true } = {}): Uint8Array {
    const layers = hasOutlines ? this.#outlines(address) : {};
    const places = this.#places.within(address);
    if (places.length > 0) layers['place'] = { features: places };
    return fromGeojsonVt(layers, { version: 2, extent: EXTENT });
  }

  #outlines(address: TileAddress): Record<string, GeoJSONVTTile> {
    const box = boxOfTile(address, BUFFER / EXTENT);
    const states = this.#states.filter((state) => overlaps(state.box, box));
    const areas = states.map(({ polygons }) => ({
      type: 'MultiPolygon' as const,
      coordinates: polygons.map((rings) => rings.map(positionsOf)),
    }));
    const lines = this.#borders.filter((border) => overlaps(border.box, box));
    const layers: Record<string, GeoJSONVTTile> = { outside: { features: [wholeTile] } };
    const ground = cut(areas, address);
    if (ground.length > 0) layers['ground'] = { features: ground };
    const coordinates = lines.map(({ line }) => positionsOf(line));
    const borders = cut([{ type: 'MultiLineString', coordinates }], address);
    if (borders.length > 0)
      layers['boundary'] = { features: borders.map((each) => ({ ...each, tags: { level: 4 } })) };
    return layers;
  }
}

/**
 * The lines of all rings, each piece once: neighbours have the same points along their border. Drawn twice, its dashes would
 * fill the gaps of one another.
 */
export function borderLines(rings: readonly Float64Array[]): Float64Array[] {
  const drawn = new Set<string>();
  return rings.flatMap((ring) => {
    const lines: number[][] = [];
    let line: number[] | null = null;
    for (let index = 0; index + 3 < ring.length; index += 2) {
      const [fromX = 0, fromY = 0, toX = 0, toY = 0] = ring.subarray(index, index + 4);
      const ends = [`${fromX} ${fromY}`, `${toX} ${toY}`].sort().join();
      const isDrawn = drawn.has(ends);
      drawn.add(ends);
      if (isDrawn) line = null;
      else if (line) line.push(toX, toY);
      else {
        line = [fromX, fromY, toX, toY];
        lines.push(line);
      }
    }
    return lines.map((each) => Float64Array.from(each));
  });
}

/** What the states leave free is outside of the country. */
const wholeTile: GeoJSONVTFeature = {
  type: 3,
  geometry: [
    [
      [-BUFFER, -BUFFER],
      [EXTENT + BUFFER, -BUFFER],
      [EXTENT + BUFFER, EXTENT + BUFFER],
      [-BUFFER, EXTENT + BUFFER],
      [-BUFFER, -BUFFER],
    ],
  ],
  tags: {},
};

type StateGeometry =
  | { readonly type: 'MultiPolygon'; readonly coordinates: [number, number][][][] }
  | { readonly type: 'MultiLineString'; readonly coordinates: [number, number][][] };

function cut(geometries: readonly StateGeometry[], { z, x, y }: TileAddress): GeoJSONVTFeature[] {
  const features = geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry }) as const);
  return geoJSONToTile({ type: 'FeatureCollection', features }, z, x, y, OPTIONS).features;
}

/** Every place once, at the ZIP code nearest to its middle. In columns outside the JavaScript heap; names stay in the file. */
class PlaceTable {
  readonly #zips: ZipTable;
  /** Index of the ZIP code, by place. */
  readonly #zip: Uint32Array;
  /** Position in the unit square, x and y in turn. */
  readonly #at: Float64Array;
  /** Number of ZIP codes: a measure of size. */
  readonly #rank: Uint16Array;

  private constructor(zips: ZipTable, places: readonly (readonly ZipPoint[])[]) {
    this.#zips = zips;
    const nearest = places.map(nearestToMiddle);
    this.#zip = Uint32Array.from(nearest, ({ index }) => index);
    this.#at = Float64Array.from(
      nearest.flatMap(({ longitude, latitude }) => [unitX(longitude), unitY(latitude)]),
    );
    this.#rank = Uint16Array.from(places, (points) => points.length);
  }

  static async load(zips: ZipTable): Promise<PlaceTable> {
    const byName = new Map<string, ZipPoint[]>();
    for (let index = 0; index < zips.size; index += 1) {
      // Yields to the event loop: other requests must not wait for all ZIP codes.
      if (index % ZIPS_PER_TURN === ZIPS_PER_TURN - 1) await nextTurn();
      const { name, state, hasArea, longitude, latitude } = zips.at(index);
      if (!hasArea) continue;
      const key = `${name}, ${state}`;
      const points = byName.get(key) ?? [];
      points.push({ index, longitude, latitude });
      byName.set(key, points);
    }
    return new PlaceTable(zips, [...byName.values()]);
  }

  within({ z, x, y }: TileAddress): GeoJSONVTFeature[] {
    const smallest = SIZES.findLast(({ minZoom }) => minZoom <= z)?.rank;
    if (smallest === undefined) return [];
    const count = 2 ** z;
    const found: GeoJSONVTFeature[] = [];
    for (let place = 0; place < this.#rank.length; place += 1) {
      const rank = this.#rank[place] ?? 0;
      if (rank < smallest) continue;
      const [column, row] = [
        (this.#at[place * 2] ?? 0) * count - x,
        (this.#at[place * 2 + 1] ?? 0) * count - y,
      ];
      if (column < 0 || column >= 1 || row < 0 || row >= 1) continue;
      found.push({
        type: 1,
        geometry: [[Math.round(column * EXTENT), Math.round(row * EXTENT)]],
        tags: {
          name: this.#zips.at(this.#zip[place] ?? 0).name,
          rank,
          kind: SIZES.find((size) => rank >= size.rank)?.kind ?? 'village',
        },
      });
    }
    return found;
  }
}

interface ZipPoint {
  readonly index: number;
  readonly longitude: number;
  readonly latitude: number;
}

function nearestToMiddle(points: readonly ZipPoint[]): ZipPoint {
  const mean = (axis: 'longitude' | 'latitude') =>
    points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [longitude, latitude] = [mean('longitude'), mean('latitude')];
  const far = (point: ZipPoint) => Math.hypot(point.longitude - longitude, point.latitude - latitude);
  return points.reduce((best, point) => (far(point) < far(best) ? point : best));
}
