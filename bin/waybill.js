#!/usr/bin/env -S node --max-semi-space-size=64
// Starts the compiled command; `npm ci` or `npm run build` makes it. Most objects of a server live for one request: with more room for
// young ones, in MB, fewer are copied about (docs/performance.md).
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(fileURLToPath(main))) {
  await import(main.href);
} else {
  process.stderr.write('Waybill is not built yet. Run: npm run build\n');
  process.exitCode = 1;
}
