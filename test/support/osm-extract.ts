// Writes OpenStreetMap extracts (.osm.pbf), so that a real routing engine can be tested with artificial streets. Contains
// only what streets need: nodes without tags, ways with tags, uncompressed blocks.
// Format: https://wiki.openstreetmap.org/wiki/PBF_Format

export interface StreetNode {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Street {
  readonly id: number;
  readonly nodeIds: readonly number[];
  readonly tags: Readonly<Record<string, string>>;
}

/** The bytes of an extract. Nodes and ways must have ascending ids, as in common extracts. */
export function osmExtract(nodes: readonly StreetNode[], streets: readonly Street[]): Buffer {
  const strings = [...new Set(['', ...streets.flatMap(({ tags }) => Object.entries(tags).flat())])];
  const header = Buffer.concat(
    ['OsmSchema-V0.6', 'DenseNodes'].map((feature) => field(4, Buffer.from(feature))),
  );
  const body = Buffer.concat([
    field(1, Buffer.concat(strings.map((text) => field(1, Buffer.from(text))))),
    field(2, field(2, denseNodes(nodes))),
    field(2, Buffer.concat(streets.map((street) => field(3, way(street, strings))))),
  ]);
  return Buffer.concat([block('OSMHeader', header), block('OSMData', body)]);
}

function block(type: string, content: Buffer): Buffer {
  const blob = field(1, content);
  const header = Buffer.concat([field(1, Buffer.from(type)), varint(tag(3, 0)), varint(blob.length)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, blob]);
}

function denseNodes(nodes: readonly StreetNode[]): Buffer {
  const tenMillionths = (degrees: number) => Math.round(degrees * 1e7);
  return Buffer.concat([
    field(1, packed(deltas(nodes.map(({ id }) => id)).map(zigzag))),
    field(8, packed(deltas(nodes.map(({ latitude }) => tenMillionths(latitude))).map(zigzag))),
    field(9, packed(deltas(nodes.map(({ longitude }) => tenMillionths(longitude))).map(zigzag))),
  ]);
}

function way({ id, nodeIds, tags }: Street, strings: readonly string[]): Buffer {
  const indexes = (texts: readonly string[]) => packed(texts.map((text) => strings.indexOf(text)));
  return Buffer.concat([
    varint(tag(1, 0)),
    varint(id),
    field(2, indexes(Object.keys(tags))),
    field(3, indexes(Object.values(tags))),
    field(8, packed(deltas(nodeIds).map(zigzag))),
  ]);
}

function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([varint(tag(number, 2)), varint(content.length), content]);
}

function tag(number: number, wireType: 0 | 2): number {
  return number * 8 + wireType;
}

function packed(values: readonly number[]): Buffer {
  return Buffer.concat(values.map(varint));
}

/** Arithmetic instead of bit operations: longitudes exceed 32 bits. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}

function deltas(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}
