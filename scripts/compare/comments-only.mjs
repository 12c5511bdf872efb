// Proves that commits which claim to change only comments do so: for each commit, every changed source file must compile to
// the same JavaScript once comments and white space are removed.
// Usage: node scripts/compare/comments-only.mjs <commit> [commit …]
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
const LOADERS = { ts: 'ts', tsx: 'tsx', mjs: 'js', cjs: 'js', js: 'js', css: 'css' };
const loaderOf = (file) => LOADERS[file.slice(file.lastIndexOf('.') + 1)];

function compiled(commit, file) {
  const source = git('show', `${commit}:${file}`);
  return transformSync(source, {
    loader: loaderOf(file),
    minifyWhitespace: true,
    legalComments: 'none',
    jsx: 'preserve',
  }).code;
}

const commits = process.argv.slice(2);
if (commits.length === 0) {
  console.error('Usage: node scripts/compare/comments-only.mjs <commit> [commit …]');
  process.exit(2);
}
let failures = 0;
for (const commit of commits) {
  const files = git('diff', '--name-only', '--diff-filter=M', `${commit}^`, commit)
    .split('\n')
    .filter((file) => loaderOf(file) !== undefined);
  const changed = files.filter((file) => compiled(`${commit}^`, file) !== compiled(commit, file));
  console.log(`${commit}: ${files.length} source files, ${changed.length} with other code`);
  for (const file of changed) console.log(`  ${file}`);
  failures += changed.length;
}
if (failures > 0) process.exitCode = 1;
