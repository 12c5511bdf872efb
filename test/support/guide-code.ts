// The code of a guide, run as it stands: all blocks of a language, one after the other, as one program. What follows an arrow
// (`// →`, `# →`) is promised to be on a line of its output, in that order.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** No guide takes as long: only what hangs is ended. */
const RUN_MS = 200_000;

export function readGuide(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export interface GuideBlock {
  readonly language: string;
  /** What follows the language: where it runs, or what it is an example of. */
  readonly purpose: string;
  readonly code: string;
}

export function blocksOf(guide: string): GuideBlock[] {
  return [...guide.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, info = '', code = '']) => {
    const [language = '', ...purpose] = info.split(' ');
    return { language, purpose: purpose.join(' '), code };
  });
}

/** `language` as the block says it, with its purpose: `sh`, `sh operator`. */
export function codeOf(guide: string, language: string): string {
  return blocksOf(guide)
    .filter((block) => `${block.language} ${block.purpose}`.trim() === language)
    .map(({ code }) => code)
    .join('\n');
}

export function promisesOf(code: string): string[] {
  return [...code.matchAll(/(?:\/\/|#) → (.+)$/gm)].map(([, promise = '']) => promise);
}

/** A folder of its own for a program, below ours so that it finds the packages. */
function workFolder(): { path: string; remove: () => void } {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const path = mkdtempSync(join(root, 'test-results/guide-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** What the program prints. Types are checked elsewhere, if at all: a guide leaves out what is obvious to people. */
export async function runTypeScript(code: string, variables: Record<string, string>): Promise<string> {
  const folder = workFolder();
  const file = join(folder.path, 'guide.mts');
  writeFileSync(file, code);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', ...variables },
      timeout: RUN_MS,
    });
    return stdout;
  } finally {
    folder.remove();
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

/** Commands up to what is promised of them. */
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

const mark = '--- the answer of the next example';
const standIn = fileURLToPath(new URL('./stand-in-curl.mjs', import.meta.url));
/** What guides take for granted: curl, the machine's own if it has one. */
export const shellPrelude = `command -v curl > /dev/null || curl() { '${process.execPath}' '${standIn}' "$@"; }`;

export interface ShellRun {
  readonly variables: Readonly<Record<string, string>>;
  /** Where it runs; a folder of its own unless given. */
  readonly folder?: string;
  /** Files that the reader has there. */
  readonly files?: Readonly<Record<string, string>>;
}

/** What each example prints, run by sh with our commands at hand, in a folder of its own. Nothing that it started stays. */
export async function runShell(examples: readonly ShellExample[], run: ShellRun): Promise<string[]> {
  const own = run.folder === undefined ? workFolder() : null;
  const folder = run.folder ?? own?.path ?? root;
  for (const [name, text] of Object.entries(run.files ?? {})) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const script = examples.map((example) => `echo '${mark}'\n${example.script}`).join('\n');
  try {
    const output = await runToEnd(`${shellPrelude}\n${script}`, folder, run);
    return output.split(`${mark}\n`).slice(1);
  } finally {
    own?.remove();
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
  const said = { stdout: '', all: '' };
  child.stdout.on('data', (chunk) => (said.stdout += String(chunk)));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (said.all += String(chunk)));
  const deadline = setTimeout(() => endGroup(child.pid), RUN_MS);
  // The pipes close when what it left in the background has ended, too.
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(deadline);
  endGroup(child.pid);
  await closed;
  if (code !== 0) throw new Error(`the examples ended with ${code}:\n${said.all}`);
  return said.stdout;
}

/** What an example left running in the background. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
