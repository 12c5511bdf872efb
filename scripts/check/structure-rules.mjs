// Rules for single files under a root (default: the repository): location, name, length and forbidden code. Prints
// `file:line rule: message`; files that are long but within the limit are warnings.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findForbiddenCode } from './forbidden-code.mjs';

const house = createRequire(import.meta.url)('./architecture.cjs');
const root = resolve(process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url)));

const THINK_AGAIN_LINES = 250;
const MOST_LINES = 400;
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
const isTest = (path) => house.testFiles.some((pattern) => new RegExp(pattern).test(path));

function* placeFaults(path) {
  // A unit test belongs to the file beside it: `x.test.ts`, or `x.topic.test.ts` for one topic.
  const place = path.replace(/(\.[a-z-]+)?\.test\.tsx?$/, '.ts');
  if (!house.floors.some((floor) => new RegExp(floor.path).test(place))) {
    yield [
      'every-file-has-a-place',
      `src/ has ${house.floors.map((floor) => floor.name).join(', ')}; this is none of them`,
    ];
  }
  const feature = /^src\/features\/([^/]+)\//.exec(path)?.[1];
  if (path.startsWith('src/features/') && !(feature in house.features)) {
    yield [
      'every-file-has-a-place',
      `the feature is not in scripts/check/architecture.cjs; say there what it stands on`,
    ];
  }
}

function* nameFaults(path) {
  const name = basename(path).replace(/\.tsx?$/, '');
  if (house.forbiddenFileNames.includes(name)) {
    yield [
      'name-files-after-what-they-hold',
      `"${name}" says nothing; put each thing with what it describes`,
    ];
  }
  if (!/^[a-z0-9]+([.-][a-z0-9]+)*$/.test(name))
    yield ['kebab-case-file-names', `"${name}" is not kebab-case`];
}

function* openingFaults(text) {
  if (!/^(#![^\n]*\n)?\s*\/[/*]/.test(text)) {
    yield ['say-what-the-file-is-for', 'begin the file with a comment that says what it is for'];
  }
}

function* faultsOf(path, text, lines) {
  const shipped = /^(src|web|packages|examples)\//.test(path) && !isTest(path);
  for (const [law, message] of nameFaults(path)) yield { line: 1, law, message };
  if (lines > MOST_LINES) {
    yield {
      line: lines,
      law: 'files-stay-short',
      message: `${lines} lines; the most is ${MOST_LINES}, so split it`,
    };
  }
  if (path.startsWith('src/'))
    for (const [law, message] of placeFaults(path)) yield { line: 1, law, message };
  if (!shipped) return;
  for (const [law, message] of openingFaults(text)) yield { line: 1, law, message };
  // Tools require a default export in their configuration files.
  if (!path.endsWith('.config.ts')) yield* findForbiddenCode(path, text, house);
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
    for (const { line, law, message } of faultsOf(path, text, lines)) {
      broken += 1;
      console.log(`${path}:${line} ${law}: ${message}`);
    }
    if (lines > THINK_AGAIN_LINES && lines <= MOST_LINES) {
      console.log(
        `warning ${path}: ${lines} lines; think again at ${THINK_AGAIN_LINES}, stop at ${MOST_LINES}`,
      );
    }
  }
}
process.exitCode = broken > 0 ? 1 : 0;
