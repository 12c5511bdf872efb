// Builds of Waybill to compare: of a commit, in a temporary folder, or of a working copy.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Root folder of a current build of this commit or folder. A commit is built in `folder`. */
export function buildOf(side: string, folder: string): string {
  const root = existsSync(join(side, 'package.json')) ? resolve(side) : checkOut(side, folder);
  execFileSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return root;
}

/** The files of a commit, without a worktree that git would have to forget again. */
function checkOut(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: projectRoot,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const lockfile = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lockfile(folder) === lockfile(projectRoot)) linkPackages(folder);
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: folder, stdio: 'inherit' });
  return folder;
}

/** The same versions: links to the installed packages, except for those that are part of the commit. */
function linkPackages(folder: string): void {
  const installed = join(projectRoot, 'node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(installed)) {
    if (name === '@waybill')
      cpSync(join(installed, name), join(folder, 'node_modules', name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    else if (!name.startsWith('.')) symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  }
}

export function copyDirectory(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}
