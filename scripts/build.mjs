// Compiles src/ to dist/ when dist/ is missing or older than what it is made from. `npm ci` runs it as
// `prepare`; `npm start` and `npm test` run it again for those who installed without scripts.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built');

function newestChange(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

function builtAt() {
  return statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const inputs = ['src', 'tsconfig.json', 'tsconfig.build.json', 'package.json'];
if (Math.max(...inputs.map((name) => newestChange(join(root, name)))) > builtAt()) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', 'tsconfig.build.json'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  writeFileSync(stamp, '');
}
