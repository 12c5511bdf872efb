// A real process that runs only background work.
import { once } from 'node:events';
import { spawnWaybill, stopProcess, type Variables } from './server-process.ts';

export interface WorkerProcess {
  /** Sends SIGTERM, waits for the exit, and resolves to the exit code. */
  stop(): Promise<number | null>;
}

export async function startWorkerProcess(variables: Variables): Promise<WorkerProcess> {
  const { child, output } = spawnWaybill(['serve', '--worker'], variables);
  while (!output().includes('worker is running')) {
    if (child.exitCode !== null) throw new Error(`the worker exited with ${child.exitCode}:\n${output()}`);
    if (child.stdout) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  return { stop: () => stopProcess(child, 'SIGTERM') };
}
