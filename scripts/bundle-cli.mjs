// Bundles the partner CLI with the SDK and commander into packages/cli/dist/main.js: the package has no dependencies and
// installs from one tarball (decision 0066). Usage: node scripts/bundle-cli.mjs
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licencesOf } from './support/bundle-licences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = join(root, 'packages/cli/dist');

rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['packages/cli/src/main.ts'],
  outdir,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // commander is CommonJS and calls `require`, which ES modules do not have.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);",
  },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});
writeFileSync(join(outdir, 'LICENSES.txt'), licencesOf(root, metafile, 'dist/main.js'));
