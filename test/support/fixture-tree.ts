// Makes a small source tree in a temporary folder and runs one of the repository's checkers on it.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

export type Files = Readonly<Record<string, string>>;
export type Verdict = { readonly exitCode: number; readonly output: string };
type Checker = 'import-laws' | 'house-laws' | 'lockfile';

export async function checkTree(checker: Checker, files: Files): Promise<Verdict> {
  const root = mkdtempSync(join(tmpdir(), 'waybill-tree-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
    return await runChecker(checker, root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export function runChecker(checker: Checker, root: string): Promise<Verdict> {
  const script = join(repositoryRoot, 'scripts/check', `${checker}.mjs`);
  return new Promise((resolve) => {
    execFile(process.execPath, [script, root], { maxBuffer: 16 * 2 ** 20 }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}
