// Packages for single test files that `npm ci` should not install: downloaded from the npm registry on first use with
// the lockfile beside their manifest, and cached below node_modules/.cache.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

export interface CachedPackage {
  /** Folder below test/ with package.json and package-lock.json. */
  readonly manifest: string;
  /** Cache folder name; contains the version. */
  readonly cacheName: string;
  /** Removes unneeded files before the package is moved into the cache. */
  readonly trim?: (nodeModules: string) => void;
}

/**
 * Returns the node_modules folder. In CI a missing package is an error; elsewhere the test is skipped with a message.
 */
export async function cachedPackage(
  requested: CachedPackage,
): Promise<{ readonly nodeModules: string } | { readonly missing: string }> {
  const home = join(cache, requested.cacheName);
  try {
    if (!existsSync(home)) await install(requested, home);
    return { nodeModules: join(home, 'node_modules') };
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    const why = /npm error .*/.exec(String(error))?.[0] ?? String(error);
    return { missing: `${requested.manifest} could not be downloaded from the npm registry: ${why}` };
  }
}

/** Prepared in a temporary folder and renamed, so that concurrent runs never see a partial package. */
async function install({ manifest, trim }: CachedPackage, home: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, `${manifest}-`));
  try {
    cpSync(fileURLToPath(new URL(`../${manifest}/`, import.meta.url)), draft, { recursive: true });
    await npm(
      ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=5'],
      draft,
    );
    trim?.(join(draft, 'node_modules'));
    moveUnlessPresent(draft, home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function moveUnlessPresent(prepared: string, home: string): void {
  try {
    renameSync(prepared, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
  }
}

async function npm(parameters: readonly string[], cwd: string): Promise<void> {
  const script = process.env['npm_execpath'];
  const [command, first] = script?.endsWith('npm-cli.js') ? [process.execPath, [script]] : ['npm', []];
  await promisify(execFile)(command, [...first, ...parameters], { cwd, timeout: 300_000 });
}
