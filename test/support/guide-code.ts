// Runs the code of a guide: all blocks of a language as one program, in order. Text after an arrow (`// →`, `# →`) must
// appear in the output lines, in the same order.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Timeout for hanging programs; no guide takes this long. */
const RUN_MS = 200_000;

export function readGuide(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Every document with code for partners. */
export const documentsWithCode: readonly string[] = [
  'README.md',
  'packages/sdk/README.md',
  'packages/cli/README.md',
  ...readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`),
];

export interface GuideBlock {
  readonly language: string;
  /** Text after the language: where the block runs, or what it is an example of. */
  readonly purpose: string;
  readonly code: string;
}

export function blocksOf(guide: string): GuideBlock[] {
  return [...guide.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, info = '', code = '']) => {
    const [language = '', ...purpose] = info.split(' ');
    return { language, purpose: purpose.join(' '), code };
  });
}

/** `language`: the language with its purpose, as in `sh` or `sh operator`. */
export function codeOf(guide: string, language: string): string {
  return blocksOf(guide)
    .filter((block) => `${block.language} ${block.purpose}`.trim() === language)
    .map(({ code }) => code)
    .join('\n');
}

export function expectedOutputOf(code: string): string[] {
  return [...code.matchAll(/(?:\/\/|#) → (.+)$/gm)].map(([, promise = '']) => promise);
}

/** Working folder of a program, below the repository so that packages are found. */
function workFolder(): { path: string; remove: () => void } {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const path = mkdtempSync(join(root, 'test-results/guide-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs a program and returns its output. Types are checked by test/contract/sdk-types.test.ts. */
export async function runTypeScript(code: string, variables: Record<string, string>): Promise<string> {
  const folder = workFolder();
  const file = join(folder.path, 'guide.mjs');
  writeFileSync(file, (await transform(code, { loader: 'ts', target: 'es2023' })).code);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', ...variables },
      timeout: RUN_MS,
    });
    return stdout;
  } finally {
    folder.remove();
  }
}

/** The first expected text that is missing or out of order; null if there is none. */
export function missingOutput(output: string, promises: readonly string[]): string | null {
  let rest = output.split('\n');
  for (const promise of promises) {
    const at = rest.findIndex((line) => line.includes(promise));
    if (at === -1) return promise;
    rest = rest.slice(at + 1);
  }
  return null;
}

/** Commands up to their expected output. */
export interface ShellExample {
  readonly script: string;
  readonly promises: readonly string[];
}

const arrow = '# → ';

export function examplesOf(code: string): ShellExample[] {
  const found: { script: string[]; promises: string[] }[] = [];
  for (const line of code.trimEnd().split('\n')) {
    if (line.startsWith(arrow)) found.at(-1)?.promises.push(line.slice(arrow.length));
    else if (found.length === 0 || found.at(-1)?.promises.length)
      found.push({ script: [line], promises: [] });
    else found.at(-1)?.script.push(line);
  }
  return found.map(({ script, promises }) => ({ script: script.join('\n'), promises }));
}

const mark = '--- output of the next example';
const standIn = fileURLToPath(new URL('./stand-in-curl.mjs', import.meta.url));
/** Guides assume curl: the machine's own, or a replacement. */
export const shellPrelude = `command -v curl > /dev/null || curl() { '${process.execPath}' '${standIn}' "$@"; }`;

export interface ShellRun {
  readonly variables: Readonly<Record<string, string>>;
  /** Working folder; by default a new one. */
  readonly folder?: string;
  /** Files that the reader has in that folder. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Runs the examples with sh and returns the output of each. Background processes they started are killed. */
export async function runShell(examples: readonly ShellExample[], run: ShellRun): Promise<string[]> {
  const ownFolder = run.folder === undefined ? workFolder() : null;
  const folder = run.folder ?? ownFolder?.path ?? root;
  for (const [name, text] of Object.entries(run.files ?? {})) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const script = examples.map((example) => `echo '${mark}'\n${example.script}`).join('\n');
  try {
    const output = await runToEnd(`${shellPrelude}\n${script}`, folder, run);
    return output.split(`${mark}\n`).slice(1);
  } finally {
    ownFolder?.remove();
  }
}

async function runToEnd(script: string, cwd: string, run: ShellRun): Promise<string> {
  const child = spawn('sh', ['-eu', '-c', script], {
    cwd,
    detached: true,
    env: {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      HOME: process.env['HOME'],
      XDG_CONFIG_HOME: join(cwd, '.config'),
      TZ: 'America/New_York',
      ...run.variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', all: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output.all += String(chunk)));
  const deadline = setTimeout(() => endGroup(child.pid), RUN_MS);
  // The pipes close only when background processes have ended too.
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(deadline);
  endGroup(child.pid);
  await closed;
  if (code !== 0) throw new Error(`the examples ended with ${code}:\n${output.all}`);
  return output.stdout;
}

/** Kills processes that an example left running. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes have already ended.
  }
}
