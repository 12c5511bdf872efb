// A real process that does only the work in the background, as an operator with more than one machine would start it.
import { once } from 'node:events';
import { spawnWaybill, stopProcess, type Variables } from './server-process.ts';

export interface WorkerProcess {
  /** Asks it to end and waits; resolves to the exit code. */
  stop(): Promise<number | null>;
}

export async function startWorkerProcess(variables: Variables): Promise<WorkerProcess> {
  const { child, output } = spawnWaybill(['serve', '--worker'], variables);
  while (!output().includes('background work')) {
    if (child.exitCode !== null) throw new Error(`the worker ended with ${child.exitCode}:\n${output()}`);
    if (child.stdout) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  return { stop: () => stopProcess(child, 'SIGTERM') };
}
