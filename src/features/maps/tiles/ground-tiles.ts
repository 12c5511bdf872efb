// The base map without an imported region: outlines of the states and names of places, from the bundled data. Tiles are cut
// when they are requested.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { UsPlaces, ZipTable } from '../../../integrations/geocoder/us-places.ts';
import { type TileAddress, unitX, unitY } from './tile-grid.ts';
import { EXTENT, MAX_ZOOM } from './tile-layers.ts';

type TileFeature = GeoJSONVTTile['features'][number];

interface GroundPlace {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Number of ZIP codes: a measure of size. */
  readonly rank: number;
}

/** Kind of a place with at least this many ZIP codes, and the zoom from which it is shown. */
const SIZES = [
  { rank: 30, kind: 'city', minZoom: 3 },
  { rank: 12, kind: 'city', minZoom: 5 },
  { rank: 5, kind: 'city', minZoom: 6 },
  { rank: 2, kind: 'town', minZoom: 8 },
  { rank: 1, kind: 'village', minZoom: 10 },
] as const;
const ZIPS_PER_TURN = 2_000;
const OPTIONS = { maxZoom: MAX_ZOOM, indexMaxZoom: 4, extent: EXTENT, buffer: 64, tolerance: 3 } as const;

export class GroundTiles {
  readonly #areas: GeoJSONVT;
  readonly #borders: GeoJSONVT;
  readonly #places: readonly GroundPlace[];

  private constructor(areas: GeoJSONVT, borders: GeoJSONVT, places: readonly GroundPlace[]) {
    this.#areas = areas;
    this.#borders = borders;
    this.#places = places;
  }

  static async load({ shapes, zips }: UsPlaces): Promise<GroundTiles> {
    const rings = shapes.states.map((state) => state.rings.map(positionsOf));
    const areas = rings.map((coordinates) => feature({ type: 'Polygon', coordinates }));
    const borders = rings.map((coordinates) => feature({ type: 'MultiLineString', coordinates }));
    return new GroundTiles(
      new GeoJSONVT({ type: 'FeatureCollection', features: areas }, OPTIONS),
      new GeoJSONVT({ type: 'FeatureCollection', features: borders }, OPTIONS),
      await placesOf(zips),
    );
  }

  /** A vector tile, not compressed. */
  tile(address: TileAddress): Uint8Array {
    const { z, x, y } = address;
    const layers: Record<string, GeoJSONVTTile> = {};
    // An empty layer, so that the renderer knows what lies outside of the country.
    layers['ground'] = this.#areas.getTile(z, x, y) ?? tileOf([]);
    const borders = this.#borders.getTile(z, x, y);
    if (borders) {
      const features = borders.features.map((each: TileFeature) => ({ ...each, tags: { level: 4 } }));
      layers['boundary'] = tileOf(features);
    }
    const places = this.#placesIn(address);
    if (places.length > 0) layers['place'] = tileOf(places);
    return fromGeojsonVt(layers, { version: 2, extent: EXTENT });
  }

  #placesIn({ z, x, y }: TileAddress): GeoJSONVTTile['features'] {
    const count = 2 ** z;
    const smallest = SIZES.findLast(({ minZoom }) => minZoom <= z)?.rank;
    if (smallest === undefined) return [];
    return this.#places
      .filter(
        (place) =>
          place.rank >= smallest && Math.floor(place.x * count) === x && Math.floor(place.y * count) === y,
      )
      .map(({ name, rank, x: unitsX, y: unitsY }) => ({
        type: 1,
        geometry: [[Math.round((unitsX * count - x) * EXTENT), Math.round((unitsY * count - y) * EXTENT)]],
        tags: { name, rank, kind: SIZES.find((size) => rank >= size.rank)?.kind ?? 'village' },
      }));
  }
}

type Geometry =
  | { readonly type: 'Polygon'; readonly coordinates: [number, number][][] }
  | { readonly type: 'MultiLineString'; readonly coordinates: [number, number][][] };

function feature<Shape extends Geometry>(geometry: Shape) {
  return { type: 'Feature', properties: {}, geometry } as const;
}

function positionsOf(ring: Float64Array): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, index) => [
    ring[index * 2] ?? 0,
    ring[index * 2 + 1] ?? 0,
  ]);
}

function tileOf(features: GeoJSONVTTile['features']): GeoJSONVTTile {
  return { features, transformed: true, source: null, x: 0, y: 0, z: 0 };
}

/** Every place once, at the ZIP code nearest to its middle. */
async function placesOf(zips: ZipTable): Promise<GroundPlace[]> {
  const byName = new Map<string, { readonly name: string; readonly points: [number, number][] }>();
  for (let index = 0; index < zips.size; index += 1) {
    // Yields to the event loop: other requests must not wait for all ZIP codes.
    if (index % ZIPS_PER_TURN === ZIPS_PER_TURN - 1) await nextTurn();
    const { name, state, hasArea, longitude, latitude } = zips.at(index);
    if (!hasArea) continue;
    const key = `${name}, ${state}`;
    const place = byName.get(key) ?? { name, points: [] };
    place.points.push([longitude, latitude]);
    byName.set(key, place);
  }
  return [...byName.values()].map(({ name, points }) => {
    const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    const [longitude, latitude] = [mean(0), mean(1)];
    const far = ([x, y]: readonly [number, number]) => Math.hypot(x - longitude, y - latitude);
    const [nearest = [longitude, latitude]] = points.toSorted((one, other) => far(one) - far(other));
    return { name, x: unitX(nearest[0]), y: unitY(nearest[1]), rank: points.length };
  });
}
