// The collections run without failures against a real sandbox, each with the runner of its vendor.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCallable, operationsOf, readApiDescription } from '../../scripts/generate/api-description.ts';
import { collectionRequests } from '../../scripts/generate/collection-requests.ts';
import { findExternalPackage } from '../support/external-packages.ts';
import { type SandboxServer, startSandbox } from '../support/sandbox-server.ts';

const home = fileURLToPath(new URL('../../collections/', import.meta.url));
const description = await readApiDescription();
const requests = collectionRequests(description);
const newman = findExternalPackage('newman');
const bruno = findExternalPackage('bruno');

describe('the collections', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-collections-'));
  const report = join(folder, 'report.json');
  let sandbox: SandboxServer;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(async () => {
    await sandbox?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = async (script: string, args: readonly string[], cwd: string) => {
    const { client } = await sandbox.organization();
    const variables = [
      `base_url=${sandbox.baseUrl}`,
      `client_id=${client.clientId}`,
      `client_secret=${client.clientSecret}`,
    ];
    const options = variables.flatMap((each) => ['--env-var', each]);
    await promisify(execFile)(process.execPath, [script, ...args, ...options], {
      cwd,
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: Error & { stdout?: string }) => {
      throw new Error(`${error.message}\n${error.stdout ?? ''}`);
    });
    return JSON.parse(readFileSync(report, 'utf8'));
  };

  it('contain every operation except the sign-in page', () => {
    const addresses = new Set(
      requests.map(({ method, url }) => `${method} ${url.replace(/\{\{\w+\}\}|\b1$/g, '*')}`),
    );
    const missing = operationsOf(description)
      .filter(isCallable)
      .map(({ method, path }) => `${method} *${path.replace(/\{\w+\}/g, '*')}`)
      .filter((address) => !addresses.has(address));
    expect(missing).toEqual([]);
  });

  it.skipIf(newman === null)('pass in Newman', async () => {
    if (newman === null) return;
    const script = join(newman, 'newman/bin/newman.js');
    const collection = join(home, 'postman/waybill.postman_collection.json');
    const environment = join(home, 'postman/sandbox.postman_environment.json');
    const args = ['run', collection, '-e', environment, '-r', 'json', '--reporter-json-export', report];
    const { run: ran } = await run(script, args, home);
    expect(ran.failures).toEqual([]);
    expect(ran.stats.assertions).toMatchObject({ total: requests.length, failed: 0 });
  });

  it.skipIf(bruno === null)('pass in the Bruno CLI', async () => {
    if (bruno === null) return;
    const script = join(bruno, '@usebruno/cli/bin/bru.js');
    const args = ['run', '-r', '--env', 'sandbox', '--reporter-json', report];
    const [{ summary }] = await run(script, args, join(home, 'bruno'));
    expect(summary).toMatchObject({ totalRequests: requests.length, failedRequests: 0, failedAssertions: 0 });
  });
});
