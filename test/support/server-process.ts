// A real Waybill process, started like an operator does: own data folder or database, own ports, stopped by its pid.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { PATIENCE_MS, rounds } from './scale.ts';
import { startValidatingProxy } from './validating-proxy.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const command = join(root, 'bin/waybill.js');
/** The Node options of the shebang line, with the Node that runs the tests: PATH may have another version, or none. */
const nodeOptions = /^#!\S+ -S node (.*)$/m.exec(readFileSync(command, 'utf8'))?.[1]?.split(' ') ?? [];

export type Variables = Readonly<Record<string, string>>;

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly production: string;
  readonly sandbox: string;
  readonly output: () => string;
  /** Milliseconds from the start of the process until /ready returned 200. */
  readonly readyAfterMillis: number;
  /** Sends the signal, waits for the exit, and resolves to the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'waybill-serve-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

const connectSeconds = rounds(PATIENCE_MS, 0) / 1_000;

/** Short connect timeouts are tested with full counts only; `npm test` shares its cores. */
export const patientConnections: Variables =
  connectSeconds > 0 ? { DATABASE_CONNECT_SECONDS: String(connectSeconds) } : {};

/** Minimal environment: no configuration of the developer reaches the process. */
function childEnvironment(variables: Variables): NodeJS.ProcessEnv {
  return {
    ...patientConnections,
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    TMPDIR: process.env['TMPDIR'],
    ...variables,
  };
}

export function spawnWaybill(
  args: readonly string[],
  variables: Variables,
  { detached = false } = {},
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [...nodeOptions, command, ...args], {
    cwd: root,
    detached,
    env: childEnvironment(variables),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  return { child, output: () => text };
}

/** Runs a `waybill` command, waits for its exit, and returns exit code and output. */
export async function runWaybill(
  args: readonly string[],
  variables: Variables,
  input = '',
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { child } = spawnWaybill(args, variables);
  const parts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => (parts.stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (parts.stderr += String(chunk)));
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...parts };
}

export async function startServer(
  variables: Variables,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
  // Tests that poll must not reach the limits. Tests of limits set their own.
  const noLimits = { ADDRESS_LIMIT_REQUESTS: '1000000', RATE_LIMIT_REQUESTS: '1000000' };
  const all = { ...noLimits, ...ports, ...variables };
  const { child, output } = spawnWaybill(['serve', ...args], all);
  const urls = {
    production: `http://127.0.0.1:${all.PORT}`,
    sandbox: `http://127.0.0.1:${all.SANDBOX_PORT}`,
  };
  const chosen =
    variables['ENVIRONMENT'] === 'sandbox'
      ? [urls.sandbox]
      : variables['ENVIRONMENT'] === 'production'
        ? [urls.production]
        : Object.values(urls);
  for (const url of chosen) await untilReady(url, child, output);
  const readyAfterMillis = performance.now() - startedAt;
  const validator = chosen.includes(urls.sandbox) ? await startValidatingProxy(urls.sandbox) : null;
  return {
    child,
    ...urls,
    ...(validator && { sandbox: validator.url }),
    output,
    readyAfterMillis,
    stop: async (signal = 'SIGTERM') => {
      await validator?.stop();
      return stopProcess(child, signal);
    },
  };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + 2 * PATIENCE_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server exited with ${child.exitCode}:\n${output()}`);
    const ready = await fetch(`${url}/ready`).then(
      (response) => response.status === 200,
      () => false,
    );
    if (ready) return;
    await delay(50);
  }
  throw new Error(`the server did not become ready:\n${output()}`);
}

export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  return (await ended)[0];
}
