// Types of the tile packages, as far as we use them: their own declarations do not resolve under `nodenext`.
declare module '@maplibre/geojson-vt' {
  export interface GeoJSONVTFeature {
    /** 1 points, 2 lines, 3 areas. */
    type: 1 | 2 | 3;
    geometry: readonly (readonly [number, number])[] | readonly (readonly (readonly [number, number])[])[];
    tags: Readonly<Record<string, string | number>> | null;
  }

  export interface GeoJSONVTTile {
    features: GeoJSONVTFeature[];
  }

  interface Feature {
    readonly type: 'Feature';
    readonly properties: object;
    readonly geometry:
      | { readonly type: 'Point'; readonly coordinates: [number, number] }
      | { readonly type: 'LineString'; readonly coordinates: [number, number][] }
      | { readonly type: 'MultiLineString'; readonly coordinates: [number, number][][] }
      | { readonly type: 'MultiPolygon'; readonly coordinates: [number, number][][][] };
  }

  type GeoJson = Feature | { readonly type: 'FeatureCollection'; readonly features: readonly Feature[] };

  interface TileOptions {
    readonly maxZoom: number;
    readonly extent: number;
    readonly buffer: number;
    readonly tolerance: number;
  }

  export class GeoJSONVT {
    constructor(data: GeoJson, options: TileOptions & { readonly indexMaxZoom: number });
    getTile(z: number, x: number, y: number): GeoJSONVTTile | null;
  }

  export function geoJSONToTile(
    data: GeoJson,
    z: number,
    x: number,
    y: number,
    options: TileOptions & { readonly clip: boolean },
  ): GeoJSONVTTile;
}

declare module '@maplibre/vt-pbf' {
  import type { VectorTileFeature } from '@mapbox/vector-tile';
  import type { GeoJSONVTTile } from '@maplibre/geojson-vt';

  interface Layer {
    readonly name: string;
    readonly version: number;
    readonly extent: number;
    readonly length: number;
    readonly feature: (index: number) => VectorTileFeature;
  }

  export function fromVectorTileJs(tile: { readonly layers: Readonly<Record<string, Layer>> }): Uint8Array;

  export function fromGeojsonVt(
    layers: Readonly<Record<string, GeoJSONVTTile>>,
    options: { readonly version: number; readonly extent: number },
  ): Uint8Array;
}
