// An operator creates crews with the CLI, and automatic dispatch assigns one to a booking.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { CrewPhone } from '../support/crew-phone.ts';
import { installedFolder } from '../support/installed-folder.ts';
import { runWaybill, type ServerProcess, startServer } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];

describe('an operator who sets up crews', async () => {
  const folder = await installedFolder();
  const variables = { DATA_DIR: folder.path, ENVIRONMENT: 'production', DISPATCH_AHEAD_MINUTES: '2880' };
  let server: ServerProcess;
  const waybill = (...args: string[]) => runWaybill(args, variables);
  beforeAll(async () => {
    server = await startServer(variables);
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  it('creates a crew with a shift and switches the area to automatic dispatch, which assigns the crew', async () => {
    const create = [
      'crews',
      'create',
      '--name',
      'Blue van',
      '--vehicle',
      'van',
      '--member',
      'Ana,+13125550142',
    ];
    const created = await waybill(...create, '--member', 'Bo', '--rating', '4.9', '--auto-accept', '--json');
    expect(created.code, created.stderr).toBe(0);
    const crew = JSON.parse(created.stdout);
    expect(crew).toMatchObject({
      name: 'Blue van',
      vehicle: { type: 'van' },
      members: [{ first_name: 'Ana' }, { first_name: 'Bo' }],
      auto_accept: true,
      rating: 4.9,
    });
    expect(created.stdout).not.toContain('5550142');
    // A second crew with the same name is refused and leaves no vehicle or member behind.
    const again = await waybill(...create);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('This name is already in use') });
    const from = new Date(Date.now() - 60_000);
    const shift = ['crews', 'shifts', 'add', 'blue VAN', '--from', from.toISOString()];
    const times = [...shift, '--to', new Date(from.getTime() + 24 * 3_600_000).toISOString()];
    expect(await waybill(...times)).toMatchObject({ code: 0 });
    expect(await waybill(...times)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must not overlap'),
    });

    const areas = JSON.parse((await waybill('areas', 'export')).stdout);
    areas.areas[0].dispatch = 'automatic';
    const file = join(folder.path, 'areas.json');
    writeFileSync(file, JSON.stringify(areas));
    expect((await waybill('areas', 'import', file)).code).toBe(0);
    const { production } = JSON.parse(readFileSync(join(folder.path, 'credentials.json'), 'utf8'));
    const partner = await ApiClient.signIn(server.production, {
      clientId: production.client_id,
      clientSecret: production.client_secret,
    });
    const { body: booking } = await partner.post('/bookings', {
      stops,
      product: 'van',
      arrival_window_from: new Date(Date.now() + 2 * 3_600_000).toISOString(),
    });
    const { crew: shown } = await until(
      async () => (await partner.get(`/bookings/${booking.id}`)).body,
      ({ state }) => state === 'dispatched',
    );
    expect(shown).toMatchObject({
      vehicle_type: 'van',
      rating: 4.9,
      members: [{ first_name: 'Ana' }, { first_name: 'Bo' }],
    });
    expect((await waybill('crews', 'list')).stdout).toContain(booking.hid);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
      new Date(booking.arrival_window.start_at),
    );
    const plan = await waybill('plan', 'united-states', day, '--seconds', '1', '--apply');
    expect(plan.code, plan.stderr).toBe(0);
    expect(plan.stdout).toMatch(new RegExp(`Blue van +${booking.hid} +dispatched`));
    expect(plan.stdout).toMatch(/Served 1 of 1 \(now 1\).*travel times: estimate\.\nPlan .* is applied\./s);
    expect(await waybill('plan', 'nowhere', day)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No service area has the slug nowhere.'),
    });
    expect(await waybill('crews', 'retire', 'Blue van')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/engaged in booking [0-9A-Z]{8}\. Reassign first/),
    });
    await partner.post(`/bookings/${booking.id}/cancel`);
    await until(
      () => waybill('crews', 'retire', 'Blue van'),
      ({ code }) => code === 0,
    );
  });

  it('gives a crew member access by link or PIN, and revokes it', async () => {
    const json = async (...args: string[]) => {
      const { code, stdout, stderr } = await waybill(...args, '--json');
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout);
    };
    const { url } = await json('crews', 'link', 'Ana');
    const phone = new CrewPhone(server.production);
    const token = new URL(url).hash.replace('#token=', '');
    expect((await phone.post('/session', { token })).status).toBe(204);
    const { code, pin } = await json('crews', 'pin', '+13125550142');
    const second = new CrewPhone(server.production);
    expect((await second.post('/session', { name: code, pin })).status).toBe(204);
    expect((await second.get('/session')).body.member.first_name).toBe('Ana');
    await json('crews', 'revoke', 'ana');
    for (const each of [phone, second]) expect((await each.get('/day')).status).toBe(401);
    expect(await waybill('crews', 'link', 'Unknown')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no such crew member'),
    });
  });
});
