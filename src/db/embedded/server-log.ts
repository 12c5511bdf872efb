// Logs of the embedded server: the output during start, and its log files, of which the newest KEPT_FILES are kept.
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerPaths } from './server-paths.ts';

const KEPT_FILES = 5;
const KEPT_LINES = 12;

/**
 * Passes a new file to the callback as stdout and stderr of the server; PostgreSQL switches to its own log files once
 * it runs.
 */
export function withStartLog<T>(paths: ServerPaths, use: (descriptor: number) => T): T {
  const file = startLog(paths);
  rmSync(file, { force: true });
  // `wx` does not follow symlinks, which another user may have placed for root.
  const descriptor = openSync(file, 'wx', 0o644);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The last lines the server wrote since the given time, oldest first. */
export function lastLogLines(paths: ServerPaths, sinceMs: number): string {
  const newest = logFiles(paths).at(-1);
  const files = [startLog(paths), ...(newest && statSync(newest).mtimeMs >= sinceMs ? [newest] : [])];
  return files
    .flatMap((file) => read(file).trim().split('\n'))
    .filter((line) => line !== '' && !/redirecting log output|Future log output/.test(line))
    .slice(-KEPT_LINES)
    .join('\n');
}

export function removeOldLogs(paths: Pick<ServerPaths, 'clusterFolder'>): void {
  for (const file of logFiles(paths).slice(0, -KEPT_FILES)) rmSync(file, { force: true });
}

function startLog(paths: ServerPaths): string {
  return join(paths.usersFolder, 'server-start.log');
}

function logFiles(paths: Pick<ServerPaths, 'clusterFolder'>): string[] {
  const folder = join(paths.clusterFolder, 'log');
  try {
    const names = readdirSync(folder).filter((name) => /^postgresql-[\d_-]+\.log$/.test(name));
    return names.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
