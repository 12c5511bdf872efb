// Makes dist/: src/ compiled, and the pages of web/ built into dist/web. Each half is made again only when it is missing
// or older than what it is made from. `npm ci` runs this as `prepare`; `npm start` and `npm test` run it again for those
// who installed without scripts.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  const builtAt = statSync(at('dist', stamp), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Math.max(...inputs.map((name) => newestChange(at(name)))) > builtAt;
}

function run(program, ...args) {
  execFileSync(process.execPath, [at('node_modules', program), ...args], { cwd: root, stdio: 'inherit' });
}

mkdirSync(at('dist'), { recursive: true });

if (isStale('.built', ['src', 'tsconfig.json', 'tsconfig.build.json', 'package.json'])) {
  for (const name of readdirSync(at('dist')).filter((each) => each !== 'web' && each !== '.built-web')) {
    rmSync(at('dist', name), { recursive: true, force: true });
  }
  run('typescript-7/bin/tsc', '-p', 'tsconfig.build.json');
  writeFileSync(at('dist', '.built'), '');
}

if (isStale('.built-web', ['web', 'package.json', 'package-lock.json'])) {
  run('vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn');
  // Knows the names that the first one made up.
  run('vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn', '--config', 'web/vite.worker.config.ts');
  writeFileSync(at('dist', '.built-web'), '');
}
