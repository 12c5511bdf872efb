// The source of the base map, as pages get it with their data.
import type { RasterTileSource } from '../../../config/tracking-config.ts';
import type { PageMap } from '../../../http/operations/page-map.ts';
import type { BaseMap } from './map-tiles.ts';

export const tilesPath = '/maps';

/** The base map for pages: images of the configured service, or our own tiles. */
export function presentPageMap(
  configured: RasterTileSource | null,
  { version, hasRegions }: BaseMap,
): PageMap {
  if (configured) return { kind: 'raster', ...configured };
  return {
    kind: 'vector',
    url: `${tilesPath}/${version}/{z}/{x}/{y}`,
    attribution: hasRegions ? '© OpenStreetMap contributors, © GeoNames' : '© GeoNames',
  };
}
