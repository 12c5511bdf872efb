// The published SDK package: contents, module and type resolution, and size.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { build } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { sdkVersion } from '../../packages/sdk/src/version.ts';
import { findExternalPackage } from '../support/external-packages.ts';

const home = fileURLToPath(new URL('../../packages/sdk/', import.meta.url));
const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<string, unknown>;
const maxBytes = 12 * 1024;
const attw = findExternalPackage('attw');

describe('the package of the SDK', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-sdk-package-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const pack = async () => {
    const run = promisify(execFile);
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
      {
        cwd: home,
      },
    );
    const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
    if (!packed) throw new Error(stdout);
    return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
  };

  it('has no dependencies and exports its version', () => {
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
    expect(manifest['version']).toBe(sdkVersion);
  });

  it('contains only code, types and a README', async () => {
    const { files } = await pack();
    const rest = files.filter((path) => !/^dist\/[a-z.-]+\.(js|d\.ts)$/.test(path));
    expect(rest.sort((one, other) => (one < other ? -1 : 1))).toEqual(['README.md', 'package.json']);
    expect(files).toContain('dist/sdk.js');
    expect(files).toContain('dist/sdk.d.ts');
  });

  it('passes publint', async () => {
    const { messages } = await publint({ pkgDir: home, pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  it.skipIf(attw === null)('has types that every ES module resolution finds', async () => {
    if (attw === null) return;
    const { tarball } = await pack();
    const cli = join(attw, '@arethetypeswrong/cli/dist/index.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, tarball, '--profile', 'esm-only', '--format', 'json'],
      { cwd: folder },
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
