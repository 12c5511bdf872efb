// Stores the compiled code of dist/server/serve.cjs after a rehearsed start, for the version of Node that runs this script.
// Usage: node scripts/code-cache.mjs, with the Node options of bin/waybill.js
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadCached } from '../bin/load-cached.js';

const { exports, script, cachePath } = loadCached(
  fileURLToPath(new URL('../dist/server/serve.cjs', import.meta.url)),
);
await exports.rehearse();
writeFileSync(cachePath, script.createCachedData());
