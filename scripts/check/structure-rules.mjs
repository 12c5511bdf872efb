// Rules for single files under a root (default: the repository): location, name, length, forbidden code and SQL style. Prints
// `file:line rule: message`; files that are long but within the limit are warnings.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findForbiddenCode } from './forbidden-code.mjs';
import { findSqlStyleFaults } from './sql-styles.mjs';

const architecture = createRequire(import.meta.url)('./architecture.cjs');
const root = resolve(process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url)));

const WARNING_LINES = 250;
const MAX_LINES = 400;
const skippedFolders = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results']);
const roots = ['src', 'test', 'bench', 'scripts', 'web', 'packages', 'examples'];

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name) && !entry.name.startsWith('.')) yield* sourceFiles(path);
    } else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) yield path;
  }
}

const isGenerated = (path) => /(^|\/)generated\/|\.generated\.tsx?$/.test(path);
const isTest = (path) => architecture.testFiles.some((pattern) => new RegExp(pattern).test(path));

function* locationFaults(path) {
  // A unit test belongs to the file beside it: `x.test.ts`, or `x.topic.test.ts` for one topic.
  const location = path.replace(/(\.[a-z-]+)?\.test\.tsx?$/, '.ts');
  if (!architecture.layers.some((layer) => new RegExp(layer.path).test(location))) {
    yield [
      'known-location',
      `src/ has ${architecture.layers.map((layer) => layer.name).join(', ')}; the file is in none of them`,
    ];
  }
  if (/^src\/(domain|http)\/[^/]+$/.test(path))
    yield ['folder-by-subject', 'move the file into the folder of its subject'];
  const feature = /^src\/features\/([^/]+)\//.exec(path)?.[1];
  if (path.startsWith('src/features/') && !(feature in architecture.features)) {
    yield [
      'known-location',
      `the feature is not in scripts/check/architecture.cjs; add it with its dependencies`,
    ];
  }
}

function* nameFaults(path) {
  const name = basename(path).replace(/\.tsx?$/, '');
  if (architecture.forbiddenFileNames.includes(name)) {
    yield ['descriptive-file-names', `"${name}" does not describe the contents; name the file after them`];
  }
  if (!/^[a-z0-9]+([.-][a-z0-9]+)*$/.test(name))
    yield ['kebab-case-file-names', `"${name}" is not kebab-case`];
}

function* headerFaults(text) {
  if (!/^(#![^\n]*\n)?\s*\/[/*]/.test(text)) {
    yield ['file-header-comment', 'begin the file with a comment that describes its purpose'];
  }
}

function* faultsOf(path, text, lines) {
  const shipped = /^(src|web|packages|examples)\//.test(path) && !isTest(path);
  for (const [rule, message] of nameFaults(path)) yield { line: 1, rule, message };
  if (lines > MAX_LINES) {
    yield {
      line: lines,
      rule: 'max-file-length',
      message: `${lines} lines; the maximum is ${MAX_LINES}, so split the file`,
    };
  }
  if (path.startsWith('src/'))
    for (const [rule, message] of locationFaults(path)) yield { line: 1, rule, message };
  if (!shipped) return;
  for (const [rule, message] of headerFaults(text)) yield { line: 1, rule, message };
  // Tools require a default export in their configuration files.
  if (!path.endsWith('.config.ts')) yield* findForbiddenCode(path, text, architecture);
  if (path.startsWith('src/')) yield* findSqlStyleFaults(path, text, architecture);
}

let broken = 0;
for (const folder of roots) {
  let files = [];
  try {
    files = [...sourceFiles(join(root, folder))];
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  for (const file of files) {
    const path = relative(root, file).split(sep).join('/');
    if (isGenerated(path)) continue;
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    for (const { line, rule, message } of faultsOf(path, text, lines)) {
      broken += 1;
      console.log(`${path}:${line} ${rule}: ${message}`);
    }
    if (lines > WARNING_LINES && lines <= MAX_LINES) {
      console.log(
        `warning ${path}: ${lines} lines; consider splitting above ${WARNING_LINES}, the maximum is ${MAX_LINES}`,
      );
    }
  }
}
process.exitCode = broken > 0 ? 1 : 0;
