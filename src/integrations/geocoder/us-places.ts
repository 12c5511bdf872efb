// In-memory place data: ZIP codes, place names by state and state outlines. Loaded lazily, once.
import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { projectRoot } from '../../lib/project-root.ts';
import { normalizePlaceName } from './normalize-place-name.ts';
import { createStateShapes, decodeRings, type StateRings, type StateShapes } from './state-shapes.ts';

const DATA_FILE = new URL('reference-data/us-places.tsv.br', projectRoot);

export interface Point {
  readonly longitude: number;
  readonly latitude: number;
}

export interface ZipArea extends Point {
  readonly zip: string;
  readonly name: string;
  readonly state: string;
  /** False for PO-box, single-building and new ZIP codes: their point is only an estimate. */
  readonly hasArea: boolean;
}

/** All places with the same name in one state. */
export interface NamedPlace {
  readonly name: string;
  readonly state: string;
  readonly zips: readonly ZipArea[];
  /** Places of this name without their own post office, such as Manhattan or Hollywood. */
  readonly localities: readonly Point[];
}

export interface UsPlaces {
  readonly zips: ReadonlyMap<string, ZipArea>;
  /** By state code, then by normalized name. */
  readonly byState: ReadonlyMap<string, ReadonlyMap<string, NamedPlace>>;
  readonly shapes: StateShapes;
}

// Common names of some cities that the data does not contain.
const NICKNAMES: readonly (readonly [state: string, nickname: string, name: string])[] = [
  ['NY', 'nyc', 'New York'],
  ['CA', 'la', 'Los Angeles'],
  ['CA', 'sf', 'San Francisco'],
  ['NV', 'vegas', 'Las Vegas'],
  ['PA', 'philly', 'Philadelphia'],
  ['DC', 'dc', 'Washington'],
];

const LINES_PER_TURN = 2_000;

let loading: Promise<UsPlaces> | undefined;

export function loadUsPlaces(): Promise<UsPlaces> {
  loading ??= readDataFile().catch((error: unknown) => {
    // The next request tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readDataFile(): Promise<UsPlaces> {
  const text = await promisify(brotliDecompress)(await readFile(DATA_FILE));
  return readUsPlaces(text.toString('utf8'));
}

interface MutableNamedPlace {
  readonly name: string;
  readonly state: string;
  readonly zips: ZipArea[];
  readonly localities: Point[];
}

async function readUsPlaces(text: string): Promise<UsPlaces> {
  const zips = new Map<string, ZipArea>();
  const byState = new Map<string, Map<string, MutableNamedPlace>>();
  const rings: StateRings[] = [];
  const fold = memoizeLast(normalizePlaceName);
  const entryFor = (state: string, name: string) => {
    const names = getOrAdd(byState, state, () => new Map<string, MutableNamedPlace>());
    return getOrAdd(names, fold(name), () => ({ name, state, zips: [], localities: [] }));
  };
  for (const [index, line] of text.split('\n').entries()) {
    // Yields to the event loop: parsing takes a third of a second in total, which would block all other requests.
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
    const fields = line.split('\t');
    const kind = fields[0];
    if (kind === 'Z') {
      const area = readZip(fields);
      zips.set(area.zip, area);
      entryFor(area.state, area.name).zips.push(area);
    } else if (kind === 'L') {
      const [, name = '', state = '', latitude, longitude] = fields;
      entryFor(state, name).localities.push({ latitude: Number(latitude), longitude: Number(longitude) });
    } else if (kind === 'S') {
      rings.push({ state: fields[1] ?? '', rings: decodeRings(fields[2] ?? '') });
    }
  }
  for (const [state, nickname, name] of NICKNAMES) byState.get(state)?.set(nickname, entryFor(state, name));
  return { zips, byState, shapes: createStateShapes(rings) };
}

function readZip([, zip = '', name = '', state = '', latitude, longitude, flag]: string[]): ZipArea {
  return {
    zip,
    name,
    state,
    latitude: Number(latitude),
    longitude: Number(longitude),
    hasArea: flag !== 'p',
  };
}

/** Consecutive ZIP codes mostly share a name: caching the last result halves the work. */
function memoizeLast(fold: (name: string) => string): (name: string) => string {
  let last = { name: '', folded: '' };
  return (name) => {
    if (name !== last.name) last = { name, folded: fold(name) };
    return last.folded;
  };
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const present = map.get(key);
  if (present !== undefined) return present;
  const created = create();
  map.set(key, created);
  return created;
}
