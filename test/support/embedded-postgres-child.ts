// Starts embedded-postgres-process.ts as a child process and sends it commands.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DatabaseAddress } from '../../src/db/embedded/embedded-postgres.ts';

interface ChildMessage {
  joined?: DatabaseAddress;
  durationMs?: number;
  result?: Record<string, unknown>[] | null;
  failed?: string;
  log?: string;
  text?: string;
}

export interface EmbeddedPostgresChild {
  readonly process: ChildProcess;
  readonly log: string[];
  /** Address of the server; rejects with the error message of the process. */
  joined(): Promise<DatabaseAddress>;
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>;
  ensureDatabase(name: string): Promise<void>;
  /** Resolves when the process has exited by itself. */
  leave(): Promise<void>;
  /** Closes the command stream, so that the process has nothing left to do. */
  finish(): Promise<number | null>;
  kill(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FIXTURE = 'test/support/embedded-postgres-process.ts';
const children = new Set<ChildProcess>();

/** `cwd`: another copy of the project to run from. */
export function startChild(
  dataDir: string,
  options: { uid?: number; gid?: number; cwd?: string } = {},
): EmbeddedPostgresChild {
  const program = options.cwd ? join(options.cwd, FIXTURE) : join(ROOT, FIXTURE);
  const child = spawn(process.execPath, ['--import', 'tsx', program, dataDir], {
    cwd: ROOT,
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.add(child);
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const log: string[] = [];
  const messages = readMessages(child, log);
  const first = messages.next();
  first.catch(() => undefined);

  async function send(command: object): Promise<ChildMessage> {
    await first;
    child.stdin?.write(`${JSON.stringify(command)}\n`);
    return messages.next();
  }

  return {
    process: child,
    log,
    async joined() {
      const { joined } = await first;
      if (!joined) throw new Error('the process did not join');
      return joined;
    },
    query: async (sql, database = 'postgres') => (await send({ do: 'query', database, sql })).result ?? [],
    ensureDatabase: async (name) => void (await send({ do: 'ensure', name })),
    async leave() {
      await send({ do: 'leave' });
      await exited;
    },
    finish() {
      child.stdin?.end();
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** For afterEach: no process of a failed test may outlive it. */
export async function killChildren(): Promise<void> {
  const running = [...children].filter((child) => child.exitCode === null && child.signalCode === null);
  children.clear();
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(running.map((child) => once(child, 'exit')));
}

function readMessages(child: ChildProcess, log: string[]): { next(): Promise<ChildMessage> } {
  if (!child.stdout) throw new Error('no output to read');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async next() {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`the process ended, having logged: ${log.join('; ')}`);
        const line: ChildMessage = JSON.parse(value);
        if (line.failed !== undefined) throw new Error(line.failed);
        if (line.log === undefined) return line;
        log.push(`${line.log}: ${line.text}`);
      }
    },
  };
}
