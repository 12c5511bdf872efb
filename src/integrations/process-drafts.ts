// Drafts: files and folders that a process has not finished, named after that process. Those of processes that have ended are
// abandoned and can be removed.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  formatIdentity,
  isAlive,
  isOnThisHost,
  ownIdentity,
  type ProcessIdentity,
  parseIdentity,
} from '../db/embedded/process-identity.ts';

const MARK = 'draft-';
/**
 * Processes of another host or container that shares the folder cannot be looked up, nor can those from before the last boot.
 * Their drafts count as abandoned after a day: no draft takes that long.
 */
const MAX_FOREIGN_AGE_MS = 24 * 3_600_000;

/** Name of a draft of this process. Callers may put text before it, and text that begins with a hyphen after it. */
export function draftName(): string {
  return `${MARK}${formatIdentity(ownIdentity())}`;
}

export function isDraft(name: string): boolean {
  return ownerOf(name) !== null;
}

export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = ownerOf(name);
    const path = join(folder, name);
    if (owner && (await isAbandoned(path, owner))) await rm(path, { recursive: true, force: true });
  }
}

function ownerOf(name: string): ProcessIdentity | null {
  const start = name.lastIndexOf(MARK);
  return start < 0 ? null : parseIdentity(name.slice(start + MARK.length));
}

async function isAbandoned(path: string, owner: ProcessIdentity): Promise<boolean> {
  if (isOnThisHost(owner)) return !isAlive(owner);
  const stats = await stat(path).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs > MAX_FOREIGN_AGE_MS;
}
