// The partner CLI against a real sandbox.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { webhooks } from '@waybill/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedClient } from '../../src/features/oauth/system/create-client.ts';
import { PartnerCommand } from '../support/partner-command.ts';
import { type SandboxServer, startSandbox } from '../support/sandbox-server.ts';
import { timeGoal } from '../support/scale.ts';
import { until } from '../support/until.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const route = ['--stop', '350 5th Ave, New York, NY 10118', '--stop', '1 Main St, Brooklyn, NY 11201'];

describe('a partner at the terminal', () => {
  let sandbox: SandboxServer;
  let client: IssuedClient;
  const command = new PartnerCommand();
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await command.run([...args, '--json']);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  beforeAll(async () => {
    sandbox = await startSandbox({ variables: { SIMULATION_STEP_SECONDS: '0.1' } });
    client = (await sandbox.organization()).client;
  });
  afterAll(async () => {
    command.remove();
    await sandbox?.close();
  });

  it('prints how to log in if there are no credentials', async () => {
    const { code, stderr } = await command.run(['whoami']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'error: There is no login for the profile "default". Run: waybill-partner login\n',
    });
    const args = ['login', '--base-url', sandbox.baseUrl, '--client-id', client.clientId];
    const wrong = await command.run(args, 'not-the-secret\n');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('invalid_client') });
    expect((await command.run(args, '')).code).toBe(2);
  });

  it('logs in and stores the credentials readable only by the owner', async () => {
    const args = ['login', '--base-url', sandbox.baseUrl, '--client-id', client.clientId];
    const { code, stdout } = await command.run(args, `${client.clientSecret}\n`);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Acme Furniture (sandbox)'),
    });
    expect(statSync(command.configFile).mode & 0o777).toBe(0o600);
    expect(await json('whoami')).toMatchObject({ client_id: client.clientId });
    const { profiles } = JSON.parse(readFileSync(command.configFile, 'utf8'));
    await json('whoami');
    expect(JSON.parse(readFileSync(command.configFile, 'utf8')).profiles).toEqual(profiles);
    const fromEnvironment = await command.run(['whoami', '--profile', 'none'], '', {
      WAYBILL_BASE_URL: sandbox.baseUrl,
      WAYBILL_CLIENT_ID: client.clientId,
      WAYBILL_CLIENT_SECRET: client.clientSecret,
    });
    expect(fromEnvironment.code).toBe(0);
  });

  it('books a job and watches it until it is completed', async () => {
    const args = ['bookings', 'create', ...route, '--product', 'van', '--from', '24h', '--auto', '--watch'];
    const { code, stdout } = await command.run(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[0-9A-Z]{8} {2}created {2}van\n/);
    for (const type of [
      'booking.created',
      'booking.dispatched',
      'booking.stop.completed',
      'booking.completed',
    ])
      expect(stdout).toMatch(new RegExp(`\n\\d\\d:\\d\\d:\\d\\d E[SD]T {2}${type} +[0-9A-Z]{8}`));
    const [booking] = await json('bookings', 'list', '--limit', '1');
    const { stdout: shown } = await command.run(['bookings', 'show', booking.hid]);
    expect(shown).toMatch(
      / {2}● 350 5th Ave.* 1 photo\n {2}● 1 Main St.* 1 photo\n {2}fare {5}\$\d+\.\d\d\n/,
    );
  });

  it('prints a window in the zone of the stop, whatever the zone of the machine', async () => {
    const trip = ['--product', 'van', '--stop', '1200 Getty Center Dr, Los Angeles, CA 90049'];
    trip.push('--stop', '200 N Spring St, Los Angeles, CA 90012');
    const { data } = await json('schedule', ...trip);
    const window = data.findLast((each: { available: boolean }) => each.available);
    const booking = await json('bookings', 'create', ...trip, '--window', window.id);
    expect(window.label).toMatch(/ [AP]M P[SD]T$/);
    for (const args of [
      ['schedule', ...trip, '--limit', '999'],
      ['bookings', 'show', booking.hid],
      ['bookings', 'list', '--limit', '1'],
    ]) {
      const { stdout } = await command.run(args, '', { TZ: 'Asia/Tokyo' });
      expect(stdout, args.join(' ')).toContain(window.label);
    }
    await json('bookings', 'cancel', booking.hid);
    const eta = await json('trigger', 'booking.stop.departed');
    const { stdout } = await command.run(['bookings', 'show', eta.data.booking.hid]);
    expect(stdout).toMatch(/at the next stop \w{3}, \w{3} \d+, \d+:\d\d [AP]M E[SD]T\n/);
    await json('bookings', 'cancel', eta.data.booking.hid);
  });

  it('prints validation errors as text or JSON', async () => {
    const args = ['bookings', 'create', ...route, '--product', 'van', '--from', '24h', '--tip', '50'];
    const asText = await command.run(args);
    expect(asText).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: .*\n {7}tip · invalid_tip · http/),
    });
    const { stderr } = await command.run([...args, '--json']);
    expect(JSON.parse(stderr)).toMatchObject({ param: 'tip', code: 'invalid_tip', status: 400 });
    expect((await command.run(['bookings', 'create', ...route])).stderr).toContain(
      'An arrival window is required',
    );
    expect((await command.run(['quotes', '--stop', 'x'])).code).toBe(2);
    expect((await command.run(['bookings', 'show', 'ZZZZZZZZ'])).stderr).toBe(
      'error: There is no booking ZZZZZZZZ.\n',
    );
    expect((await command.run(['trigger', 'booking.fare_updated'])).stderr).toContain('Only an operator');
  });

  it('forwards a triggered event, signed, within two seconds', async () => {
    const receiver = await startWebhookReceiver();
    const listening = command.start([
      'listen',
      '--forward-to',
      `http://127.0.0.1:${receiver.port}/hooks`,
      '--json',
    ]);
    try {
      const lines = createInterface({ input: listening.stdout ?? process.stdin })[Symbol.asyncIterator]();
      const ready = JSON.parse((await lines.next()).value);
      expect(ready.secret).toBe((await command.run(['listen', '--print-secret'])).stdout.trim());
      const event = await json('trigger', 'booking.stop.failed');
      const triggeredAt = Date.now();
      const found = await until(
        async () => receiver.received.find(({ headers }) => headers['webhook-id'] === event.id),
        (request) => request !== undefined,
      );
      expect(Date.now() - triggeredAt).toBeLessThan(timeGoal(2_000));
      const body = found?.body ?? '';
      expect(await webhooks.verify(body, found?.headers ?? {}, ready.secret)).toEqual(event);
      expect(receiver.received.map(({ path }) => path)).toContain('/hooks');
      const types = receiver.received.map((request) => JSON.parse(request.body).type);
      expect(types).toEqual([
        'booking.created',
        'booking.dispatched',
        'booking.stop.departed',
        'booking.stop.arrived',
        'booking.stop.failed',
      ]);
      expect(JSON.parse((await lines.next()).value)).toMatchObject({
        forwarded: { status: 200, error: null },
      });
    } finally {
      listening.kill();
      await once(listening, 'close');
      await receiver.close();
    }
  });

  it('tails refused requests of any client', async () => {
    const tailing = command.start(['logs', 'tail', '--status', 'failed', '--json']);
    try {
      const lines = createInterface({ input: tailing.stdout ?? process.stdin })[Symbol.asyncIterator]();
      expect(JSON.parse((await lines.next()).value)).toEqual({ ready: true });
      const args = [
        'bookings',
        'create',
        ...route,
        '--product',
        'van',
        '--from',
        '24h',
        '--tip',
        '51',
        '--json',
      ];
      const { request_id } = JSON.parse((await command.run(args)).stderr);
      expect(JSON.parse((await lines.next()).value)).toMatchObject({
        request_id,
        path: '/bookings',
        status: 400,
        error_code: 'invalid_tip',
      });
    } finally {
      tailing.kill();
      await once(tailing, 'close');
    }
  });

  it('triggers every event that a partner can cause', async () => {
    for (const type of [
      'booking.created',
      'booking.updated',
      'booking.dispatched',
      'booking.crew_changed',
      'crew.location_updated',
      'booking.stop.arrived',
      'booking.completed',
    ])
      expect(await json('trigger', type)).toMatchObject({ type, environment: 'sandbox' });
  });

  it('completes commands, options and values in the shell', async () => {
    const complete = async (...words: string[]) => {
      const { stdout } = await command.run(['__complete', ...words]);
      return stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')[0]);
    };
    expect(await complete('bookings', '')).toEqual(['create', 'list', 'show', 'cancel']);
    expect(await complete('bookings', 'create', '--wa')).toEqual(['--watch']);
    expect(await complete('quotes', '--product', 'p')).toEqual(['pickup']);
    expect(await complete('trigger', 'booking.stop.c')).toEqual(['booking.stop.completed']);
    const { stdout: script } = await command.run(['completion', 'bash']);
    const typed = `${script}\nCOMP_WORDS=(waybill-partner bookings li) COMP_CWORD=2\n_waybill_partner\necho "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', typed], {
      env: { PATH: `node_modules/.bin:${process.env['PATH']}` },
    });
    expect(stdout).toBe('list\n');
  });

  it('logs out and revokes the token', async () => {
    const { profiles } = JSON.parse(readFileSync(command.configFile, 'utf8'));
    expect((await command.run(['logout'])).stdout).toBe('Logged out.\n');
    expect(existsSync(command.configFile)).toBe(false);
    const { status } = await fetch(`${sandbox.baseUrl}/account`, {
      headers: { authorization: `Bearer ${profiles.default.token.access_token}` },
    });
    expect(status).toBe(401);
  });
});
