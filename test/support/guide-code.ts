// The code of a guide, run as it stands: all blocks of a language, one after the other, as one program. What follows an arrow
// (`// →`, `# →`) is promised to be on a line of its output, in that order.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));

export function readGuide(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function codeOf(guide: string, language: string): string {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))]
    .map(([, code]) => code)
    .join('\n');
}

export function promisesOf(code: string): string[] {
  return [...code.matchAll(/(?:\/\/|#) → (.+)$/gm)].map(([, promise = '']) => promise);
}

/** What the program prints. Types are checked elsewhere, if at all: a guide leaves out what is obvious to people. */
export async function runTypeScript(code: string, variables: Record<string, string>): Promise<string> {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test-results/guide-'));
  const file = join(folder, 'guide.mts');
  writeFileSync(file, code);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', ...variables },
      timeout: 120_000,
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first promise that is not kept in its order; null if all are. */
export function brokenPromise(output: string, promises: readonly string[]): string | null {
  let rest = output.split('\n');
  for (const promise of promises) {
    const at = rest.findIndex((line) => line.includes(promise));
    if (at === -1) return promise;
    rest = rest.slice(at + 1);
  }
  return null;
}

/** What the script prints, run by sh with our commands at hand. */
export async function runShell(script: string, variables: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', script], {
    cwd: root,
    env: {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      TZ: 'America/New_York',
      ...variables,
    },
    timeout: 120_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
}
