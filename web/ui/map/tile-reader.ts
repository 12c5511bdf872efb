// Reads vector tiles (https://github.com/mapbox/vector-tile-spec, version 2) for drawing. Only what the map needs: libraries for
// all of the format are three times as large, and customers load this on phones.
import type { XY } from '../map-projection.ts';

export interface TileLayer {
  readonly name: string;
  /** Units of the tile's side. */
  readonly extent: number;
  readonly features: readonly TileFeature[];
}

export interface TileFeature {
  /** 1: points, 2: lines, 3: polygons. */
  readonly type: number;
  readonly properties: Readonly<Record<string, string | number>>;
  /** In units of the tile. The last point of a ring is not its first one again. */
  readonly lines: readonly (readonly XY[])[];
}

/** Throws if the tile is damaged. */
export function readTile(bytes: Uint8Array): readonly TileLayer[] {
  return valuesOf(bytes, 3).map(readLayer);
}

const decoder = new TextDecoder();

function readLayer(bytes: Uint8Array): TileLayer {
  const keys = valuesOf(bytes, 3).map((key) => decoder.decode(key));
  const values = valuesOf(bytes, 4).map(readValue);
  let extent = 4_096;
  for (const [field, value] of fieldsOf(bytes)) if (field === 5) extent = Number(value);
  return {
    name: decoder.decode(valuesOf(bytes, 1)[0]),
    extent,
    features: valuesOf(bytes, 2).map((feature) => readFeature(feature, keys, values)),
  };
}

function readFeature(
  bytes: Uint8Array,
  keys: readonly string[],
  values: readonly (string | number)[],
): TileFeature {
  const properties: Record<string, string | number> = {};
  let [type, lines]: [number, readonly XY[][]] = [0, []];
  for (const [field, value] of fieldsOf(bytes)) {
    if (typeof value === 'number') {
      if (field === 3) type = value;
    } else if (field === 4) lines = readGeometry(value);
    else if (field === 2) {
      const tags = [...varintsOf(value)];
      for (let tag = 0; tag < tags.length; tag += 2)
        properties[keys[tags[tag] ?? 0] ?? ''] = values[tags[tag + 1] ?? 0] ?? '';
    }
  }
  return { type, properties, lines };
}

function readValue(bytes: Uint8Array): string | number {
  for (const [field, value] of fieldsOf(bytes)) {
    if (typeof value === 'number') return field === 6 ? signed(value) : value;
    if (field === 1) return decoder.decode(value);
    const view = new DataView(value.buffer, value.byteOffset);
    return field === 2 ? view.getFloat32(0, true) : view.getFloat64(0, true);
  }
  return '';
}

const MOVE = 1;
const CLOSE = 7;

function readGeometry(bytes: Uint8Array): readonly XY[][] {
  const lines: XY[][] = [];
  let [command, count, x, y] = [0, 0, 0, 0];
  let dx: number | null = null;
  for (const value of varintsOf(bytes)) {
    if (count === 0) {
      [command, count] = [value & 7, value >> 3];
      // Without parameters.
      if (command === CLOSE) count = 0;
    } else if (dx === null) dx = signed(value);
    else {
      x += dx;
      y += signed(value);
      dx = null;
      count -= 1;
      if (command === MOVE) lines.push([]);
      lines.at(-1)?.push({ x, y });
    }
  }
  return lines;
}

/** Zigzag: 0, -1, 1, -2, 2, … */
const signed = (value: number) => (value % 2 === 1 ? (value + 1) / -2 : value / 2);

/** The messages or texts of a field. */
function valuesOf(bytes: Uint8Array, wanted: number): Uint8Array[] {
  const values: Uint8Array[] = [];
  for (const [field, value] of fieldsOf(bytes))
    if (field === wanted && typeof value !== 'number') values.push(value);
  return values;
}

type Field = readonly [field: number, value: number | Uint8Array];

/** Fields of a message of Protocol Buffers. */
function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) {
    const tag = nextVarint(reader);
    const [field, kind] = [tag >> 3, tag & 7];
    if (kind === 0) {
      yield [field, nextVarint(reader)];
      continue;
    }
    const length = kind === 2 ? nextVarint(reader) : kind === 5 ? 4 : 8;
    const start = reader.at;
    reader.at += length;
    if (reader.at > bytes.length) throw new RangeError('The tile is damaged.');
    yield [field, bytes.subarray(start, reader.at)];
  }
}

function* varintsOf(bytes: Uint8Array): Generator<number> {
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) yield nextVarint(reader);
}

function nextVarint(reader: { readonly bytes: Uint8Array; at: number }): number {
  for (let [value, scale] = [0, 1]; ; scale *= 128) {
    const byte = reader.bytes[reader.at];
    if (byte === undefined) throw new RangeError('The tile is damaged.');
    reader.at += 1;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
}
