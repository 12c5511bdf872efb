// Decodes the blocks of an OpenStreetMap PBF file: https://wiki.openstreetmap.org/wiki/PBF_Format
import { PbfReader } from 'pbf';
import { isLatitude, isLongitude, requirePossibleBounds } from './extract-bounds.ts';
import type { OsmBounds, OsmHeader, OsmMember, OsmTags, OsmVisitor } from './osm-elements.ts';
import { DamagedOsmFile, UnsupportedOsmFile } from './osm-file-errors.ts';

/** Features that a reader must know to understand the file. */
const KNOWN_FEATURES: readonly string[] = ['OsmSchema-V0.6', 'DenseNodes'];
const NANODEGREES = 1e9;
/** OpenStreetMap allows 255 characters of up to four bytes. The routing engine refuses longer texts, as osmium does. */
const MAX_TEXT_BYTES = 1_024;
/** In the year 2106: PostgreSQL and JavaScript know no time far behind it. */
const MAX_SECONDS = 2 ** 32;
const MEMBER_TYPES = ['node', 'way', 'relation'] as const;

export function readHeaderBlock(data: Uint8Array): OsmHeader {
  const header = { bounds: null, dataTime: null } as {
    -readonly [Key in keyof OsmHeader]: OsmHeader[Key];
  };
  const unknown: string[] = [];
  new PbfReader(data).readFields((field, _result, pbf) => {
    if (field === 1) header.bounds = pbf.readMessage(readBounds, { ...NO_BOUNDS });
    else if (field === 4)
      unknown.push(...[pbf.readString()].filter((name) => !KNOWN_FEATURES.includes(name)));
    else if (field === 32) header.dataTime = timeOf(pbf.readVarint());
  }, null);
  if (unknown.includes('HistoricalInformation'))
    throw new UnsupportedOsmFile(
      'The file contains the history of the map. Use an extract of the current data.',
    );
  if (unknown.length > 0)
    throw new UnsupportedOsmFile(
      `The file needs features that Waybill does not know: ${unknown.join(', ')}. Convert it: osmium cat input.osm.pbf -o output.osm.pbf`,
    );
  if (header.bounds) requirePossibleBounds(header.bounds);
  return header;
}

/** Some programs write 0 for an unknown time. */
function timeOf(seconds: number): Date | null {
  if (seconds > MAX_SECONDS)
    throw new DamagedOsmFile(
      `The file is damaged: the time of its data (${seconds} seconds after 1970) is impossible. Download it again.`,
    );
  return seconds === 0 ? null : new Date(seconds * 1_000);
}

const NO_BOUNDS = { west: 0, south: 0, east: 0, north: 0 };

function readBounds(
  field: number,
  bounds: { -readonly [Key in keyof OsmBounds]: number },
  pbf: PbfReader,
): void {
  if (field === 1) bounds.west = pbf.readSVarint() / NANODEGREES;
  else if (field === 2) bounds.east = pbf.readSVarint() / NANODEGREES;
  else if (field === 3) bounds.north = pbf.readSVarint() / NANODEGREES;
  else if (field === 4) bounds.south = pbf.readSVarint() / NANODEGREES;
}

interface Block {
  strings: Uint8Array[];
  /** Texts that were needed so far: most strings of a block belong to elements that are skipped. */
  texts: (string | undefined)[];
  /** Beginnings of the groups of elements: they are decoded after the strings and the scale are known. */
  groups: number[];
  granularity: number;
  latitudeOffset: number;
  longitudeOffset: number;
}

export function readPrimitiveBlock(data: Uint8Array, visitor: OsmVisitor): void {
  const pbf = new PbfReader(data);
  const block: Block = {
    strings: [],
    texts: [],
    groups: [],
    granularity: 100,
    latitudeOffset: 0,
    longitudeOffset: 0,
  };
  pbf.readFields(readBlockField, block);
  for (const start of block.groups) {
    pbf.pos = start;
    const end = pbf.readVarint() + pbf.pos;
    pbf.readFields((field) => readGroupField(field, block, pbf, visitor), null, end);
  }
}

function readBlockField(field: number, block: Block, pbf: PbfReader): void {
  if (field === 1) pbf.readMessage(readStrings, block);
  else if (field === 2) block.groups.push(pbf.pos);
  else if (field === 17) block.granularity = pbf.readVarint();
  else if (field === 19) block.latitudeOffset = pbf.readVarint(true);
  else if (field === 20) block.longitudeOffset = pbf.readVarint(true);
}

function readStrings(field: number, block: Block, pbf: PbfReader): void {
  if (field !== 1) return;
  const text = pbf.readBytes();
  // PostgreSQL refuses it, and the routing engine crashes.
  if (text.includes(0))
    throw new DamagedOsmFile(
      'The file is damaged: a text contains a NUL character. Download it again and compare its checksum.',
    );
  if (text.length > MAX_TEXT_BYTES)
    throw new DamagedOsmFile(
      `The file is damaged: a text has ${text.length} bytes; OpenStreetMap allows 255 characters. Download it again and compare its checksum.`,
    );
  block.strings.push(text);
}

function readGroupField(field: number, block: Block, pbf: PbfReader, visitor: OsmVisitor): void {
  if (field === 1 && visitor.node) readNode(block, pbf, visitor.node.bind(visitor));
  else if (field === 2 && visitor.node) readDenseNodes(block, pbf, visitor.node.bind(visitor));
  else if (field === 3 && visitor.way) readWay(block, pbf, visitor.way.bind(visitor));
  else if (field === 4 && visitor.relation) readRelation(block, pbf, visitor.relation.bind(visitor));
}

const degrees = (block: Block, offset: number, value: number) =>
  (offset + block.granularity * value) / NANODEGREES;

function readNode(block: Block, pbf: PbfReader, visit: NonNullable<OsmVisitor['node']>): void {
  let [id, latitude, longitude] = [0, 0, 0];
  const [keys, values]: [number[], number[]] = [[], []];
  readMessageFields(pbf, (field) => {
    if (field === 1) id = pbf.readSVarint();
    else if (field === 2) pbf.readPackedVarint(keys);
    else if (field === 3) pbf.readPackedVarint(values);
    else if (field === 8) latitude = pbf.readSVarint();
    else if (field === 9) longitude = pbf.readSVarint();
  });
  visitNode(
    visit,
    block,
    id,
    longitude,
    latitude,
    keys.length === 0 ? undefined : tagsOf(block, keys, values),
  );
}

function visitNode(
  visit: NonNullable<OsmVisitor['node']>,
  block: Block,
  id: number,
  x: number,
  y: number,
  tags: OsmTags | undefined,
): void {
  const longitude = degrees(block, block.longitudeOffset, x);
  const latitude = degrees(block, block.latitudeOffset, y);
  if (!isLongitude(longitude) || !isLatitude(latitude))
    throw new DamagedOsmFile(
      `The file is damaged: node ${id} lies at longitude ${longitude}, latitude ${latitude}. Download it again and compare its checksum.`,
    );
  visit(id, longitude, latitude, tags);
}

function readDenseNodes(block: Block, pbf: PbfReader, visit: NonNullable<OsmVisitor['node']>): void {
  const [ids, latitudes, longitudes, tagIndexes]: [number[], number[], number[], number[]] = [[], [], [], []];
  readMessageFields(pbf, (field) => {
    if (field === 1) pbf.readPackedSVarint(ids);
    else if (field === 8) pbf.readPackedSVarint(latitudes);
    else if (field === 9) pbf.readPackedSVarint(longitudes);
    else if (field === 10) pbf.readPackedVarint(tagIndexes);
  });
  // All are differences to the node before.
  let [id, latitude, longitude, tagAt] = [0, 0, 0, 0];
  for (let index = 0; index < ids.length; index += 1) {
    id += ids[index] ?? 0;
    latitude += latitudes[index] ?? 0;
    longitude += longitudes[index] ?? 0;
    // Pairs of key and value, ended by 0; the list is empty if no node of the group has tags.
    let tags: Record<string, string> | undefined;
    while (tagAt < tagIndexes.length && tagIndexes[tagAt] !== 0) {
      tags ??= {};
      tags[textAt(block, tagIndexes[tagAt])] = textAt(block, tagIndexes[tagAt + 1]);
      tagAt += 2;
    }
    tagAt += 1;
    visitNode(visit, block, id, longitude, latitude, tags);
  }
}

const reusedNodeIds: number[] = [];

function readWay(block: Block, pbf: PbfReader, visit: NonNullable<OsmVisitor['way']>): void {
  let id = 0;
  const [keys, values]: [number[], number[]] = [[], []];
  reusedNodeIds.length = 0;
  readMessageFields(pbf, (field) => {
    if (field === 1) id = pbf.readVarint(true);
    else if (field === 2) pbf.readPackedVarint(keys);
    else if (field === 3) pbf.readPackedVarint(values);
    else if (field === 8) pbf.readPackedSVarint(reusedNodeIds);
  });
  let nodeId = 0;
  for (let index = 0; index < reusedNodeIds.length; index += 1) {
    nodeId += reusedNodeIds[index] ?? 0;
    reusedNodeIds[index] = nodeId;
  }
  visit(id, reusedNodeIds, tagsOf(block, keys, values));
}

function readRelation(block: Block, pbf: PbfReader, visit: NonNullable<OsmVisitor['relation']>): void {
  let id = 0;
  const [keys, values, roles, memberIds, types]: number[][] = [[], [], [], [], []] as const;
  readMessageFields(pbf, (field) => {
    if (field === 1) id = pbf.readVarint(true);
    else if (field === 2) pbf.readPackedVarint(keys);
    else if (field === 3) pbf.readPackedVarint(values);
    else if (field === 8) pbf.readPackedVarint(roles);
    else if (field === 9) pbf.readPackedSVarint(memberIds);
    else if (field === 10) pbf.readPackedVarint(types);
  });
  let memberId = 0;
  const members = (memberIds ?? []).map((difference, index): OsmMember => {
    memberId += difference;
    const type = MEMBER_TYPES[types?.[index] ?? 0] ?? 'node';
    return { type, id: memberId, role: textAt(block, roles?.[index]) };
  });
  visit(id, members, tagsOf(block, keys ?? [], values ?? []));
}

function readMessageFields(pbf: PbfReader, read: (field: number) => void): void {
  pbf.readMessage(read, null);
}

function tagsOf(block: Block, keys: readonly number[], values: readonly number[]): OsmTags {
  const tags: Record<string, string> = {};
  for (let index = 0; index < keys.length; index += 1)
    tags[textAt(block, keys[index])] = textAt(block, values[index]);
  return tags;
}

const decoder = new TextDecoder();

function textAt({ strings, texts }: Block, index = 0): string {
  const known = texts[index];
  if (known !== undefined) return known;
  const text = decoder.decode(strings[index]);
  texts[index] = text;
  return text;
}
