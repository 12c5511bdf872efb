// Starts Prism, an independent implementation of OpenAPI documents, as a validating proxy or as a mock server.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireExternalPackage } from './external-packages.ts';
import { until } from './until.ts';

export type PrismCommand = readonly ['mock'] | readonly ['proxy', target: string, ...options: string[]];

/** Resolves when Prism responds on the port of the loopback interface. The caller ends the process. */
export async function startPrism(
  [mode, ...parameters]: PrismCommand,
  document: string,
  port: number,
): Promise<ChildProcess> {
  const command = join(await requireExternalPackage('prism'), '@stoplight/prism-cli/dist/index.js');
  // Prism waits only five seconds for a document that it loads itself, so that it gets a file.
  const folder = mkdtempSync(join(tmpdir(), 'waybill-prism-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, document);
  const options = ['--port', String(port), '--verboseLevel=error', '--cors=false'];
  const child = spawn(process.execPath, [command, mode, file, ...parameters, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    );
  try {
    await until(isReady, (ready) => ready);
    return child;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
