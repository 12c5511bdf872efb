// The published packages: contents of all; module and type resolution and size of the SDK.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { sdkVersion } from '../../packages/sdk/src/version.ts';
import { findExternalPackage } from '../support/external-packages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const home = join(root, 'packages/sdk/');
const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<string, unknown>;
const maxBytes = 12 * 1024;
const attw = findExternalPackage('attw');

interface Packed {
  readonly tarball: string;
  /** Paths in the tarball, sorted. */
  readonly files: readonly string[];
}

/** The tarball that the build made. */
function builtPackage(name: 'sdk' | 'cli' | 'planner'): Packed {
  const tarball = join(root, `dist/downloads/waybill-${name}-${sdkVersion}.tgz`);
  const bytes = gunzipSync(readFileSync(tarball));
  const files: string[] = [];
  for (let at = 0; bytes[at] !== 0; ) {
    const field = (from: number, length: number) =>
      bytes.toString('latin1', at + from, at + from + length).split('\0', 1)[0] ?? '';
    files.push(field(0, 100).replace(/^package\//, ''));
    at += 512 + Math.ceil(Number.parseInt(field(124, 12), 8) / 512) * 512;
  }
  return { tarball, files: files.sort() };
}

describe.each(['sdk', 'cli', 'planner'] as const)('the tarball of packages/%s', (name) => {
  it('contains what npm would pack, and nothing depends on the registry', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: join(root, 'packages', name),
    });
    const [listed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
    const { tarball, files } = builtPackage(name);
    expect(files).toEqual(listed?.files.map(({ path }) => path).sort());
    expect(tarball.endsWith(listed?.filename ?? 'missing')).toBe(true);
    const packed = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8'));
    expect(packed).not.toHaveProperty('dependencies');
    expect(packed).not.toHaveProperty('peerDependencies');
  });
});

describe('the package of the SDK', () => {
  it('exports its version', () => {
    expect(manifest['version']).toBe(sdkVersion);
  });

  it('contains only code, types, a README and the licence', () => {
    const { files } = builtPackage('sdk');
    const rest = files.filter((path) => !/^dist\/[a-z.-]+\.(js|d\.ts)$/.test(path));
    expect(rest).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(files).toContain('dist/sdk.js');
    expect(files).toContain('dist/sdk.d.ts');
  });

  it('passes publint', async () => {
    const { messages } = await publint({ pkgDir: home, pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  it.skipIf(attw === null)('has types that every ES module resolution finds', async () => {
    if (attw === null) return;
    const { tarball } = builtPackage('sdk');
    const cli = join(attw, '@arethetypeswrong/cli/dist/index.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, tarball, '--profile', 'esm-only', '--format', 'json'],
      { cwd: tmpdir() },
    );
    const { analysis, problems = {} } = JSON.parse(stdout) as {
      analysis: { types: unknown };
      problems?: Record<string, { resolutionKind: string }[]>;
    };
    expect(analysis.types).toMatchObject({ kind: 'included' });
    // The package is for ES modules: resolutions without them find nothing, as intended.
    const withoutModules = ['node10', 'node16-cjs'];
    const found = Object.values(problems).flat();
    expect(found.filter(({ resolutionKind }) => !withoutModules.includes(resolutionKind))).toEqual([]);
  });

  it('is less than 12 KB, minified and compressed', async () => {
    const output = await build({
      root: home,
      logLevel: 'silent',
      build: { write: false, lib: { entry: join(home, 'dist/sdk.js'), formats: ['es'] }, minify: true },
    });
    const chunks = [output].flat().flatMap((each) => ('output' in each ? each.output : []));
    const code = chunks.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n');
    expect(code).toContain('/oauth/token');
    expect(gzipSync(code).length).toBeLessThan(maxBytes);
  });
});
