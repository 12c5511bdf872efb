import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { freePort } from '../support/free-port.ts';
import { installedFolder, signInToSandbox } from '../support/installed-folder.ts';
import { runWaybill, type ServerProcess, startServer } from '../support/server-process.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';

describe('an operator who looks after bookings', async () => {
  const folder = await installedFolder();
  let variables: Record<string, string>;
  let server: ServerProcess;
  let partner: ApiClient;
  const waybill = (...args: string[]) => runWaybill([...args, '-e', 'sandbox'], variables);
  const listed = async (...args: string[]) =>
    JSON.parse((await waybill('bookings', 'list', '--json', ...args)).stdout);
  const book = async (body: object = {}) => {
    const window = { arrival_window_from: new Date(Date.now() + 86_400_000).toISOString() };
    return (await partner.post('/bookings', { stops, product: 'van', ...window, ...body })).body;
  };

  beforeAll(async () => {
    variables = { DATA_DIR: folder.path, ENVIRONMENT: 'sandbox', SANDBOX_PORT: String(await freePort()) };
    server = await startServer(variables);
    partner = await signInToSandbox(server.sandbox, folder.path);
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  it('lists bookings newest first, by state and by account', async () => {
    const [first, second] = [await book(), await book()];
    const { id: account } = (await partner.get('/account')).body;
    expect(await listed()).toMatchObject([
      { id: second.id },
      { id: first.id, hid: first.hid, state: 'created' },
    ]);
    expect(await listed('--limit', '1', '--org', account)).toMatchObject([{ id: second.id }]);
    const mistyped = await waybill('bookings', 'list', '--org', unknown);
    expect(mistyped).toMatchObject({ code: 1, stdout: '' });
    expect(mistyped.stderr).toContain(`There is no account ${unknown} in sandbox`);
    await partner.post(`/bookings/${first.id}/cancel`, {});
    expect(await listed('--state', 'cancelled')).toMatchObject([{ id: first.id }]);
    expect((await waybill('bookings', 'list')).stdout).toMatch(
      /^CODE +STATE[^\n]+\n[0-9A-Z]{8} +created +van/,
    );
  });

  it('shows a booking by id or confirmation code', async () => {
    const booking = await book();
    for (const name of [booking.id, booking.hid, booking.hid.toLowerCase()])
      expect(JSON.parse((await waybill('bookings', 'show', name)).stdout)).toEqual(booking);
    expect(await waybill('bookings', 'show', 'ZZZZZZZZ')).toMatchObject({
      code: 1,
      stderr: 'error: There is no such booking.\n',
    });
  });

  it('cancels a booking, and the partner sees the actor and the reason', async () => {
    const booking = await book();
    const { code, stdout } = await waybill(
      'bookings',
      'cancel',
      booking.hid,
      '--reason',
      'the bridge is closed',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('the bridge is closed');
    const after = (await partner.get(`/bookings/${booking.id}`)).body;
    expect(after).toEqual({
      ...booking,
      state: 'cancelled',
      updated_at: after.updated_at,
      cancellation: { by: 'operator', reason: 'the bridge is closed', fee: 0, at: after.updated_at },
    });
    expect(await waybill('bookings', 'cancel', booking.id, '--reason', 'again')).toMatchObject({
      code: 1,
      stderr: 'error: The booking is already cancelled.\n',
    });
    expect((await waybill('bookings', 'cancel', booking.id)).code).toBe(2);
  });

  it('sets a cancellation policy, and partners see the fee before they cancel', async () => {
    const { id: account } = (await partner.get('/account')).body;
    const policy = (...args: string[]) => waybill('orgs', 'cancellation-policy', ...args);
    const file = join(folder.path, 'policy.json');
    const free = 'The account has no cancellation policy: cancelling is free.\n';
    expect(await policy('show', account)).toMatchObject({ code: 0, stdout: free });
    const tiers = [{ from: 'notice', notice_minutes: 2_880, fee: { cents: 1_234 } }];
    writeFileSync(file, JSON.stringify({ tiers: [{ ...tiers[0], fee: { cents: -5 } }, { from: 'dusk' }] }));
    const broken = await policy('set', account, file);
    expect(broken.code).toBe(1);
    for (const path of ['tiers[0].fee.cents must be between', 'tiers[1].from must be one of', 'tiers[1].fee'])
      expect(broken.stderr).toContain(path);
    expect((await runWaybill(['orgs', 'cancellation-policy', 'validate', file], variables)).code).toBe(1);
    expect(await policy('show', account)).toMatchObject({ stdout: free });
    writeFileSync(file, JSON.stringify({ tiers }));
    expect(await policy('set', account, file)).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse((await policy('show', account)).stdout)).toEqual({ tiers });
    const [byPartner, byOperator] = [await book(), await book()];
    expect((await partner.get(`/bookings/${byPartner.id}/cancellation`)).body.fee).toBe(1_234);
    expect((await partner.post(`/bookings/${byPartner.id}/cancel`)).body.cancellation.fee).toBe(1_234);
    const called = await waybill('bookings', 'cancel', byOperator.id, '--reason', 'rain', '--charge-fee');
    expect(called.stdout).toMatch(/fee +1234 cents/);
    expect((await policy('clear', account)).stdout).toBe('Removed the policy: cancelling is now free.\n');
    expect(JSON.parse((await policy('show', account, '--json')).stdout)).toEqual({ tiers: [] });
    expect(await policy('set', unknown, file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no such account'),
    });
    expect((await policy('set', 'acme', file)).code).toBe(2);
  });

  it('exports and erases personal data, also under the deprecated command name', async () => {
    const phone = '+12125550147';
    const booking = await book({ contacts: [{ name: 'Ada', phone_number: phone }] });
    const exported = await waybill('privacy', 'export', '--phone', phone);
    expect(exported).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(booking.id) });
    const preview = await waybill('privacy', 'erase', '--phone', phone);
    expect(preview).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(booking.hid) });
    const note = 'warning: "waybill people" is deprecated; use "waybill privacy".\n';
    const old = await waybill('people', 'export', '--phone', phone);
    expect(old).toMatchObject({ code: 0, stderr: note, stdout: expect.stringContaining(booking.id) });
    expect(await waybill('people', 'erase', '--phone', phone)).toEqual({ ...preview, stderr: note });
    const { stdout: help } = await runWaybill(['--help'], variables);
    expect(help).toMatch(/^ {2}privacy /m);
    expect(help).not.toMatch(/^ {2}people /m);
  });

  it('can cancel a booking in an area that is no longer served', async () => {
    const booking = await book();
    const file = join(folder.path, 'areas.json');
    const areas = JSON.parse((await waybill('areas', 'export')).stdout);
    writeFileSync(file, JSON.stringify({ areas: [{ ...areas.areas[0], slug: 'elsewhere' }] }));
    expect((await waybill('areas', 'import', file)).code).toBe(0);
    expect(await waybill('bookings', 'cancel', booking.id, '--reason', 'we left')).toMatchObject({ code: 0 });
  });

  it('runs the doctor, which finds no violation or names the rows', async () => {
    const { code, stdout } = await waybill('doctor');
    expect(stdout).toMatch(/^✓ hours: reserved places match bookings \(\d+\)\n/);
    expect(stdout).toMatch(/\n(\d+) of \1 checks passed \(\d+\.\d s\)\.\n$/);
    expect(code).toBe(0);
    const [booking] = await listed('--limit', '1');
    const elsewhere = { ...variables, SANDBOX_PUBLIC_URL: 'https://elsewhere.example' };
    const moved = await runWaybill(['doctor', '-e', 'sandbox'], elsewhere);
    expect(moved.code).toBe(1);
    expect(moved.stdout).toContain(
      `    booking ${booking.id}, account ${booking.account_id}: its tracking link`,
    );
    const asJson = await runWaybill(['doctor', '-e', 'sandbox', '--json'], elsewhere);
    expect(asJson.code).toBe(1);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ clean: false });
  });
});
