// Tests of the lockfile check: it reports whatever would make `npm ci` fail or differ on another machine.
import { describe, expect, test } from 'vitest';
import { checkTree, repositoryRoot, runChecker } from '../support/fixture-tree.ts';

const integrity = 'sha512-0';
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];
const binary = (platform: string) => {
  const [os, cpu] = platform.split('-');
  return { version: '1.0.0', integrity, optional: true, os: [os], cpu: [cpu] };
};

function nativePackage(built: readonly string[], declared = built) {
  return {
    'node_modules/native': {
      version: '1.0.0',
      integrity,
      optionalDependencies: Object.fromEntries(declared.map((platform) => [`@native/${platform}`, '1.0.0'])),
    },
    ...Object.fromEntries(built.map((platform) => [`node_modules/@native/${platform}`, binary(platform)])),
  };
}

async function faultsOf(packages: object, manifest: object = {}): Promise<string[]> {
  const { exitCode, output } = await checkTree('lockfile', {
    'package.json': JSON.stringify({ private: true, ...manifest }),
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { '': manifest, ...packages } }),
  });
  const faults = output.split('\n').filter((line) => line !== '');
  expect(exitCode, output).toBe(faults.length === 0 ? 0 : 1);
  return faults;
}

describe('The lockfile', () => {
  test('accepts a package with binaries for each main platform', async () => {
    expect(await faultsOf(nativePackage(platforms))).toEqual([]);
  });

  test('reports a package that lacks the binary of a main platform', async () => {
    const withoutMac = platforms.filter((platform) => platform !== 'darwin-arm64');
    expect(await faultsOf(nativePackage(withoutMac))).toEqual([
      'native: no binary for darwin-arm64; use a release that has one',
    ]);
  });

  test('reports a binary that is declared but not locked, even for another platform', async () => {
    expect(await faultsOf(nativePackage(platforms, [...platforms, 'win32-arm64']))).toEqual([
      'native: @native/win32-arm64 missing, so npm ci fails; use a complete release',
    ]);
  });

  test('finds binaries nested under their package', async () => {
    const nested = Object.entries(nativePackage(platforms)).map(([path, entry]) => [
      path.replace('node_modules/@native', 'node_modules/native/node_modules/@native'),
      entry,
    ]);
    expect(await faultsOf(Object.fromEntries(nested))).toEqual([]);
  });

  test('reports registry URLs and missing hashes', async () => {
    const resolved = 'https://registry.example/a.tgz';
    const packages = {
      'node_modules/a': { version: '1.0.0', integrity, resolved },
      'node_modules/b': { version: '1.0.0' },
    };
    const faults = await faultsOf(packages);
    expect(faults).toEqual([
      'node_modules/a: records its registry URL; set omit-lockfile-registry-resolved in .npmrc',
      'node_modules/b: has no integrity hash',
    ]);
  });

  test('reports packages that reject Node 20.19, unless they are optional', async () => {
    const engines = { node: '>=22' };
    const packages = {
      'node_modules/a': { version: '2.0.0', integrity, engines },
      'node_modules/b': { version: '2.0.0', integrity, engines, optional: true },
      'node_modules/c': { version: '2.0.0', integrity, engines: { node: '^20.19.0 || >=22.12.0' } },
    };
    expect(await faultsOf(packages)).toEqual([
      'a@2.0.0 requires Node >=22; the oldest supported version is 20.19.0: pin an older release',
    ]);
  });

  test('reports version ranges', async () => {
    const manifest = {
      dependencies: { exact: '1.2.3', beta: '18.4.0-beta.17', loose: '^1.2.3' },
      devDependencies: { alias: 'npm:typescript@7.0.2', wild: '*' },
      overrides: { deep: { down: '~1.0.0' } },
    };
    expect(await faultsOf({}, manifest)).toEqual([
      'package.json: loose is "^1.2.3"; pin one exact version',
      'package.json: wild is "*"; pin one exact version',
      'package.json: down is "~1.0.0"; pin one exact version',
    ]);
  });

  test('has no fault in this repository', async () => {
    expect(await runChecker('lockfile', repositoryRoot)).toEqual({ exitCode: 0, output: '' });
  });
});
