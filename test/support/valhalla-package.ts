// Fetches the Valhalla engine from the npm registry when a test first needs it, and keeps this machine's part of it
// below node_modules/.cache. It is no devDependency because it would add 280 MB to every `npm ci`, for one test file.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const manifest = fileURLToPath(new URL('../valhalla/', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
const home = join(cache, `valhalla-3.6.1-${process.platform}-${process.arch}`);
const platforms: readonly string[] = ['linux/x64', 'linux/arm64', 'darwin/arm64'];

export type ValhallaPackage = { readonly folder: string } | { readonly missing: string };

/** The folder of the package, or why there is none. In CI a missing engine is an error: there nobody reads the line. */
export async function findValhalla(): Promise<ValhallaPackage> {
  const platform = `${process.platform}/${process.arch}`;
  if (!platforms.includes(platform)) return { missing: `Valhalla has no npm binaries for ${platform}` };
  const folder = join(home, 'node_modules/@valhallajs/valhallajs');
  try {
    if (!existsSync(join(folder, platform))) await install(platform);
    return { folder };
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    const why = /npm error .*/.exec(String(error))?.[0] ?? String(error);
    return { missing: `Valhalla could not be fetched from the npm registry: ${why}` };
  }
}

/** Prepared aside and moved into place at once, so that two runs at a time do not meet half a package. */
async function install(platform: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, 'valhalla-'));
  try {
    cpSync(manifest, aside, { recursive: true });
    await npm(['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], aside);
    const folder = join(aside, 'node_modules/@valhallajs/valhallajs');
    for (const other of platforms.filter((each) => each !== platform))
      rmSync(join(folder, other), { recursive: true });
    moveUnlessThere(aside);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function moveUnlessThere(prepared: string): void {
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
