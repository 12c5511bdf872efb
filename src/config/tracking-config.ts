// How long tracking links last, and where their map gets its tiles.
import type { VariableReader } from '../lib/env-reader.ts';

export interface TrackingConfig {
  /** How many days after its end a booking can still be looked at. */
  readonly linkDays: number;
  /** null: the map draws route, stops and crew on plain ground. */
  readonly tiles: MapTiles | null;
}

export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  /** What the provider wants said beside its map. */
  readonly attribution: string;
}

export function readTracking(read: VariableReader): TrackingConfig {
  return {
    linkDays: read.integer('TRACKING_LINK_DAYS', 14, 1, 365),
    tiles: readTiles(read),
  };
}

function readTiles(read: VariableReader): MapTiles | null {
  const url = read.url('MAP_TILE_URL', '', ['http:', 'https:']);
  const attribution = read.needed(
    'MAP_TILE_ATTRIBUTION',
    url ? 'optional' : undefined,
    'a map without MAP_TILE_URL',
  );
  if (!url) return null;
  // Pages name the host in their content policy, so it must be known beforehand.
  const path = /^https?:\/\/[^/?#{}]+(\/.*)$/i.exec(url)?.[1] ?? '';
  if (!['{z}', '{x}', '{y}'].every((part) => path.includes(part)))
    read.fault(
      'MAP_TILE_URL must hold {z}, {x} and {y} behind its host: https://tiles.example/{z}/{x}/{y}.png',
    );
  return { url, attribution };
}
