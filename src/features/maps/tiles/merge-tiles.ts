// Reads stored vector tiles, and joins those of the same place. The names of layers are unique in a tile, so layers of one
// name become one.
import { gunzipSync } from 'node:zlib';
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile';
import { fromVectorTileJs } from '@maplibre/vt-pbf';
import { PbfReader } from 'pbf';

export function mergeTiles(tiles: readonly Uint8Array[]): Uint8Array {
  const [only] = tiles;
  if (only && tiles.length === 1) return only;
  const byName = new Map<string, VectorTileLayer[]>();
  for (const tile of tiles)
    for (const layer of Object.values(new VectorTile(new PbfReader(tile)).layers))
      byName.set(layer.name, [...(byName.get(layer.name) ?? []), layer]);
  const layers = [...byName].map(([name, parts]) => [name, joined(name, parts)] as const);
  return fromVectorTileJs({ layers: Object.fromEntries(layers) });
}

/** Whether a compressed tile can be decoded as a whole. */
export function isReadableTile(tile: Uint8Array): boolean {
  try {
    for (const layer of Object.values(new VectorTile(new PbfReader(gunzipSync(tile))).layers))
      for (let index = 0; index < layer.length; index += 1) layer.feature(index).loadGeometry();
    return true;
  } catch {
    return false;
  }
}

/** All features of the layers, in their order. */
function joined(name: string, layers: readonly VectorTileLayer[]) {
  const features = layers.flatMap((layer) =>
    Array.from({ length: layer.length }, (_, index) => layer.feature(index)),
  );
  const { version, extent } = layers[0] ?? { version: 2, extent: 4_096 };
  return {
    name,
    version,
    extent,
    length: features.length,
    feature: (index: number) => {
      const feature = features[index];
      if (!feature) throw new RangeError(`the layer ${name} has no feature ${index}`);
      return feature;
    },
  };
}
