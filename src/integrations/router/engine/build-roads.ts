// Builds the roads of a map region: the engine's own program writes tiles into a fresh folder, which become one tar file. The
// engine maps that file into memory, so that a replaced archive stays readable for a process that has it open.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { tarEnd, tarHeader, tarPadding } from '../../../lib/tar.ts';
import type { EngineFiles } from './engine-package.ts';
import { startEngineProgram } from './engine-process.ts';
import { buildingSettings } from './engine-settings.ts';

export interface RoadArchive {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Version of the engine. */
  readonly engine: string;
}

export interface BuildOptions {
  readonly extract: string;
  /** Empty, and on a disk with room for the tiles. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

const MAX_THREADS = 2;
const KEPT_LINES = 20;
/** The program goes on without roads, and then usually fails, in different ways. */
const NO_ROADS = /Finished with 0 (?:nodes contained in )?routable ways/;
/** Messages of the program, in order, and the share of its time that has passed then (measured with an extract of 24 MB). */
const STAGES: readonly (readonly [message: RegExp, share: number])[] = [
  [/Parsing ways/, 0.02],
  [/Parsing relations/, 0.2],
  [/Parsing nodes/, 0.25],
  [/Creating graph edges/, 0.35],
  [/Building \d+ tiles/, 0.45],
  [/Enhancing local graph/, 0.7],
  [/HierarchyBuilder/, 0.8],
  [/Forming shortcuts|ShortcutBuilder/, 0.85],
  [/Validating/, 0.92],
];

/** null if the extract has no roads. Throws if the program fails. */
export async function buildRoads(engine: EngineFiles, options: BuildOptions): Promise<RoadArchive | null> {
  const { folder, extract, signal, onProgress } = options;
  const tiles = join(folder, 'tiles');
  await mkdir(tiles, { recursive: true });
  const settings = join(folder, 'settings.json');
  const threads = Math.min(MAX_THREADS, availableParallelism());
  await writeFile(settings, JSON.stringify(buildingSettings(tiles, threads)));
  signal.throwIfAborted();
  // The working directory is the folder, because the program writes a list of duplicate ways there.
  const child = startEngineProgram(engine.builder, ['-c', settings, extract], folder);
  const stop = () => child.disconnect();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const lines: string[] = [];
    let hasNoRoads = false;
    const read = (line: string) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      hasNoRoads ||= NO_ROADS.test(line);
      const share = STAGES.find(([message]) => message.test(line))?.[1];
      if (share !== undefined) onProgress(share);
    };
    const readers = [child.stdout, child.stderr].flatMap((stream) =>
      stream ? [createInterface({ input: stream }).on('line', read)] : [],
    );
    // Not `close` of the process: Node does not emit it if the channel was closed before the process had started.
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    const [code] = await Promise.all([ended, ...readers.map((reader) => once(reader, 'close'))]);
    signal.throwIfAborted();
    if (hasNoRoads) return null;
    if (code !== 0)
      throw new Error(
        `Building the roads failed: ${reasonOf(lines)}. Check the extract with "osmium fileinfo -e".`,
      );
  } finally {
    signal.removeEventListener('abort', stop);
    if (child.connected) child.disconnect();
  }
  return writeArchive(tiles, join(folder, 'roads.tar'), engine.version);
}

function reasonOf(lines: readonly string[]): string {
  const line =
    lines.findLast((each) => /what\(\)|\[ERROR\]/.test(each)) ??
    lines.findLast((each) => each.startsWith('ended by')) ??
    lines.at(-1) ??
    'no message';
  return line
    .replace(/^.*\[ERROR\]\s*|^\s*what\(\):\s*/, '')
    .slice(0, 300)
    .replace(/\.$/, '');
}

/** In the order of names, so that the same tiles give the same file. */
async function writeArchive(tiles: string, path: string, engine: string): Promise<RoadArchive | null> {
  const found = await readdir(tiles, { recursive: true, withFileTypes: true });
  const names = found
    .filter((entry) => entry.isFile() && entry.name.endsWith('.gph'))
    .map((entry) => relative(tiles, join(entry.parentPath, entry.name)))
    .sort();
  if (names.length === 0) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    archiveOf(tiles, names),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    // Servers recognise the archive by its size: after a power failure it must not have the size without the content.
    createWriteStream(path, { flush: true }),
  );
  return { path, bytes, sha256: hash.digest('hex'), engine };
}

async function* archiveOf(folder: string, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) {
    const { size } = await stat(join(folder, name));
    yield tarHeader({ path: name, size });
    for await (const chunk of createReadStream(join(folder, name))) yield chunk as Buffer;
    yield tarPadding(size);
  }
  yield tarEnd;
}
