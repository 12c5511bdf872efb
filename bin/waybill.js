#!/usr/bin/env -S node --max-semi-space-size=64 --expose-gc
// Starts the compiled command, built by `npm ci` or `npm run build`. Semi-space of 64 MB: most objects of a server live
// for one request, and a larger young generation means that fewer are copied (docs/performance.md). With --expose-gc an idle
// server can shrink it again (decision 0072).
const { existsSync } = process.getBuiltinModule('node:fs');
const { fileURLToPath } = process.getBuiltinModule('node:url');

/** EX_CONFIG of sysexits.h: the installation must be changed first (docs/operations.md). */
const NOT_INSTALLED = 78;

const root = new URL('../', import.meta.url);
const exists = (path) => existsSync(fileURLToPath(new URL(path, root)));

function refuse(message) {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = NOT_INSTALLED;
}

const isServe = process.argv[2] === 'serve';

/** `serve` runs from its own bundle, which is loaded with its compiled code. */
async function run() {
  if (!isServe) return import(new URL('dist/server/main.js', root).href);
  const { loadCached } = await import('./load-cached.js');
  const { exports } = loadCached(fileURLToPath(new URL('dist/server/serve.cjs', root)));
  return exports.main(process.argv.slice(2));
}

if (!exists('node_modules')) refuse('The packages of Waybill are not installed. Run: npm ci');
else if (!exists(isServe ? 'dist/server/serve.cjs' : 'dist/server/main.js'))
  refuse('Waybill is not built yet. Run: npm run build');
else
  await run().catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') throw error;
    const name = /Cannot find (?:package|module) '([^'./][^']*)'/.exec(error.message)?.[1];
    refuse(
      name
        ? `The package ${name} is not installed; the last "npm ci" probably failed. Run: npm ci`
        : 'The build is incomplete. Run: npm run build',
    );
  });
