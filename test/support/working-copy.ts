// A copy of the working tree with its build output and installed packages: what a clone is after `npm ci`, without downloads.
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const excluded = ['.git', 'node_modules', 'data', 'test-results', 'coverage'];
const stamps = [
  'dist/.built',
  'dist/.built-web',
  'dist/.built-guides',
  'packages/sdk/dist/.built',
  'packages/cli/dist/.built',
  'packages/planner/dist/.built',
  'dist/.built-downloads',
];

export function copyWorkingTree(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'waybill-first-hour-'));
  // PostgreSQL, which never runs as root, must be able to enter.
  chmodSync(path, 0o755);
  for (const name of readdirSync(root).filter((each) => !excluded.includes(each)))
    cpSync(join(root, name), join(path, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (each) => !each.endsWith('node_modules'),
    });
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
  // Copying makes the folders newer than their build stamps, although the build output is current.
  const now = new Date();
  for (const stamp of stamps) utimesSync(join(path, stamp), now, now);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}
