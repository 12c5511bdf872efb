// The README of the SDK and its guide are true: their code runs as it stands against a real sandbox and prints what they say.
// The README shows every call.
import { webhooks } from '@waybill/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isCallable, operationsOf, readApiDescription } from '../../scripts/generate/api-description.ts';
import { brokenPromise, codeOf, promisesOf, readGuide, runTypeScript } from '../support/guide-code.ts';
import { type SandboxServer, startSandbox } from '../support/sandbox-server.ts';

const code = codeOf(readGuide('packages/sdk/README.md'), 'ts');
let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox?.close());

it.each(['packages/sdk/README.md', 'docs/sdk.md'])(
  '%s runs as it stands and prints what it says',
  async (path) => {
    const program = codeOf(readGuide(path), 'ts');
    const { client } = await sandbox.organization();
    const output = await runTypeScript(program, {
      WAYBILL_BASE_URL: sandbox.baseUrl,
      WAYBILL_CLIENT_ID: client.clientId,
      WAYBILL_CLIENT_SECRET: client.clientSecret,
      WAYBILL_WEBHOOK_SECRET: webhooks.createSecret(),
    });
    expect(promisesOf(program).length).toBeGreaterThan(7);
    expect(brokenPromise(output, promisesOf(program)), output).toBeNull();
  },
  40_000,
);

it('the README shows every call', async () => {
  const operations = operationsOf(await readApiDescription()).filter(isCallable);
  const missing = operations.filter(({ operationId }) => !code.includes(`waybill.${operationId}(`));
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
});
