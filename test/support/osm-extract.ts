// Writes OpenStreetMap extracts (.osm.pbf), so that imports and a real routing engine can be tested with artificial maps.
// Format: https://wiki.openstreetmap.org/wiki/PBF_Format
import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import type { OsmBounds, OsmMember, OsmTags } from '../../src/integrations/osm/osm-elements.ts';

export interface MapNode {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly tags?: OsmTags;
}

export interface MapWay {
  readonly id: number;
  readonly nodeIds: readonly number[];
  readonly tags: OsmTags;
}

export interface MapRelation {
  readonly id: number;
  readonly members: readonly OsmMember[];
  readonly tags: OsmTags;
}

export interface MapElements {
  readonly nodes: readonly MapNode[];
  readonly ways?: readonly MapWay[];
  readonly relations?: readonly MapRelation[];
}

export interface ExtractOptions {
  /** Added to `required_features` of the header, which programs that read the file must support. */
  readonly requiredFeatures?: readonly string[];
  /** Field of the blob in which the data is sent: 1 uncompressed, 3 zlib, 6 LZ4 (the data is then not compressed). */
  readonly compression?: 1 | 3 | 6;
  /** What the header states. */
  readonly bounds?: OsmBounds;
  /** Seconds since 1970. */
  readonly dataTime?: number;
}

/** The bytes of an extract. The ids of nodes, ways and relations must be ascending, as in common extracts. */
export function osmExtract(elements: MapElements, options: ExtractOptions = {}): Buffer {
  return Buffer.concat([osmHeader(options), ...osmBlocks(elements, options)]);
}

export function osmHeader({
  requiredFeatures = [],
  compression = 3,
  bounds,
  dataTime,
}: ExtractOptions = {}): Buffer {
  const pbf = new PbfWriter();
  if (bounds) pbf.writeMessage(1, writeBounds, bounds);
  for (const feature of ['OsmSchema-V0.6', 'DenseNodes', ...requiredFeatures])
    pbf.writeStringField(4, feature);
  if (dataTime !== undefined) pbf.writeVarintField(32, dataTime);
  return blob('OSMHeader', pbf.finish(), compression);
}

function writeBounds({ west, east, north, south }: OsmBounds, pbf: PbfWriter): void {
  for (const [index, degrees] of [west, east, north, south].entries())
    pbf.writeSVarintField(index + 1, Math.round(degrees * 1e9));
}

/** Blocks of up to 8,000 elements, as common programs write them. */
export function osmBlocks(
  { nodes, ways = [], relations = [] }: MapElements,
  { compression = 3 }: ExtractOptions = {},
): Buffer[] {
  return [
    ...chunks(nodes).map((some) => dataBlock((pbf, at) => pbf.writeMessage(2, writeNodes, { some, at }))),
    ...chunks(ways).map((some) =>
      dataBlock((pbf, at) => {
        for (const way of some) pbf.writeMessage(3, writeWay, { way, at });
      }),
    ),
    ...chunks(relations).map((some) =>
      dataBlock((pbf, at) => {
        for (const relation of some) pbf.writeMessage(4, writeRelation, { relation, at });
      }),
    ),
  ].map((data) => blob('OSMData', data, compression));
}

function chunks<Element>(all: readonly Element[]): Element[][] {
  return Array.from({ length: Math.ceil(all.length / 8_000) }, (_, index) =>
    all.slice(index * 8_000, (index + 1) * 8_000),
  );
}

/** Index of a text in the table of the block. */
type IndexOf = (text: string) => number;

function dataBlock(writeGroup: (pbf: PbfWriter, at: IndexOf) => void): Uint8Array {
  const indexes = new Map([['', 0]]);
  const at: IndexOf = (text) => {
    const index = indexes.get(text) ?? indexes.size;
    indexes.set(text, index);
    return index;
  };
  const group = new PbfWriter();
  writeGroup(group, at);
  const groupBytes = group.finish();
  const pbf = new PbfWriter();
  pbf.writeMessage(
    1,
    (texts: readonly string[], table) => {
      for (const text of texts) table.writeStringField(1, text);
    },
    [...indexes.keys()],
  );
  pbf.writeBytesField(2, groupBytes);
  return pbf.finish();
}

function writeNodes({ some, at }: { some: readonly MapNode[]; at: IndexOf }, pbf: PbfWriter): void {
  const tenMillionths = (degrees: number) => Math.round(degrees * 1e7);
  pbf.writePackedSVarint(1, deltas(some.map(({ id }) => id)));
  pbf.writePackedSVarint(8, deltas(some.map(({ latitude }) => tenMillionths(latitude))));
  pbf.writePackedSVarint(9, deltas(some.map(({ longitude }) => tenMillionths(longitude))));
  if (some.some(({ tags }) => tags))
    pbf.writePackedVarint(
      10,
      some.flatMap(({ tags = {} }) => [...Object.entries(tags).flat().map(at), 0]),
    );
}

function writeWay({ way: { id, nodeIds, tags }, at }: { way: MapWay; at: IndexOf }, pbf: PbfWriter): void {
  pbf.writeVarintField(1, id);
  writeTags(tags, at, pbf);
  pbf.writePackedSVarint(8, deltas(nodeIds));
}

function writeRelation(
  { relation: { id, members, tags }, at }: { relation: MapRelation; at: IndexOf },
  pbf: PbfWriter,
): void {
  pbf.writeVarintField(1, id);
  writeTags(tags, at, pbf);
  pbf.writePackedVarint(
    8,
    members.map(({ role }) => at(role)),
  );
  pbf.writePackedSVarint(9, deltas(members.map((member) => member.id)));
  pbf.writePackedVarint(
    10,
    members.map(({ type }) => ['node', 'way', 'relation'].indexOf(type)),
  );
}

function writeTags(tags: OsmTags, at: IndexOf, pbf: PbfWriter): void {
  pbf.writePackedVarint(2, Object.keys(tags).map(at));
  pbf.writePackedVarint(3, Object.values(tags).map(at));
}

function blob(type: string, content: Uint8Array, compression: number): Buffer {
  const body = new PbfWriter();
  if (compression !== 1) body.writeVarintField(2, content.length);
  body.writeBytesField(compression, compression === 3 ? deflateSync(content) : content);
  const bytes = body.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, bytes.length);
  const headerBytes = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headerBytes.length);
  return Buffer.concat([length, headerBytes, bytes]);
}

function deltas(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}
