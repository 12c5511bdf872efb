// Resident memory of a process without the pages of mapped files, which the system takes back when it needs them.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Bytes; null if the process has ended. macOS reports mapped files with the rest. */
export async function privateMemory(pid: number | undefined): Promise<number | null> {
  if (pid === undefined) return null;
  try {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1];
      return kilobytes === undefined ? null : Number(kilobytes) * 1024;
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout.trim()) * 1024;
  } catch {
    return null;
  }
}
