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
  test('may hold a package with binaries for each main platform', async () => {
    expect(await faultsOf(nativePackage(platforms))).toEqual([]);
  });

  test('names a package that lacks the binary of a main platform', async () => {
    const withoutMac = platforms.filter((platform) => platform !== 'darwin-arm64');
    expect(await faultsOf(nativePackage(withoutMac))).toEqual([
      'native: no binary for darwin-arm64; take a release that has one',
    ]);
  });

  test('names a binary that is declared but not locked, even for a lesser platform', async () => {
    expect(await faultsOf(nativePackage(platforms, [...platforms, 'win32-arm64']))).toEqual([
      'native: @native/win32-arm64 missing, so npm ci fails; take a complete release',
    ]);
  });

  test('finds binaries that npm nested under their package', async () => {
    const nested = Object.entries(nativePackage(platforms)).map(([path, entry]) => [
      path.replace('node_modules/@native', 'node_modules/native/node_modules/@native'),
      entry,
    ]);
    expect(await faultsOf(Object.fromEntries(nested))).toEqual([]);
  });

  test('records no address and no package without a hash', async () => {
    const resolved = 'https://registry.example/a.tgz';
    const packages = {
      'node_modules/a': { version: '1.0.0', integrity, resolved },
      'node_modules/b': { version: '1.0.0' },
    };
    const faults = await faultsOf(packages);
    expect(faults).toEqual([
      'node_modules/a: records where it came from; npm writes none with omit-lockfile-registry-resolved',
      'node_modules/b: has no integrity hash',
    ]);
  });

  test('holds nothing that refuses Node 20.19, unless it is optional', async () => {
    const engines = { node: '>=22' };
    const packages = {
      'node_modules/a': { version: '2.0.0', integrity, engines },
      'node_modules/b': { version: '2.0.0', integrity, engines, optional: true },
      'node_modules/c': { version: '2.0.0', integrity, engines: { node: '^20.19.0 || >=22.12.0' } },
    };
    expect(await faultsOf(packages)).toEqual([
      'a@2.0.0 wants Node >=22; we promise 20.19.0: pin an older release',
    ]);
  });

  test('is made from exact versions only', async () => {
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

  test('is in order in this repository', async () => {
    expect(await runChecker('lockfile', repositoryRoot)).toEqual({ exitCode: 0, output: '' });
  });
});
