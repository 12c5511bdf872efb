// Entry point of `waybill serve`, in one CommonJS file, which bin/load-cached.js runs from V8's code cache (decision 0071).
import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { readConfig } from '../config.ts';
import { createLogger } from '../lib/logger.ts';
import { handleClosedOutput } from './closed-output.ts';
import { runCommand } from './run-command.ts';
import { addServeCommand } from './serve-command.ts';

export async function main(args: readonly string[]): Promise<void> {
  handleClosedOutput(false);
  process.exitCode = await runCommand(args, () => [addServeCommand]);
}

/** Runs the code of a start that needs no database: the build stores it compiled (scripts/code-cache.mjs). `mark` is called at the end of each step. */
export async function rehearse(mark: (step: string) => void = () => {}): Promise<void> {
  const { assembleApp } = await import('../app.ts');
  mark('modules of the application');
  const config = readConfig({});
  for (const environment of config.environments) {
    const app = await assembleApp({
      config,
      environment,
      // Never used: pools connect on first use.
      connection: { host: '/nowhere', port: 5432, user: 'unused', database: 'none' },
      masterKeys: [{ id: 'k1', secret: randomBytes(32) }],
      log: createLogger('silent'),
      metrics: new Registry(),
    });
    mark(`application of ${environment.name}`);
    await app.server.inject('/health');
    await app.close();
  }
}
