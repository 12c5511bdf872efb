// Checks that `npm ci` works everywhere: exact versions, no registry URLs, binaries for each main platform, and no
// package that rejects the oldest supported Node version. Takes a root (default: the repository).
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';

const OLDEST_NODE = '20.19.0';
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const root = resolve(process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url)));
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const manifest = read('package.json');
const lock = read('package-lock.json');
const locked = Object.entries(lock.packages);
const installed = locked.filter(([path, entry]) => path.includes('node_modules/') && !entry.link);
const nameOf = (path) => path.split('node_modules/').pop();

function isExact(range) {
  const version = range.startsWith('npm:') ? range.slice(range.lastIndexOf('@') + 1) : range;
  return semver.valid(version) === version;
}

function flatten(overrides) {
  return Object.entries(overrides ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : flatten(value),
  );
}

// A published package must leave a range to its users; all other dependencies are pinned.
function* looseRanges(path, { private: isPrivate, ...own }) {
  const runtime = { ...own.dependencies, ...own.optionalDependencies };
  const pinned = { ...(isPrivate ? runtime : {}), ...own.devDependencies };
  for (const [name, range] of [...Object.entries(pinned), ...flatten(own.overrides)]) {
    const isWorkspace = lock.packages[`node_modules/${name}`]?.link;
    if (!isWorkspace && !isExact(range)) yield `${path}: ${name} is "${range}"; pin one exact version`;
  }
}

function* addresses() {
  for (const [path, { resolved, integrity }] of installed) {
    if (resolved) yield `${path}: records its registry URL; set omit-lockfile-registry-resolved in .npmrc`;
    if (!integrity) yield `${path}: has no integrity hash`;
  }
}

// Node's module lookup: the nearest node_modules up the path, as npm laid it out.
function entryFor(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const entry = lock.packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`];
    if (entry || at === '') return entry;
  }
}

function* missingPlatforms() {
  for (const [path, { optionalDependencies = {}, os: ownOs }] of locked) {
    // A platform binary brings libraries for its own platform only.
    if (ownOs) continue;
    const binaries = Object.keys(optionalDependencies).map((name) => ({ name, entry: entryFor(path, name) }));
    const missing = binaries.filter(({ entry }) => !entry).map(({ name }) => name);
    if (missing.length > 0)
      yield `${nameOf(path)}: ${missing.join(', ')} missing, so npm ci fails; use a complete release`;
    const built = binaries.filter(({ entry }) => entry?.os && entry.cpu).map(({ entry }) => entry);
    if (built.length === 0) continue;
    for (const platform of platforms) {
      const [os, cpu] = platform.split('-');
      if (!built.some((entry) => entry.os.includes(os) && entry.cpu.includes(cpu))) {
        yield `${nameOf(path)}: no binary for ${platform}; use a release that has one`;
      }
    }
  }
}

function* engineFaults() {
  for (const [path, { engines, optional, version }] of installed) {
    if (optional || !engines?.node || semver.satisfies(OLDEST_NODE, engines.node)) continue;
    yield `${nameOf(path)}@${version} requires Node ${engines.node}; the oldest supported version is ${OLDEST_NODE}: pin an older release`;
  }
}

const workspaces = locked
  .map(([path]) => path)
  .filter(
    (path) => path !== '' && !path.includes('node_modules/') && existsSync(join(root, path, 'package.json')),
  )
  .map((path) => `${path}/package.json`);
const faults = [
  ...looseRanges('package.json', manifest),
  ...workspaces.flatMap((path) => [...looseRanges(path, read(path))]),
  ...addresses(),
  ...missingPlatforms(),
  ...engineFaults(),
];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
