// A data folder after its first start. Journeys that begin later copy it instead of paying for a new cluster, all
// migrations and the first organization; test/journeys/first-start.test.ts starts with nothing.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from './api-client.ts';
import { copyFolder } from './copy-folder.ts';
import { oncePerRun } from './once-per-run.ts';
import { startServer } from './server-process.ts';

/** A copy of the prepared installation. */
export async function installedFolder(): Promise<{ path: string; remove: () => void }> {
  const prepared = await oncePerRun('installation', async (folder) => {
    const server = await startServer({ DATA_DIR: folder });
    await server.stop();
  });
  const parent = mkdtempSync(join(tmpdir(), 'waybill-installed-'));
  const path = join(parent, 'data');
  copyFolder(prepared, path);
  return { path, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** The first partner of the sandbox, with the credentials that the first start wrote. */
export function signInToSandbox(baseUrl: string, dataDir: string): Promise<ApiClient> {
  const { sandbox } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  return ApiClient.signIn(baseUrl, { clientId: sandbox.client_id, clientSecret: sandbox.client_secret });
}
