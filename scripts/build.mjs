// Builds dist/: bundles src/ into dist/server, builds the pages of web/ into dist/web, renders the guides, builds the
// dist/ of each package, and packs the packages into dist/downloads. Each part is rebuilt only if it is missing or older
// than its inputs. `npm ci` runs this as `prepare`; `npm start` and `npm test` run it again, for installations without
// scripts.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...path) => join(root, ...path);

function newestChange(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const inside = readdirSync(path).filter((name) => name !== 'node_modules');
  return Math.max(info.mtimeMs, ...inside.map((name) => newestChange(join(path, name))));
}

function isStale(stamp, inputs) {
  const builtAt = statSync(at(stamp), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Math.max(...inputs.map((name) => newestChange(at(name)))) > builtAt;
}

function isOtherNode() {
  return !existsSync(at('dist/.built')) || readFileSync(at('dist/.built'), 'utf8') !== process.version;
}

function run(program, ...args) {
  requirePackages();
  execFileSync(process.execPath, [at(program), ...args], { cwd: root, stdio: 'inherit' });
}

/** Only where something is built: an installation without development dependencies is built before they are removed. */
function requirePackages() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const missing = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !existsSync(at('node_modules', name, 'package.json')),
  );
  if (missing.length === 0) return;
  const named =
    missing.length === 1 ? `${missing[0]} is` : `${missing[0]} and ${missing.length - 1} more are`;
  console.error(`error: The packages of Waybill are not installed completely: ${named} missing. Run: npm ci`);
  // EX_CONFIG, as bin/waybill.js: the installation must be changed first.
  process.exit(78);
}

mkdirSync(at('dist'), { recursive: true });

const licences = 'scripts/support/bundle-licences.mjs';
/** Versions of the compilers, and of the packages that are bundled. */
const packages = 'package-lock.json';

const bundler = ['scripts/bundle.mjs', 'scripts/code-cache.mjs', 'scripts/support', 'bin'];

// The bundle of `serve` includes compiled code, which another version of Node does not accept.
if (
  isOtherNode() ||
  isStale('dist/.built', ['src', 'packages/planner/src', ...bundler, 'package.json', packages])
) {
  run('scripts/bundle.mjs');
  writeFileSync(at('dist', '.built'), process.version);
}

if (isStale('dist/.built-web', ['web', 'package.json', packages])) {
  run('node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn');
  // Second build: uses the file names that the first one generated.
  run(
    'node_modules/vite/bin/vite.js',
    'build',
    'web',
    '--logLevel',
    'warn',
    '--config',
    'web/vite.worker.config.ts',
  );
  writeFileSync(at('dist', '.built-web'), '');
}

if (isStale('dist/.built-guides', ['docs/guides', 'openapi', 'web/docs', 'scripts/docs', packages])) {
  requirePackages();
  const { buildDocs } = await import('./docs/build-docs.mjs');
  await buildDocs(root, at('dist/docs'));
  writeFileSync(at('dist', '.built-guides'), '');
}

await buildPackages();

/** The SDK and the planner are compiled; the CLI is bundled with the SDK; all are packed. */
async function buildPackages() {
  const home = 'packages/sdk';
  const sources = (name, ...files) =>
    ['src', 'package.json', ...files].map((each) => `packages/${name}/${each}`);
  for (const name of ['sdk', 'planner'])
    if (
      isStale(`packages/${name}/dist/.built`, [
        ...sources(name, 'tsconfig.json', 'tsconfig.build.json'),
        'tsconfig.json',
        packages,
      ])
    )
      compilePackage(`packages/${name}`);
  if (
    isStale('packages/cli/dist/.built', [
      ...sources('cli'),
      `${home}/dist/.built`,
      'scripts/bundle-cli.mjs',
      licences,
      packages,
    ])
  ) {
    run('scripts/bundle-cli.mjs');
    writeFileSync(at('packages/cli/dist/.built'), '');
  }
  const packed = ['sdk', 'cli', 'planner'].flatMap((name) =>
    sources(name, 'dist/.built', 'README.md', 'LICENSE'),
  );
  if (isStale('dist/.built-downloads', [...packed, 'scripts/pack-packages.mjs', packages])) {
    run('scripts/pack-packages.mjs');
    writeFileSync(at('dist', '.built-downloads'), '');
  }
}

function compilePackage(home) {
  rmSync(at(home, 'dist'), { recursive: true, force: true });
  run('node_modules/typescript-7/bin/tsc', '-p', `${home}/tsconfig.build.json`);
  for (const file of readdirSync(at(home, 'dist')).filter((each) => each.endsWith('.d.ts'))) {
    // tsc rewrites import extensions in code, not in declarations.
    const path = at(home, 'dist', file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.\/[^']+)\.ts'/g, "$1.js'"));
  }
  writeFileSync(at(home, 'dist/.built'), '');
}
