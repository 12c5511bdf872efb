// Packages that one test file needs and `npm ci` should not bring: fetched from the npm registry when first needed, by the
// lockfile beside their manifest, and kept below node_modules/.cache.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

export interface CachedPackage {
  /** The folder below test/ with package.json and package-lock.json. */
  readonly manifest: string;
  /** What it is kept as; changes with the version. */
  readonly keptAs: string;
  /** What is not needed can be removed here, before it is moved to its place. */
  readonly trim?: (nodeModules: string) => void;
}

/** Returns its node_modules. In CI a missing package is an error: there nobody reads the line that says so. */
export async function cachedPackage(
  wanted: CachedPackage,
): Promise<{ readonly nodeModules: string } | { readonly missing: string }> {
  const home = join(cache, wanted.keptAs);
  try {
    if (!existsSync(home)) await install(wanted, home);
    return { nodeModules: join(home, 'node_modules') };
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    const why = /npm error .*/.exec(String(error))?.[0] ?? String(error);
    return { missing: `${wanted.manifest} could not be fetched from the npm registry: ${why}` };
  }
}

/** Prepared aside and moved into place at once, so that two runs at a time do not meet half a package. */
async function install({ manifest, trim }: CachedPackage, home: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, `${manifest}-`));
  try {
    cpSync(fileURLToPath(new URL(`../${manifest}/`, import.meta.url)), aside, { recursive: true });
    await npm(
      ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=5'],
      aside,
    );
    trim?.(join(aside, 'node_modules'));
    moveUnlessThere(aside, home);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function moveUnlessThere(prepared: string, home: string): void {
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
