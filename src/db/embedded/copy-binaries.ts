// Copies missing files of the PostgreSQL binaries to a directory of Waybill. Safe while other processes copy the same
// files or run binaries from there: every file is put in place by an atomic rename.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The parts of the package that a server needs. */
const NEEDED_PATHS = ['package.json', 'native'];
/**
 * The sticky bit exempts files from systemd-tmpfiles, which removes old files from /tmp and would break a running
 * server.
 */
const STICKY = process.platform === 'linux' ? 0o1000 : 0;

/** Synchronous: for about a thousand small files this takes half the time, and nothing else runs yet. */
export function copyBinaries(from: string, to: string): void {
  for (const part of NEEDED_PATHS) copyMissing(join(from, part), join(to, part));
}

function copyMissing(from: string, to: string): void {
  const source = statSync(from);
  if (source.isDirectory()) copyFolder(from, to);
  else copyFileIfNeeded(from, to, source);
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  const entries = readdirSync(from, { withFileTypes: true });
  // Skips symlinks, which are recreated from the package's own list, and static libraries, which only compilers need.
  const wanted = entries.filter((entry) => !entry.isSymbolicLink() && !entry.name.endsWith('.a'));
  for (const { name } of wanted) copyMissing(join(from, name), join(to, name));
}

function copyFileIfNeeded(from: string, to: string, source: { size: number; mode: number }): void {
  if (statSync(to, { throwIfNoEntry: false })?.size === source.size) return;
  const draft = join(dirname(to), `.draft-${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(draft, readFileSync(from), { flag: 'wx' });
    chmodSync(draft, STICKY | (source.mode & 0o100 ? 0o755 : 0o644));
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
