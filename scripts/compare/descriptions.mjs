// Compares the published API descriptions of two commits without their prose: summaries, descriptions and example
// messages removed, they must be byte-equal.
// Usage: node scripts/compare/descriptions.mjs <old commit> [new commit, default: working tree]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FILES = ['openapi/openapi.json', 'openapi/operator.json'];
const PROSE_KEYS = new Set(['summary', 'description']);
const EXAMPLE_PROSE_KEYS = new Set(['message', 'error_description']);
/** Free text in examples. A value without a space is a code and is compared. */
const EXAMPLE_FREE_TEXT_KEYS = new Set(['reason', 'says', 'text']);
/** Maps whose keys are names chosen by us, not OpenAPI keywords: a property called `description` is not prose. */
const NAME_MAPS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'schemas',
  'responses',
  'headers',
  'paths',
]);

const isExampleProse = (key, entry) =>
  typeof entry === 'string' &&
  (EXAMPLE_PROSE_KEYS.has(key) || (EXAMPLE_FREE_TEXT_KEYS.has(key) && entry.includes(' ')));

function withoutExampleProse(value) {
  if (Array.isArray(value)) return value.map(withoutExampleProse);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, entry]) => !isExampleProse(key, entry))
      .map(([key, entry]) => [key, withoutExampleProse(entry)]),
  );
}

function withoutProse(value, isNameMap = false) {
  if (Array.isArray(value)) return value.map((entry) => withoutProse(entry));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, entry]) => isNameMap || !(PROSE_KEYS.has(key) && typeof entry === 'string'))
      .map(([key, entry]) => {
        if (!isNameMap && (key === 'example' || key === 'examples'))
          return [key, withoutExampleProse(withoutExampleSummaries(entry))];
        return [key, withoutProse(entry, !isNameMap && NAME_MAPS.has(key))];
      }),
  );
}

/** Named examples of a media type carry a summary each, beside their value. */
function withoutExampleSummaries(examples) {
  if (examples === null || typeof examples !== 'object' || Array.isArray(examples)) return examples;
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) =>
      example !== null && typeof example === 'object' && 'value' in example
        ? [name, { value: example.value }]
        : [name, example],
    ),
  );
}

function readAt(commit, file) {
  if (commit === undefined) return readFileSync(`${root}${file}`, 'utf8');
  return execFileSync('git', ['show', `${commit}:${file}`], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
}

/** The paths at which two documents differ. */
function* differences(old, current, path) {
  if (JSON.stringify(old) === JSON.stringify(current)) return;
  const areObjects = [old, current].every((value) => value !== null && typeof value === 'object');
  if (!areObjects) {
    yield `${path}: ${JSON.stringify(old)} → ${JSON.stringify(current)}`;
    return;
  }
  const keys = new Set([...Object.keys(old), ...Object.keys(current)]);
  let found = false;
  for (const key of keys) {
    for (const difference of differences(old[key], current[key], `${path}/${key}`)) {
      found = true;
      yield difference;
    }
  }
  if (!found) yield `${path}: the order of the keys differs`;
}

const [oldCommit, newCommit] = process.argv.slice(2);
if (!oldCommit) {
  console.error('Usage: node scripts/compare/descriptions.mjs <old commit> [new commit]');
  process.exit(2);
}
for (const file of FILES) {
  const [old, current] = [oldCommit, newCommit].map((commit) =>
    withoutProse(JSON.parse(readAt(commit, file))),
  );
  const found = [...differences(old, current, '')];
  console.log(`${file}: ${found.length === 0 ? 'equal apart from prose' : `${found.length} differences`}`);
  for (const difference of found) console.log(`  ${difference}`);
  if (found.length > 0) process.exitCode = 1;
}
