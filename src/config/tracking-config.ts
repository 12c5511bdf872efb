// Configuration of tracking links and map tiles.
import type { EnvReader } from '../lib/env-reader.ts';

export interface TrackingConfig {
  /** Days after the end of a booking until its tracking link expires. */
  readonly linkDays: number;
  /** null: pages draw the vector tiles of this server. */
  readonly tiles: RasterTileSource | null;
}

export interface RasterTileSource {
  /** URL template with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  /** Attribution that the tile provider requires. */
  readonly attribution: string;
}

export function readTracking(read: EnvReader): TrackingConfig {
  return {
    linkDays: read.integer('TRACKING_LINK_DAYS', 14, 1, 365),
    tiles: readTiles(read),
  };
}

function readTiles(read: EnvReader): RasterTileSource | null {
  const url = read.url('MAP_TILE_URL', '', ['http:', 'https:']);
  const attribution = read.needed(
    'MAP_TILE_ATTRIBUTION',
    url ? 'optional' : undefined,
    'a map without MAP_TILE_URL',
  );
  if (!url) return null;
  // The content security policy of pages names the host, so it must not be a placeholder.
  const path = /^https?:\/\/[^/?#{}]+(\/.*)$/i.exec(url)?.[1] ?? '';
  if (!['{z}', '{x}', '{y}'].every((part) => path.includes(part)))
    read.fault(
      'MAP_TILE_URL must contain {z}, {x} and {y} after its host: https://tiles.example/{z}/{x}/{y}.png',
    );
  return { url, attribution };
}
