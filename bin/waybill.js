#!/usr/bin/env -S node --max-semi-space-size=64
// Starts the compiled command, built by `npm ci` or `npm run build`. Semi-space of 64 MB: most objects of a server live
// for one request, and a larger young generation means that fewer are copied (docs/performance.md).
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/server/main.js', import.meta.url);
if (existsSync(fileURLToPath(main))) {
  await import(main.href);
} else {
  process.stderr.write('Waybill is not built yet. Run: npm run build\n');
  process.exitCode = 1;
}
