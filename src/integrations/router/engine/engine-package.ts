// The routing engine: Valhalla's native code from the npm registry, pinned by version and hash. It takes 103 MB on disk, so that
// it is fetched by a command and not by `npm ci` (decision 0077).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../lib/project-root.ts';

const PACKAGE = '@valhallajs/valhallajs';
const PLATFORMS: readonly string[] = ['linux/x64', 'linux/arm64', 'darwin/arm64'];
const OLDEST_GLIBC = [2, 27] as const;

export interface EnginePackage {
  readonly name: string;
  readonly version: string;
  /** As in a lockfile: the algorithm, a hyphen, the hash in Base64. */
  readonly integrity: string;
}

/** From the lockfile that is part of the installation. */
export function pinnedEngine(): EnginePackage {
  const file = new URL('reference-data/routing-engine/package-lock.json', projectRoot);
  const lockfile = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Readonly<Record<string, Omit<EnginePackage, 'name'>>>;
  };
  const locked = lockfile.packages[`node_modules/${PACKAGE}`];
  if (!locked) throw new Error(`${PACKAGE} is not in ${file.pathname}`);
  return { name: PACKAGE, version: locked.version, integrity: locked.integrity };
}

/** Folder of binaries within the package, for example linux/x64. */
export function enginePlatform(): string {
  return `${process.platform}/${process.arch}`;
}

/** Why the engine cannot run on this platform; null if it can. */
export function unsupportedPlatform(): string | null {
  if (!PLATFORMS.includes(enginePlatform()))
    return `There is no routing engine for ${enginePlatform()}: its binaries are for ${PLATFORMS.join(', ')}. Set ROUTER to an external service to route on roads.`;
  if (process.platform !== 'linux') return null;
  const version = glibcVersion();
  if (version === null)
    return 'The routing engine needs glibc, which this system does not have (Alpine has musl). Use a Debian image.';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_GLIBC;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
    ? null
    : `The routing engine needs glibc ${OLDEST_GLIBC.join('.')} or later; this system has ${version}. Update the system.`;
}

function glibcVersion(): string | null {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime ?? null;
}

/** Folder of all versions of the engine. */
export function engineRoot(dataDir: string): string {
  return join(dataDir, 'maps', 'engine');
}

/** Where the pinned version belongs: another version or platform has another folder. */
export function pinnedEngineFolder(root: string): string {
  const { version, integrity } = pinnedEngine();
  const hash = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
  return join(root, `${version}-${process.platform}-${process.arch}-${hash.slice(0, 8)}`);
}

export interface EngineFiles {
  readonly version: string;
  readonly folder: string;
  /** The native module, loaded by bin/routing-engine.js. */
  readonly module: string;
  /** The program that builds road tiles. */
  readonly builder: string;
}

/** null if the pinned version is not installed. */
export function findEngine(root: string): EngineFiles | null {
  const folder = pinnedEngineFolder(root);
  return existsSync(folder) ? engineFiles(folder) : null;
}

export function engineFiles(folder: string): EngineFiles {
  return {
    version: pinnedEngine().version,
    folder,
    module: join(folder, 'valhalla_node.node'),
    builder: join(folder, 'valhalla_build_tiles'),
  };
}
