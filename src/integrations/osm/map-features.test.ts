import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MapNode, osmExtract, osmHeader } from '../../../test/support/osm-extract.ts';
import { type MapFeature, readMapFeatures } from './map-features.ts';
import { readOsmFile, readOsmHeader } from './osm-file.ts';
import { DamagedOsmFile, UnsupportedOsmFile } from './osm-file-errors.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-osm-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function save(bytes: Uint8Array): string {
  const path = join(folder, 'map.osm.pbf');
  writeFileSync(path, bytes);
  return path;
}

async function featuresOf(path: string): Promise<MapFeature[]> {
  const features: MapFeature[] = [];
  await readMapFeatures(path, {
    wants: (tags) => Object.keys(tags).length > 0,
    isArea: ({ highway }) => highway === undefined,
    visit: (feature) => features.push(feature),
  });
  return features;
}

/** Corners of a square around a point, with these ids. */
const square = (ids: readonly [number, number, number, number], size: number): MapNode[] =>
  ids.map((id, corner) => ({
    id,
    longitude: corner === 0 || corner === 3 ? -size : size,
    latitude: corner < 2 ? -size : size,
  }));

const town = {
  nodes: [
    ...square([1, 2, 3, 4], 0.02),
    ...square([5, 6, 7, 8], 0.01),
    { id: 9, longitude: -76.6122, latitude: 39.2904, tags: { place: 'city', name: 'Baltimore' } },
  ],
  ways: [
    { id: 10, nodeIds: [1, 2, 3], tags: {} },
    { id: 11, nodeIds: [1, 4, 3], tags: {} },
    { id: 12, nodeIds: [5, 6, 7, 8, 5], tags: {} },
    { id: 13, nodeIds: [1, 2, 999], tags: { highway: 'residential', name: 'Calle Ñ' } },
    { id: 14, nodeIds: [5, 6, 7, 8, 5], tags: { building: 'yes' } },
  ],
  relations: [
    {
      id: 20,
      tags: { type: 'multipolygon', natural: 'water' },
      members: [
        { type: 'way', id: 10, role: 'outer' },
        { type: 'way', id: 11, role: 'outer' },
        { type: 'way', id: 12, role: 'inner' },
      ],
    },
    { id: 21, tags: { type: 'route' }, members: [{ type: 'way', id: 10, role: '' }] },
  ],
} as const;

describe('an OpenStreetMap extract', () => {
  it.each([1, 3] as const)(
    'is read as points, lines and areas with holes, compression %i',
    async (compression) => {
      const features = await featuresOf(save(osmExtract(town, { compression })));
      const shapes = new Map(features.map(({ id, shape }) => [id, shape]));
      expect([...shapes.keys()]).toEqual(['n9', 'w13', 'w14', 'r20']);
      expect(features[0]?.tags).toEqual({ place: 'city', name: 'Baltimore' });
      expect(shapes.get('n9')).toEqual({ kind: 'point', longitude: -76.6122, latitude: 39.2904 });
      // The third node of the street lies outside the extract.
      expect(shapes.get('w13')).toMatchObject({
        kind: 'line',
        line: Float64Array.of(-0.02, -0.02, 0.02, -0.02),
      });
      expect(shapes.get('w14')).toMatchObject({ kind: 'area', inner: [] });
      const water = shapes.get('r20');
      expect(water).toMatchObject({ kind: 'area', outer: [expect.any(Float64Array)] });
      if (water?.kind !== 'area') throw new Error('no water');
      // Two ways in opposite directions form one ring of five points.
      expect(water.outer[0]).toHaveLength(10);
      expect(water.inner[0]).toEqual(
        Float64Array.of(-0.01, -0.01, 0.01, -0.01, 0.01, 0.01, -0.01, 0.01, -0.01, -0.01),
      );
    },
  );

  it('is read across blocks, with ids and coordinates as differences', async () => {
    const nodes = Array.from({ length: 20_000 }, (_, index) => ({
      id: 12_000_000_000 + index * 3,
      longitude: -179.9 + index / 100,
      latitude: -80 + index / 200,
    }));
    const path = save(osmExtract({ nodes }));
    const seen: [number, number, number][] = [];
    let progress = 0;
    await readOsmFile(
      path,
      { node: (id, longitude, latitude) => seen.push([id, longitude, latitude]) },
      { onProgress: (bytes) => (progress = bytes) },
    );
    expect(seen).toHaveLength(20_000);
    const [id, longitude, latitude] = seen.at(-1) ?? [];
    expect([id, longitude?.toFixed(6), latitude?.toFixed(6)]).toEqual([
      12_000_059_997,
      (-179.9 + 199.99).toFixed(6),
      (-80 + 99.995).toFixed(6),
    ]);
    expect(progress).toBe(osmExtract({ nodes }).length);
  });

  it.each([
    ['an empty file', () => Buffer.alloc(0), DamagedOsmFile, 'empty'],
    ['a text', () => Buffer.from('<osm version="0.6">'), DamagedOsmFile, 'PBF format'],
    ['zeros', () => Buffer.alloc(100), DamagedOsmFile, 'PBF format'],
    ['a file that breaks off', () => osmExtract(town).subarray(0, -20), DamagedOsmFile, 'incomplete'],
    [
      'a file that breaks off in a length',
      () => Buffer.concat([osmHeader(), Buffer.of(0, 0)]),
      DamagedOsmFile,
      'incomplete',
    ],
    [
      'a damaged block',
      () => {
        const bytes = osmExtract(town);
        bytes.fill(7, bytes.length - 30);
        return bytes;
      },
      DamagedOsmFile,
      'damaged',
    ],
    [
      'a file with history',
      () => osmExtract(town, { requiredFeatures: ['HistoricalInformation'] }),
      UnsupportedOsmFile,
      'history',
    ],
    [
      'a file with unknown features',
      () => osmExtract(town, { requiredFeatures: ['Moon'] }),
      UnsupportedOsmFile,
      'Moon',
    ],
    ['another compression', () => osmExtract(town, { compression: 6 }), UnsupportedOsmFile, 'osmium cat'],
    [
      'an inverted box',
      () => osmExtract(town, { bounds: { west: -76.5, south: 39.2, east: -76.7, north: 39.3 } }),
      DamagedOsmFile,
      'The file is damaged: its bounds (longitude -76.5 to -76.7, latitude 39.2 to 39.3) are impossible.',
    ],
    [
      'a box upside down',
      () => osmExtract(town, { bounds: { west: -76.7, south: 39.3, east: -76.5, north: 39.2 } }),
      DamagedOsmFile,
      'The file is damaged: its bounds',
    ],
    [
      'a box beyond the Earth',
      () => osmExtract(town, { bounds: { west: -200, south: 39.2, east: -76.5, north: 39.3 } }),
      DamagedOsmFile,
      'The file is damaged: its bounds',
    ],
    [
      'a box across the antimeridian',
      () => osmExtract(town, { bounds: { west: 170, south: 50, east: -140, north: 70 } }),
      UnsupportedOsmFile,
      'crosses the antimeridian (longitude 180 degrees). Divide it:',
    ],
    [
      'data on both sides of the antimeridian',
      () =>
        osmExtract({
          nodes: [-179, 179].map((longitude, id) => ({ id, longitude, latitude: 52 })),
        }),
      UnsupportedOsmFile,
      'crosses the antimeridian',
    ],
    [
      'a box that does not contain the data',
      () => osmExtract(town, { bounds: { west: 9.4, south: 47, east: 9.7, north: 47.3 } }),
      DamagedOsmFile,
      'The file is damaged: it has no data within its bounds',
    ],
    [
      'an impossible time',
      () => osmExtract(town, { dataTime: 2 ** 52 }),
      DamagedOsmFile,
      'The file is damaged: the time of its data (4503599627370496 seconds after 1970) is impossible',
    ],
    [
      'a node beyond the Earth',
      () => osmExtract({ nodes: [{ id: 7, longitude: 200, latitude: 100 }] }),
      DamagedOsmFile,
      'The file is damaged: node 7 lies at longitude 200, latitude 100.',
    ],
    [
      'a name with a NUL character',
      () => osmExtract({ ...town, ways: [{ id: 1, nodeIds: [1, 2], tags: { name: 'Main\0Street' } }] }),
      DamagedOsmFile,
      'The file is damaged: a text contains a NUL character',
    ],
    [
      'a name of 600 KB',
      () => osmExtract({ ...town, ways: [{ id: 1, nodeIds: [1, 2], tags: { name: 'x'.repeat(600_000) } }] }),
      DamagedOsmFile,
      'The file is damaged: a text has 600000 bytes; OpenStreetMap allows 255 characters.',
    ],
    ['no elements', () => osmExtract({ nodes: [] }), DamagedOsmFile, 'The file contains no map data.'],
    [
      'no elements within bounds',
      () => osmExtract({ nodes: [] }, { bounds: { west: -76.7, south: 39.2, east: -76.5, north: 39.3 } }),
      DamagedOsmFile,
      'The file contains no map data.',
    ],
    [
      'unsorted nodes',
      () => osmExtract({ nodes: town.nodes.toReversed() }),
      UnsupportedOsmFile,
      'osmium sort',
    ],
  ])('refuses %s with a message that helps', async (_name, bytes, kind, words) => {
    const failure = await featuresOf(save(bytes())).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    expect((failure as Error).message).toContain(words);
  });

  it('limits the bounds of a header to the data', async () => {
    const world = { west: -180, south: -90, east: 180, north: 90 };
    const at = { longitude: -76.6, latitude: 39.3 };
    const path = save(osmExtract({ nodes: [{ id: 1, ...at }] }, { bounds: world }));
    const { bounds } = await readMapFeatures(path, {
      wants: () => true,
      isArea: () => false,
      visit: () => {},
    });
    expect(bounds.west).toBeCloseTo(-76.7);
    expect(bounds.north).toBeCloseTo(39.4);
  });

  it('stops when the signal is aborted', async () => {
    const path = save(osmExtract(town));
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(readOsmFile(path, {}, { signal })).rejects.toThrow('stop');
  });
});

const baltimore = fileURLToPath(new URL('../../../../shared/data/osm/baltimore.osm.pbf', import.meta.url));
if (existsSync(baltimore))
  describe('a real extract', () => {
    it('is read completely', async () => {
      expect((await readOsmHeader(baltimore)).bounds?.west).toBeCloseTo(-76.6081);
      const counts = { node: 0, way: 0, relation: 0 };
      await readOsmFile(baltimore, {
        node: () => (counts.node += 1),
        way: () => (counts.way += 1),
        relation: () => (counts.relation += 1),
      });
      expect(counts).toEqual({ node: 51_385, way: 7_230, relation: 167 });
    });
  });
