import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedFolder } from '../support/installed-folder.ts';
import { runWaybill, type ServerProcess, startServer } from '../support/server-process.ts';

describe('an operator who manages payments of organizations', async () => {
  const folder = await installedFolder();
  const variables = { DATA_DIR: folder.path, ENVIRONMENT: 'production' };
  let server: ServerProcess;
  let org: string;
  const payment = (verb: string, ...args: string[]) =>
    runWaybill(['orgs', 'payment', verb, '--org', org, ...args], variables);

  beforeAll(async () => {
    server = await startServer(variables);
    const { stdout } = await runWaybill(['orgs', 'create', '--name', 'Acme', '--json'], variables);
    org = JSON.parse(stdout).id;
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  it('sets and clears a payment method', async () => {
    const shown = async () => JSON.parse((await payment('show', '--json')).stdout);
    expect(await shown()).toEqual({ org, provider: 'on_account', customer: null, method: null });
    const set = await payment('set', '--customer', 'cus_123', '--method', 'pm_456');
    expect(set).toMatchObject({ code: 0, stdout: expect.stringContaining('PAYMENT_PROVIDER=stripe') });
    expect(await shown()).toEqual({ org, provider: 'stripe', customer: 'cus_123', method: 'pm_456' });
    expect((await payment('clear')).code).toBe(0);
    expect((await shown()).provider).toBe('on_account');
    expect(await payment('set', '--customer', '4242', '--method', 'pm_456')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('starts with cus_'),
    });
  });

  it('records a received payment once, and the ledger is consistent', async () => {
    const receive = () => payment('receive', '--amount', '125000', '--reference', 'WIRE 1');
    expect(await receive()).toMatchObject({ code: 0, stdout: expect.stringContaining('Recorded $1,250.00') });
    expect(await receive()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('already has a payment with the reference'),
    });
    expect(await payment('receive', '--amount', '12.50', '--reference', 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('whole cents'),
    });
    const unknownOrganization = [
      '--org',
      '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11',
      '--amount',
      '1',
      '--reference',
      'x',
    ];
    expect(await runWaybill(['orgs', 'payment', 'receive', ...unknownOrganization], variables)).toMatchObject(
      {
        code: 1,
        stderr: expect.stringContaining('no organization'),
      },
    );
    const { code, stdout } = await runWaybill(['doctor'], variables);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('✓ ledger: the entries of a record add up to zero (2)');
  });
});
