// Temporary files of the tests, databases included, are kept in memory where the machine has room: PostgreSQL creates and
// drops hundreds of databases, and on a disk most of the time goes into writing files that are read once or never.
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const NEEDED_BYTES = 4 * 2 ** 30;

/** Sets TMPDIR for this process and its children, unless the caller has chosen a folder. */
export function useMemoryForTemporaryFiles(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(memory, 'waybill-tests-'));
  // Like /tmp: some programs of the tests run as other users.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory);
    // Containers often forbid to execute programs there.
    return bavail * bsize >= NEEDED_BYTES && mount !== undefined && !mount.includes('noexec');
  } catch {
    return false;
  }
}
