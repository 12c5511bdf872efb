// The README of the SDK is correct: its code runs unchanged against a real sandbox and prints the stated output, and it
// shows every call. guides.test.ts checks the guides in the same way.
import { webhooks } from '@waybill/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isCallable, operationsOf, readApiDescription } from '../../scripts/generate/api-description.ts';
import { codeOf, expectedOutputOf, missingOutput, readGuide, runTypeScript } from '../support/guide-code.ts';
import { type SandboxServer, startSandbox } from '../support/sandbox-server.ts';

const code = codeOf(readGuide('packages/sdk/README.md'), 'ts');
let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox?.close());

it('the README code runs unchanged and prints the stated output', async () => {
  const { client } = await sandbox.organization();
  const output = await runTypeScript(code, {
    WAYBILL_BASE_URL: sandbox.baseUrl,
    WAYBILL_CLIENT_ID: client.clientId,
    WAYBILL_CLIENT_SECRET: client.clientSecret,
    WAYBILL_WEBHOOK_SECRET: webhooks.createSecret(),
  });
  expect(expectedOutputOf(code).length).toBeGreaterThan(7);
  expect(missingOutput(output, expectedOutputOf(code)), output).toBeNull();
});

it('the README shows every call', async () => {
  const operations = operationsOf(await readApiDescription()).filter(isCallable);
  const missing = operations.filter(({ operationId }) => !code.includes(`waybill.${operationId}(`));
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
});
