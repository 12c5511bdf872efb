// Global setup of the journeys: a data folder after its first start. Journeys that begin later copy it instead of paying for
// a new cluster, all migrations and the first organization; test/journeys/first-start.test.ts starts with nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { copyFolder } from './copy-folder.ts';
import { startServer, temporaryFolder } from './server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a stopped installation. */
    installation: string;
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  const folder = temporaryFolder();
  const server = await startServer({ DATA_DIR: folder.path });
  await server.stop();
  project.provide('installation', folder.path);
  return folder.remove;
}

/** A copy of the prepared installation. */
export function installedFolder(prepared: string): { path: string; remove: () => void } {
  const parent = mkdtempSync(join(tmpdir(), 'waybill-installed-'));
  const path = join(parent, 'data');
  copyFolder(prepared, path);
  return { path, remove: () => rmSync(parent, { recursive: true, force: true }) };
}
