// Copies the PostgreSQL programs, or what is missing of them, to a folder of our own. Safe while other processes do the
// same or run programs from there: every file is put in place whole.
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

/** Parts of the package that running a server takes. */
const PARTS = ['package.json', 'native'];
/** Keeps systemd-tmpfiles, which empties /tmp of files nobody touched for days, from taking a running server apart. */
const STICKY = process.platform === 'linux' ? 0o1000 : 0;

/** Synchronous on purpose: for a thousand small files that takes half the time, and there is nothing else to do yet. */
export function copyPrograms(from: string, to: string): void {
  for (const part of PARTS) copyMissing(join(from, part), join(to, part));
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
  // Links are left out: they are made anew from the package's own list. So are libraries for linking C programs.
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
