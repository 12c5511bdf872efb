// A newcomer: a home of its own, its own Node.js, and nothing else of this machine, as root or as an ordinary user. All that
// it makes is in one folder; leave() ends its processes and removes the folder.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { copyNodeRelease } from './node-release.ts';
import { Terminal } from './terminal.ts';

export interface NewcomerOptions {
  /** Folder of the Node.js release. */
  readonly release: string;
  readonly isOrdinaryUser: boolean;
}

/** How this machine reaches the npm registry. */
const networkVariables = [
  'NODE_EXTRA_CA_CERTS',
  'npm_config_registry',
  ...['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]),
];

export class Newcomer {
  // The path of the temporary folder names the newcomer's processes.
  readonly #folder = mkdtempSync(join(tmpdir(), 'waybill-first-hour-'));
  readonly #node = join(this.#folder, 'node');
  readonly #home = join(this.#folder, 'home');
  readonly #temporary = join(this.#folder, 'tmp');
  readonly clone = join(this.#home, 'waybill');
  /** A folder for programs on the SDK. */
  readonly project = join(this.#home, 'shop');
  readonly #user: { uid: number; gid: number } | undefined;
  readonly #terminals: Terminal[] = [];
  #left: Promise<string[]> | null = null;

  constructor({ release, isOrdinaryUser }: NewcomerOptions) {
    // PostgreSQL, which never runs as root, must be able to enter.
    chmodSync(this.#folder, 0o755);
    copyNodeRelease(release, this.#node);
    for (const path of [this.#home, this.#temporary, this.project]) mkdirSync(path);
    chmodSync(this.#temporary, 0o1777);
    // Without it, npm installs into the next folder above that has one.
    writeFileSync(join(this.project, 'package.json'), '{ "private": true }\n');
    this.#user = isOrdinaryUser && isRoot() ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
    this.#takeOver(this.#folder);
  }

  /** Clones the last commit of a repository. Git does not read a repository of another user, so this process clones. */
  cloneRepository(root: string): void {
    execFileSync('git', ['clone', '--quiet', '--no-local', root, this.clone], { stdio: 'pipe' });
    this.#takeOver(this.clone);
  }

  openTerminal(cwd: string, variables: Readonly<Record<string, string>> = {}): Terminal {
    const env = {
      PATH: [join(this.#node, 'bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
      HOME: this.#home,
      TMPDIR: this.#temporary,
      LANG: 'C.UTF-8',
      ...networkSettings(),
      ...variables,
    };
    const terminal = new Terminal({ cwd, env, user: this.#user });
    this.#terminals.push(terminal);
    return terminal;
  }

  /** Ends what still runs and removes the folder. Returns processes that closing the terminals did not end. */
  leave(): Promise<string[]> {
    this.#left ??= this.#endAll();
    return this.#left;
  }

  async #endAll(): Promise<string[]> {
    for (const terminal of this.#terminals.reverse()) await terminal.close();
    const left = this.#processes();
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    return left.map(({ pid, command }) => `${pid} ${command}`);
  }

  /** Running processes that name the newcomer's folder. */
  #processes(): { pid: number; command: string }[] {
    return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => /^ *(\d+) (.*)$/.exec(line))
      .filter((found) => found !== null)
      .map(([, pid = '', command = '']) => ({ pid: Number(pid), command }))
      .filter(({ pid, command }) => pid !== process.pid && command.includes(this.#folder));
  }

  #takeOver(folder: string): void {
    if (this.#user) execFileSync('chown', ['-R', `${this.#user.uid}:${this.#user.gid}`, folder]);
  }
}

function networkSettings(): Record<string, string> {
  const given = networkVariables.map((name) => [name, process.env[name] ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
}
