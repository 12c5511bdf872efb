#!/usr/bin/env -S node --max-semi-space-size=64
// Starts the compiled command, built by `npm ci` or `npm run build`. Semi-space of 64 MB: most objects of a server live
// for one request, and a larger young generation means that fewer are copied (docs/performance.md).
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** EX_CONFIG of sysexits.h: the installation must be changed first (docs/operations.md). */
const NOT_INSTALLED = 78;

const root = new URL('../', import.meta.url);
const exists = (path) => existsSync(fileURLToPath(new URL(path, root)));

function refuse(message) {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = NOT_INSTALLED;
}

if (!exists('node_modules')) refuse('The packages of Waybill are not installed. Run: npm ci');
else if (!exists('dist/server/main.js')) refuse('Waybill is not built yet. Run: npm run build');
else
  await import(new URL('dist/server/main.js', root).href).catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const name = /Cannot find package '([^']+)'/.exec(error.message)?.[1];
    refuse(
      name
        ? `The package ${name} is not installed; the last "npm ci" probably failed. Run: npm ci`
        : 'The build is incomplete. Run: npm run build',
    );
  });
