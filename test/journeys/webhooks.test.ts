import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { freePort } from '../support/free-port.ts';
import { installedFolder, signInToSandbox } from '../support/installed-folder.ts';
import { runWaybill, type ServerProcess, startServer } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { manners, type Receivers, startReceivers } from '../support/webhook-receivers.ts';

const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
const booking = {
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
};

describe('an operator who manages webhooks', async () => {
  const folder = await installedFolder();
  let variables: Record<string, string>;
  let server: ServerProcess;
  let partner: ApiClient;
  let receivers: Receivers;
  const waybill = (...args: string[]) => runWaybill([...args, '-e', 'sandbox'], variables);
  const json = async (...args: string[]) => {
    const { stdout, stderr } = await waybill('webhooks', ...args, '--json');
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };
  const book = async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    return (await partner.post('/bookings', { ...booking, arrival_window_from: soon })).body;
  };

  beforeAll(async () => {
    receivers = await startReceivers();
    variables = {
      DATA_DIR: folder.path,
      ENVIRONMENT: 'sandbox',
      SANDBOX_PORT: String(await freePort()),
      WEBHOOK_RETRY_SECONDS: '1,86400',
    };
    server = await startServer(variables);
    partner = await signInToSandbox(server.sandbox, folder.path);
  });
  afterAll(async () => {
    await server?.stop();
    await receivers?.close();
    folder.remove();
  });

  it('lists failing endpoints, disables one, and resends what it missed', async () => {
    const receiver = receivers.receiver('hook', manners.error);
    const other = receivers.receiver('other');
    const { id, secret } = (await partner.post('/webhooks', { url: receiver.url })).body;
    const { id: healthyId } = (await partner.post('/webhooks', { url: other.url })).body;
    const first = await book();
    await Promise.all([receiver.until(2), other.until(1)]);

    expect(await json('list')).toMatchObject([{ id: healthyId }, { id, url: receiver.url, disabled: false }]);
    // The attempt is recorded shortly after it was made.
    const failing = await until(
      (): Promise<{ failures_in_a_row: number }[]> => json('failing'),
      ([worst]) => worst?.failures_in_a_row === 2,
    );
    expect(failing).toMatchObject([
      { id, failures_in_a_row: 2, failing_since: expect.any(String), pending: 1 },
    ]);
    expect((await waybill('webhooks', 'failing')).stdout).toMatch(
      /^STATE +FAILING SINCE[^\n]+\nfailing \(2\) +20/,
    );
    expect((await waybill('webhooks', 'list', '--org', unknown)).stderr).toContain('There is no account');

    expect(await json('disable', id)).toEqual({
      id,
      url: receiver.url,
      disabled: true,
      disabled_reason: 'manual',
    });
    expect((await partner.get(`/webhooks/${id}`)).body).toMatchObject({
      disabled: true,
      disabled_reason: 'manual',
    });
    const refused = await waybill('webhooks', 'recover', id, '--since', '1h');
    expect(refused.stderr).toMatch(/disabled/);
    const missed = await book();
    await other.until(2);

    receiver.behave(manners.ok);
    expect((await waybill('webhooks', 'enable', id)).stdout).toMatch(/enabled/);
    const before = receiver.received.length;
    expect(await json('recover', id, '--since', '1h')).toMatchObject({ finished_at: null });
    await receiver.until(before + 2);
    const got = receiver.received.slice(before).map(({ body, headers }) => {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return JSON.parse(body).data.booking.id;
    });
    // The order of events of different bookings is not guaranteed.
    expect(new Set(got)).toEqual(new Set([first.id, missed.id]));
    const doctor = await waybill('doctor');
    expect(doctor.stdout).toMatch(/✓ webhook secrets/);
    expect(doctor.code, doctor.stdout).toBe(0);
  });

  it('gets an error for invalid arguments', async () => {
    const errorOf = async (...args: string[]) => (await waybill('webhooks', ...args)).stderr;
    for (const command of ['disable', 'enable'])
      for (const id of [unknown, 'nonsense'])
        expect(await errorOf(command, id)).toMatch('There is no such webhook endpoint.');
    expect(await errorOf('recover', unknown)).toMatch('--since');
    expect(await errorOf('recover', unknown, '--since', 'yesterday')).toMatch('7d');
    expect(await errorOf('recover', unknown, '--since', '7d')).toMatch('There is no such webhook endpoint.');
    expect(await errorOf('list', '--limit', '0')).toMatch('1 to 1000');
  });
});
