// Reads an OpenStreetMap file as map features: points, lines and areas with their tags. Two passes: the relations first, to
// know which ways are parts of areas; then nodes, ways and relations.
import { assembleRings } from './assemble-rings.ts';
import { extractBounds } from './extract-bounds.ts';
import { NodeTable } from './node-table.ts';
import type { OsmBounds, OsmMember, OsmTags } from './osm-elements.ts';
import { readOsmFile } from './osm-file.ts';

/** Longitude and latitude in turn. */
export type Coordinates = Float64Array;

export type FeatureShape =
  | { readonly kind: 'point'; readonly longitude: number; readonly latitude: number }
  | { readonly kind: 'line'; readonly line: Coordinates; readonly nodeIds: readonly number[] }
  /** Closed rings, the first point repeated at the end. */
  | { readonly kind: 'area'; readonly outer: readonly Coordinates[]; readonly inner: readonly Coordinates[] };

export interface MapFeature {
  /** Unique within a file: `n`, `w` or `r`, and the id. */
  readonly id: string;
  readonly tags: OsmTags;
  readonly shape: FeatureShape;
}

export interface FeatureReading {
  /** Which elements matter to the caller. */
  readonly wants: (tags: OsmTags) => boolean;
  /** Whether a closed way is an area; otherwise it is a line. */
  readonly isArea: (tags: OsmTags) => boolean;
  readonly visit: (feature: MapFeature) => void;
  readonly signal?: AbortSignal | undefined;
  /** Bytes of both passes, so up to twice the size of the file, and the number of nodes read. */
  readonly onProgress?: ((progress: { readonly bytes: number; readonly nodes: number }) => void) | undefined;
}

interface AreaRelation {
  readonly tags: OsmTags;
  readonly members: readonly OsmMember[];
}

/** Returns where the file has data, within the bounds that its header states. */
export async function readMapFeatures(
  path: string,
  reading: FeatureReading,
): Promise<{ readonly bounds: OsmBounds }> {
  const { wants, isArea, visit, signal, onProgress } = reading;
  const areas = new Map<number, AreaRelation>();
  const memberWays = new Map<number, readonly number[]>();
  let firstPassBytes = 0;
  await readOsmFile(
    path,
    {
      relation: (id, members, tags) => {
        if (tags['type'] !== 'multipolygon' && tags['type'] !== 'boundary') return;
        if (!wants(tags)) return;
        areas.set(id, { tags, members: members.filter(({ type }) => type === 'way') });
        for (const { type, id: wayId } of members) if (type === 'way') memberWays.set(wayId, []);
      },
    },
    {
      signal,
      onProgress: (bytes) => {
        firstPassBytes = bytes;
        onProgress?.({ bytes, nodes: 0 });
      },
    },
  );
  const nodes = new NodeTable();
  const header = await readOsmFile(
    path,
    {
      node: (id, longitude, latitude, tags) => {
        nodes.add(id, longitude, latitude);
        if (tags && wants(tags)) visit({ id: `n${id}`, tags, shape: { kind: 'point', longitude, latitude } });
      },
      way: (id, nodeIds, tags) => {
        if (memberWays.has(id)) memberWays.set(id, [...nodeIds]);
        if (!wants(tags)) return;
        const line = nodes.lineOf(nodeIds);
        if (line.length < 4) return;
        const isClosed =
          nodeIds.length > 3 && nodeIds[0] === nodeIds.at(-1) && line.length === nodeIds.length * 2;
        visit({
          id: `w${id}`,
          tags,
          shape:
            isClosed && isArea(tags)
              ? { kind: 'area', outer: [line], inner: [] }
              : { kind: 'line', line, nodeIds: [...nodeIds] },
        });
      },
      relation: (id) => {
        const area = areas.get(id);
        if (!area) return;
        const outer = ringsOf(area, (role) => role !== 'inner', memberWays, nodes);
        const inner = ringsOf(area, (role) => role === 'inner', memberWays, nodes);
        if (outer.length > 0) visit({ id: `r${id}`, tags: area.tags, shape: { kind: 'area', outer, inner } });
      },
    },
    { signal, onProgress: (bytes) => onProgress?.({ bytes: firstPassBytes + bytes, nodes: nodes.size }) },
  );
  return { bounds: extractBounds(header.bounds, nodes.bounds()) };
}

function ringsOf(
  { members }: AreaRelation,
  hasRole: (role: string) => boolean,
  memberWays: ReadonlyMap<number, readonly number[]>,
  nodes: NodeTable,
): Coordinates[] {
  const ways = members.filter(({ role }) => hasRole(role)).map(({ id }) => memberWays.get(id) ?? []);
  return assembleRings(ways)
    .map((ring) => nodes.lineOf(ring))
    .filter((ring) => ring.length >= 8);
}
