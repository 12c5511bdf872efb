// Temporary files without a name: unlinked as soon as they are open, so that the operating system frees them when the
// process ends, however it ends.
import { randomBytes } from 'node:crypto';
import { openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PREFIX = 'waybill-scratch-';

/** Returns a file descriptor, for reading and writing. */
export function openScratchFile(folder: string): number {
  const path = join(folder, `${PREFIX}${randomBytes(8).toString('hex')}`);
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path, { force: true });
  return file;
}

/** One call of the system may write less than all bytes, and fails at the next call only if the disk is full. */
export function writeFully(file: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
}

/** Removes the names that a process left if it was killed between opening and unlinking. Files in use are not affected. */
export function removeScratchFiles(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(PREFIX)) rmSync(join(folder, name), { force: true });
}
