// Copies the PostgreSQL programs, or what is missing of them, to a folder of our own. Safe while other processes do the
// same or run programs from there: every file is put in place whole.
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Parts of the package that running a server takes. */
const PARTS = ['package.json', 'native'];
/** Keeps systemd-tmpfiles, which empties /tmp of files nobody touched for days, from taking a running server apart. */
const STICKY = process.platform === 'linux' ? 0o1000 : 0;

export async function copyPrograms(from: string, to: string): Promise<void> {
  for (const part of PARTS) await copyMissing(join(from, part), join(to, part));
}

async function copyMissing(from: string, to: string): Promise<void> {
  const source = await stat(from);
  if (!source.isDirectory()) return copyFileIfNeeded(from, to, source);
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  const entries = await readdir(from, { withFileTypes: true });
  // Links are left out: they are made anew from the package's own list. So are libraries for linking C programs.
  const wanted = entries.filter((entry) => !entry.isSymbolicLink() && !entry.name.endsWith('.a'));
  for (const { name } of wanted) await copyMissing(join(from, name), join(to, name));
}

async function copyFileIfNeeded(from: string, to: string, source: { size: number; mode: number }) {
  const there = await stat(to).catch(() => null);
  if (there?.size === source.size) return;
  const draft = join(dirname(to), `.draft-${randomBytes(6).toString('hex')}`);
  try {
    await copyFile(from, draft);
    await chmod(draft, STICKY | (source.mode & 0o100 ? 0o755 : 0o644));
    await rename(draft, to);
  } finally {
    await rm(draft, { force: true });
  }
}
