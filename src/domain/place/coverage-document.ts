// Parser for the coverage of a service area: `"everywhere"` or a GeoJSON geometry.
import { type DocumentReader, join } from '../../lib/document-reader.ts';
import type { Coverage, PolygonRings, Position, Ring } from './coverage.ts';

/** A closed triangle. */
const MIN_RING_POSITIONS = 4;

export function readCoverage(reader: DocumentReader, value: unknown, path: string): Coverage {
  if (value === 'everywhere') return 'everywhere';
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) {
    reader.fail(path, 'must be "everywhere" or a GeoJSON Polygon or MultiPolygon');
    return 'everywhere';
  }
  const geometry = reader.object(value, path, ['type', 'coordinates']);
  const type = reader.oneOf(geometry['type'], join(path, 'type'), ['Polygon', 'MultiPolygon']);
  const coordinates = geometry['coordinates'];
  const at = join(path, 'coordinates');
  const readRings = (item: unknown, itemPath: string) => readPolygon(reader, item, itemPath);
  return type === 'Polygon'
    ? { type, coordinates: readRings(coordinates, at) }
    : { type, coordinates: reader.list(coordinates, at, readRings, 1) };
}

function readPolygon(reader: DocumentReader, value: unknown, path: string): PolygonRings {
  return reader.list(value, path, (item, itemPath) => readRing(reader, item, itemPath), 1);
}

function readRing(reader: DocumentReader, value: unknown, path: string): Ring {
  const ring = reader.list(
    value,
    path,
    (item, itemPath) => readPosition(reader, item, itemPath),
    MIN_RING_POSITIONS,
  );
  const [first, last] = [ring[0], ring.at(-1)];
  if (first !== undefined && last !== undefined && (first[0] !== last[0] || first[1] !== last[1])) {
    reader.fail(path, 'must be closed: its last position must repeat the first');
  }
  if (ring.length > 0 && ring.every(([longitude, latitude]) => looksSwapped(longitude, latitude))) {
    reader.fail(path, 'appears to be [latitude, longitude]; a position is [longitude, latitude]');
  }
  return ring;
}

/** As written, the point is in or near Antarctica; with the coordinates swapped, it is in the United States. */
function looksSwapped(longitude: number, latitude: number): boolean {
  return latitude < -60 && longitude > 10 && longitude < 75;
}

function readPosition(reader: DocumentReader, value: unknown, path: string): Position {
  if (!Array.isArray(value) || value.length !== 2) {
    reader.fail(path, 'must be a position: [longitude, latitude]');
    return [0, 0];
  }
  return [
    reader.number(value[0], `${path}[0]`, { min: -180, max: 180 }),
    reader.number(value[1], `${path}[1]`, { min: -90, max: 90 }),
  ];
}
