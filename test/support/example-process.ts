// Starts a program of examples/ as its README describes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stopProcess } from './server-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface ExampleProcess {
  readonly output: () => string;
  /** Resolves once the output matches. */
  said(text: RegExp): Promise<string>;
  stop(): Promise<void>;
}

export function startExample(path: string, variables: Record<string, string>): ExampleProcess {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', `examples/${path}`], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  return {
    output: () => text,
    said: async (wanted) => {
      for (let found = wanted.exec(text); ; found = wanted.exec(text)) {
        if (found) return found[0];
        if (child.exitCode !== null) throw new Error(`${path} ended:\n${text}`);
        await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
      }
    },
    stop: async () => {
      await stopProcess(child, 'SIGTERM');
    },
  };
}
