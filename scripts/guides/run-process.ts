// Runs a program in a process group of its own, with a time-out, and finds processes that it leaves behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** A process that was asked to end may take a moment. */
const GRACE_MILLIS = 5_000;

export interface ProcessRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
}

export interface ProcessResult {
  readonly stdout: string;
  /** Standard output and errors as they came. */
  readonly all: string;
  /** Null if the program succeeded and ended everything that it started. */
  readonly problem: string | null;
}

const running = new Set<number>();

/** Ends all programs that run now, for an interrupted run. */
export function endRunningProcesses(): void {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
}

export async function runProcess(run: ProcessRun): Promise<ProcessResult> {
  const child = spawn(run.command, run.args, {
    cwd: run.cwd,
    env: run.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) running.add(child.pid);
  const output = { stdout: '', all: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output.all += String(chunk)));
  // The pipes close only when background processes have ended too.
  const closed = once(child, 'close');
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    signalGroup(child.pid, 'SIGKILL');
  }, run.timeoutSeconds * 1000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(deadline);
  const isLeft = !isLate && (await isAliveAfterGrace(child.pid));
  signalGroup(child.pid, 'SIGKILL');
  await closed;
  if (child.pid !== undefined) running.delete(child.pid);
  const problem = isLate
    ? `did not end within ${run.timeoutSeconds} s`
    : code !== 0
      ? `ended with ${code}`
      : isLeft
        ? 'left a process running'
        : null;
  return { ...output, problem };
}

async function isAliveAfterGrace(pid: number | undefined): Promise<boolean> {
  const until = performance.now() + GRACE_MILLIS;
  while (signalGroup(pid, 0)) {
    if (performance.now() > until) return true;
    await delay(50);
  }
  return false;
}

/** Whether the group still has processes. */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
