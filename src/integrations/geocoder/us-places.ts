// In-memory place data: ZIP codes, place names by state and state outlines. Loaded lazily, once, for both environments.
//
// The data stays the text that it is in the file, outside the JavaScript heap: 2 MB instead of 26 MB of objects. Reading it
// finds only where each line begins; a line is parsed when its place is looked up, and the names of a state are indexed
// when the state is first used.
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
  readonly zips: ZipTable;
  /** By state code. */
  readonly byState: ReadonlyMap<string, StatePlaces>;
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

const LINES_PER_TURN = 5_000;

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
  return readUsPlaces(await promisify(brotliDecompress)(await readFile(DATA_FILE)));
}

const [NEWLINE, TAB, ZIP_LINE, LOCALITY_LINE, STATE_LINE] = ['\n', '\t', 'Z', 'L', 'S'].map((character) =>
  character.charCodeAt(0),
) as [number, number, number, number, number];

async function readUsPlaces(text: Buffer): Promise<UsPlaces> {
  const zipLines: number[] = [];
  const linesByState = new Map<string, number[]>();
  const rings: StateRings[] = [];
  for (let line = 0, count = 1; line < text.length; line = text.indexOf(NEWLINE, line) + 1, count += 1) {
    // Yields to the event loop: other requests must not wait for all lines.
    if (count % LINES_PER_TURN === 0) await nextTurn();
    const kind = text[line];
    if (kind === STATE_LINE) {
      const [, state = '', encoded = ''] = fieldsAt(text, line);
      rings.push({ state, rings: decodeRings(encoded) });
      linesByState.set(state, []);
    } else if (kind === ZIP_LINE || kind === LOCALITY_LINE) {
      if (kind === ZIP_LINE) zipLines.push(line);
      linesByState.get(stateAt(text, line))?.push(line);
    }
  }
  const states = [...linesByState].map(
    ([state, lines]) => [state, new StatePlaces(text, state, Uint32Array.from(lines))] as const,
  );
  return {
    zips: new ZipTable(text, Uint32Array.from(zipLines)),
    byState: new Map(states),
    shapes: createStateShapes(rings),
  };
}

/** The ZIP codes of the country; the file lists them in ascending order. */
export class ZipTable {
  readonly #text: Buffer;
  readonly #lines: Uint32Array;

  constructor(text: Buffer, lines: Uint32Array) {
    this.#text = text;
    this.#lines = lines;
  }

  get size(): number {
    return this.#lines.length;
  }

  /** Binary search. */
  get(zip: string): ZipArea | undefined {
    let [from, to] = [0, this.#lines.length - 1];
    while (from <= to) {
      const middle = (from + to) >> 1;
      const area = this.at(middle);
      if (area.zip === zip) return area;
      if (area.zip < zip) from = middle + 1;
      else to = middle - 1;
    }
    return undefined;
  }

  at(index: number): ZipArea {
    return readZip(fieldsAt(this.#text, this.#lines[index] ?? 0));
  }

  /** Index and coordinates of each ZIP code with an area, read from the end of its line without parsing the rest. */
  *areas(): Generator<readonly [index: number, longitude: number, latitude: number]> {
    const text = this.#text;
    for (const [index, line] of this.#lines.entries()) {
      const end = text.indexOf(NEWLINE, line);
      if (text[end - 1] !== TAB) continue;
      const beforeLongitude = text.lastIndexOf(TAB, end - 2);
      const beforeLatitude = text.lastIndexOf(TAB, beforeLongitude - 1);
      const numberIn = (from: number, to: number) => Number(text.toString('latin1', from + 1, to));
      yield [index, numberIn(beforeLongitude, end - 1), numberIn(beforeLatitude, beforeLongitude)];
    }
  }
}

/** The named places of one state. */
export class StatePlaces {
  readonly #text: Buffer;
  readonly #state: string;
  readonly #lines: Uint32Array;
  /** Lines of each normalized name; undefined until the first look-up. */
  #linesByName: Map<string, number[]> | undefined;

  constructor(text: Buffer, state: string, lines: Uint32Array) {
    this.#text = text;
    this.#state = state;
    this.#lines = lines;
  }

  /** Normalized names. */
  names(): Iterable<string> {
    return this.#index().keys();
  }

  /** By normalized name. */
  get(name: string): NamedPlace | undefined {
    const lines = this.#index()
      .get(name)
      ?.map((line) => fieldsAt(this.#text, line));
    const first = lines?.[0];
    if (!lines || !first) return undefined;
    const isZip = ([kind]: readonly string[]) => kind === 'Z';
    return {
      name: nameOf(first),
      state: this.#state,
      zips: lines.filter(isZip).map(readZip),
      localities: lines.filter((fields) => !isZip(fields)).map(readLocality),
    };
  }

  /** Places without their own post office. */
  localities(): (Point & { readonly name: string; readonly state: string })[] {
    return [...this.#lines]
      .filter((line) => this.#text[line] === LOCALITY_LINE)
      .map((line) => fieldsAt(this.#text, line))
      .map((fields) => ({ name: nameOf(fields), state: this.#state, ...readLocality(fields) }));
  }

  #index(): Map<string, number[]> {
    this.#linesByName ??= this.#indexNames();
    return this.#linesByName;
  }

  #indexNames(): Map<string, number[]> {
    const index = new Map<string, number[]>();
    const fold = memoizeLast(normalizePlaceName);
    for (const line of this.#lines) {
      const name = fold(nameOf(fieldsAt(this.#text, line)));
      const lines = index.get(name);
      if (lines) lines.push(line);
      else index.set(name, [line]);
    }
    for (const [state, nickname, name] of NICKNAMES)
      if (state === this.#state) index.set(nickname, index.get(fold(name)) ?? []);
    return index;
  }
}

/** Kind, then: ZIP code, name, state, latitude, longitude, flag; or name, state, latitude, longitude. */
function fieldsAt(text: Buffer, line: number): string[] {
  return text.toString('utf8', line, text.indexOf(NEWLINE, line)).split('\t');
}

/** The state of a line without parsing the rest. */
function stateAt(text: Buffer, line: number): string {
  const tabs = text[line] === ZIP_LINE ? 3 : 2;
  let at = line;
  for (let seen = 0; seen < tabs; at += 1) if (text[at] === TAB) seen += 1;
  return text.toString('latin1', at, text.indexOf(TAB, at));
}

function nameOf(fields: readonly string[]): string {
  return fields[fields[0] === 'Z' ? 2 : 1] ?? '';
}

function readZip([, zip = '', name = '', state = '', latitude, longitude, flag]: readonly string[]): ZipArea {
  return {
    zip,
    name,
    state,
    latitude: Number(latitude),
    longitude: Number(longitude),
    hasArea: flag !== 'p',
  };
}

function readLocality([, , , latitude, longitude]: readonly string[]): Point {
  return { latitude: Number(latitude), longitude: Number(longitude) };
}

/** Consecutive ZIP codes mostly share a name: caching the last result halves the work. */
function memoizeLast(fold: (name: string) => string): (name: string) => string {
  let last = { name: '', folded: '' };
  return (name) => {
    if (name !== last.name) last = { name, folded: fold(name) };
    return last.folded;
  };
}
