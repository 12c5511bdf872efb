// Starts `waybill serve` of a built checkout with both environments, and measures the time until both are ready.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';

export interface Start {
  readonly child: ChildProcess;
  readonly production: string;
  /** From the start of the process until `/ready` of both environments returned 200. */
  readonly readyMs: number;
  /** As logged by the server; empty for builds that do not log it. */
  readonly steps: readonly { readonly step: string; readonly from: number; readonly to: number }[];
  stop(): Promise<void>;
}

/** A starting server responds to each poll: faster polls would slow the start down. */
const pollMs = 20;
const patienceMs = 120_000;

export async function startOnce(build: string, variables: Readonly<Record<string, string>>): Promise<Start> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, [...nodeOptions(build), join(build, 'bin/waybill.js'), 'serve'], {
    cwd: build,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      LOG_LEVEL: 'info',
      RATE_LIMIT_REQUESTS: '1000000',
      ADDRESS_LIMIT_REQUESTS: '1000000',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  const urls = [port, sandboxPort].map((each) => `http://127.0.0.1:${each}`);
  await Promise.all(urls.map((url) => untilReady(child, url)));
  return {
    child,
    production: urls[0] ?? '',
    readyMs: performance.now() - startedAtMs,
    get steps() {
      return stepsIn(output);
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The Node options of the first line of the command. */
function nodeOptions(build: string): string[] {
  const text = readFileSync(join(build, 'bin/waybill.js'), 'utf8');
  return /^#!\S+ -S node (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; await delay(pollMs)) {
    if (child.exitCode !== null) throw new Error(`the server exited with ${child.exitCode}`);
    if ((await statusOf(`${url}/ready`)) === 200) return;
  }
  throw new Error('the server did not become ready');
}

/** null if the connection is refused. */
function statusOf(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    }).on('error', () => resolve(null));
  });
}

function stepsIn(output: string): Start['steps'] {
  const line = output.split('\n').find((each) => each.includes('"steps":'));
  return line === undefined ? [] : (JSON.parse(line) as { steps: Start['steps'] }).steps;
}

/** Rows of a table: steps in the order of their beginning. */
export function startProfile({ steps, readyMs }: Start) {
  return [
    ...steps
      .toSorted((one, other) => one.from - other.from)
      .map(({ step, from, to }) => ({ step, 'from (ms)': from, 'to (ms)': to, ms: to - from })),
    {
      step: 'ready, as seen by the caller',
      'from (ms)': 0,
      'to (ms)': Math.round(readyMs),
      ms: Math.round(readyMs),
    },
  ];
}
