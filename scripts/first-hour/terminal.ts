// A terminal of a newcomer: a shell that stays open, so that commands see the variables and functions of earlier ones. It
// ends at the first command that fails. close() ends everything that it started.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Longer than the server waits for its shutdown. */
const CLOSE_SECONDS = 30;

export interface TerminalOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Undefined: the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

export interface CommandOptions {
  readonly timeoutSeconds: number;
  /** Resolve when the output matches; the command keeps running. */
  readonly until?: RegExp;
}

export class Terminal {
  readonly #shell: ChildProcessByStdio<Writable, Readable, Readable>;
  #output = '';
  #standardOutput = '';
  #hasExited = false;
  /** Background processes hold the pipes until they have ended too. */
  #isClosed = false;
  #commands = 0;
  readonly #waiting = new Set<() => void>();

  constructor({ cwd, env, user }: TerminalOptions) {
    this.#shell = spawn('sh', ['-eu'], {
      cwd,
      env,
      ...user,
      // A process group of its own.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A shell that has ended does not read its input any more; its exit is reported.
    this.#shell.stdin.on('error', () => {});
    this.#shell.stdout.on('data', (chunk) => (this.#standardOutput += String(chunk)));
    for (const stream of [this.#shell.stdout, this.#shell.stderr])
      stream.on('data', (chunk) => {
        this.#output += String(chunk);
        this.#onChange();
      });
    this.#shell.once('exit', () => {
      this.#hasExited = true;
      this.#onChange();
    });
    this.#shell.once('close', () => {
      this.#isClosed = true;
      this.#onChange();
    });
  }

  /** Runs commands; resolves to their standard output. */
  async run(commands: string, { timeoutSeconds, until }: CommandOptions): Promise<string> {
    const endMark = `--- end of command ${++this.#commands}`;
    const from = { all: this.#output.length, standard: this.#standardOutput.length };
    const output = () => this.#output.slice(from.all);
    const isDone = () =>
      until ? until.test(output()) : this.#standardOutput.slice(from.standard).includes(`${endMark}\n`);
    // Commands must not read the shell's input, which holds the next commands.
    this.#shell.stdin.write(`{\n${commands}\n} < /dev/null\necho '${endMark}'\n`);
    const isInTime = await this.#changes(() => isDone() || this.#hasExited, timeoutSeconds);
    if (!isInTime) throw new Error(`did not end within ${timeoutSeconds} s:\n${output()}`);
    if (!isDone()) {
      await this.close();
      throw new Error(`ended with ${this.#shell.exitCode ?? this.#shell.signalCode}:\n${output()}`);
    }
    return this.#standardOutput.slice(from.standard).replace(`${endMark}\n`, '');
  }

  /** Ctrl-C: one signal to everything that runs in the terminal. Resolves to the output until all of it has ended. */
  async interrupt(timeoutSeconds: number): Promise<string> {
    const from = this.#output.length;
    this.#signal('SIGINT');
    const isInTime = await this.#changes(() => this.#isClosed, timeoutSeconds);
    const output = this.#output.slice(from);
    if (!isInTime) throw new Error(`did not end within ${timeoutSeconds} s after Ctrl-C:\n${output}`);
    return output;
  }

  async close(): Promise<void> {
    this.#signal('SIGTERM');
    if (await this.#changes(() => this.#isClosed, CLOSE_SECONDS)) return;
    this.#signal('SIGKILL');
    await this.#changes(() => this.#isClosed, CLOSE_SECONDS);
  }

  #signal(signal: NodeJS.Signals): void {
    try {
      if (this.#shell.pid !== undefined) process.kill(-this.#shell.pid, signal);
    } catch {
      // All processes of the group have already ended.
    }
  }

  #onChange(): void {
    for (const check of this.#waiting) check();
  }

  /** Waits until the condition holds; false if it does not within the time. */
  #changes(condition: () => boolean, timeoutSeconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (result: boolean) => {
        clearTimeout(deadline);
        this.#waiting.delete(check);
        resolve(result);
      };
      const check = () => {
        if (condition()) end(true);
      };
      const deadline = setTimeout(() => end(false), timeoutSeconds * 1000);
      this.#waiting.add(check);
      check();
    });
  }
}
