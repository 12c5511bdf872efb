// Directory format of backups and exports: files, and a manifest with their sizes and checksums. The manifest is
// written last, so a directory without one is incomplete.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface BackupFile {
  /** Relative to the directory, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly files: readonly BackupFile[];
}

const manifestName = 'manifest.json';
const checksumName = 'manifest.sha256';
const concurrency = 8;
const chunkBytes = 1 << 20;

class BackupDirectoryError extends Error {
  override readonly name = 'BackupDirectoryError';
}

/**
 * Creates the directory (mode 0700) and fills it. Refuses a directory that is not empty; empties it after a failure.
 */
export async function writeBackupDirectory<Kind extends Manifest>(
  folder: string,
  fill: () => Promise<Kind>,
): Promise<Kind> {
  await createEmptyFolder(folder);
  try {
    const manifest = await fill();
    await writeManifest(folder, manifest);
    return manifest;
  } catch (error) {
    await clearDirectory(folder);
    throw error;
  }
}

export async function clearDirectory(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

async function createEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupDirectoryError(
      `The directory ${folder} is not empty. Use an empty directory or a new one.`,
    );
}

/** Copies a file into the directory; null if the source was removed meanwhile. */
export async function copyIntoBackup(folder: string, path: string, from: string): Promise<BackupFile | null> {
  const source = await open(from, 'r').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (!source) return null;
  try {
    return await writeBackupFile(folder, path, source.createReadStream({ highWaterMark: chunkBytes }));
  } finally {
    await source.close();
  }
}

export async function writeBackupFile(
  folder: string,
  path: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<BackupFile> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const file = await open(target, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    await file.sync();
    return { path, bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  const { sha256 } = await writeBackupFile(folder, manifestName, [text]);
  // The format of `sha256sum --check`.
  await writeBackupFile(folder, checksumName, [Buffer.from(`${sha256}  ${manifestName}\n`)]);
}

export async function readManifest(folder: string): Promise<unknown> {
  const [text, checksum] = await Promise.all([
    readOrNull(join(folder, manifestName)),
    readOrNull(join(folder, checksumName)),
  ]);
  if (!text || !checksum)
    throw new BackupDirectoryError(
      `${folder} does not contain a complete backup or export: ${manifestName} or ${checksumName} is missing.`,
    );
  if (!checksum.toString().startsWith(createHash('sha256').update(text).digest('hex')))
    throw new BackupDirectoryError(
      `${join(folder, manifestName)} is damaged: it does not match ${checksumName}.`,
    );
  return JSON.parse(text.toString()) as unknown;
}

/** Compares every file with the manifest; the error names the first five that differ. */
export async function verifyBackupFiles(
  folder: string,
  files: readonly BackupFile[],
  onDone: (bytes: number) => void = () => {},
): Promise<void> {
  const faults: string[] = [];
  await forEachConcurrently(files, async (file) => {
    const fault = await compare(folder, file);
    if (fault) faults.push(fault);
    onDone(file.bytes);
  });
  if (faults.length === 0) return;
  const listed = faults.sort().slice(0, 5).join('\n  ');
  const more = faults.length > 5 ? `\n  … and ${faults.length - 5} more` : '';
  throw new BackupDirectoryError(`${folder} is damaged; nothing was restored:\n  ${listed}${more}`);
}

async function compare(folder: string, { path, bytes, sha256 }: BackupFile): Promise<string | null> {
  const hash = createHash('sha256');
  let found = 0;
  try {
    for await (const chunk of createReadStream(join(folder, path), { highWaterMark: chunkBytes })) {
      hash.update(chunk as Buffer);
      found += (chunk as Buffer).length;
    }
  } catch (error) {
    return `${path}: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (found !== bytes) return `${path}: ${found} bytes instead of ${bytes}`;
  return hash.digest('hex') === sha256 ? null : `${path}: the content changed`;
}

/** Runs `work` for all items with limited concurrency. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function readOrNull(path: string): Promise<Buffer | null> {
  return readFile(path).catch(() => null);
}
