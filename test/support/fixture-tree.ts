// Creates a small source tree in a temporary folder and runs one of the repository's checks on it.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

export type Files = Readonly<Record<string, string>>;
export type Verdict = { readonly exitCode: number; readonly output: string };
type Checker = 'import-rules' | 'structure-rules' | 'lockfile';

// The tree exists while `use` runs.
export async function withTree<T>(files: Files, use: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'waybill-tree-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export function checkTree(checker: Checker, files: Files): Promise<Verdict> {
  return withTree(files, (root) => runChecker(checker, root));
}

export function runChecker(checker: Checker, root: string): Promise<Verdict> {
  return runNode([join(repositoryRoot, 'scripts/check', `${checker}.mjs`), root], root);
}

// Both streams go into one pipe, so that the output has the same order as in a terminal.
export function runNode(args: readonly string[], cwd: string): Promise<Verdict> {
  const merged = ['-c', 'exec "$0" "$@" 2>&1', process.execPath, ...args];
  return new Promise((resolve) => {
    execFile('sh', merged, { cwd, maxBuffer: 16 * 2 ** 20 }, (error, output) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), output });
    });
  });
}
