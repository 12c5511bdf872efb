// Prose check: finds words that hide the subject or replace a term of the field, in comments, texts, names and documentation.
// The word list and the allow-list are in prose-words.json. Usage: node scripts/check/prose.mjs [path …] (default: all tracked files).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { words, allowed, skipped } = JSON.parse(
  readFileSync(new URL('prose-words.json', import.meta.url), 'utf8'),
);

const TEXT_FILE = /\.(tsx?|mjs|cjs|js|css|html|md|json|ya?ml|sh)$/;
const rules = words.map(({ pattern, instead }) => ({
  regExp: new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, 'gi'),
  instead,
}));
const isSkipped = (file) => skipped.some(({ path }) => file === path || file.startsWith(path));

const paths = process.argv.slice(2);
const files = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...paths],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((file) => TEXT_FILE.test(file) && !isSkipped(file));

const unusedAllowances = new Set(allowed);
const findings = [];

/** An allowance names a file (or a folder that ends in `/`) and a text that the line must contain. */
function isAllowed(file, line) {
  const allowance = allowed.find(
    ({ path, text }) =>
      (file === path || (path.endsWith('/') && file.startsWith(path))) && line.includes(text),
  );
  if (allowance) unusedAllowances.delete(allowance);
  return allowance !== undefined;
}

function readTracked(file) {
  try {
    return readFileSync(`${root}${file}`, 'utf8');
  } catch {
    return ''; // Deleted in the working tree.
  }
}

for (const file of files) {
  for (const [index, line] of readTracked(file).split('\n').entries()) {
    for (const { regExp, instead } of rules) {
      for (const [match] of line.matchAll(regExp)) {
        if (!isAllowed(file, line)) findings.push(`${file}:${index + 1} "${match}": ${instead}`);
      }
    }
  }
}
if (paths.length === 0) {
  for (const { path, text } of unusedAllowances)
    findings.push(
      `scripts/check/prose-words.json: the allowance "${text}" in ${path} is not needed; remove it`,
    );
}

for (const finding of findings) console.log(finding);
if (findings.length > 0) process.exitCode = 1;
