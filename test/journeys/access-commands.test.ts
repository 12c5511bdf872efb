// Commands with which an operator reads and ends access: users, tokens and keys of partners, message limits, names,
// PINs and security events. One installation; each test leaves the others alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { CrewPhone } from '../support/crew-phone.ts';
import { installedFolder } from '../support/installed-folder.ts';
import { PortalClient } from '../support/portal-client.ts';
import { runWaybill, type ServerProcess, startServer } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const unknownId = '00000000-0000-7000-8000-000000000000';

describe('an operator who reads and ends access with commands', async () => {
  const folder = await installedFolder();
  const variables = { DATA_DIR: folder.path, ENVIRONMENT: 'production' };
  let server: ServerProcess;
  let partner: ApiClient;
  let client: { clientId: string; clientSecret: string };
  let demo: { username: string; password: string };
  let accountId: string;

  beforeAll(async () => {
    server = await startServer(variables);
    const { production, user } = JSON.parse(readFileSync(join(folder.path, 'credentials.json'), 'utf8'));
    client = { clientId: production.client_id, clientSecret: production.client_secret };
    demo = user;
    partner = await ApiClient.signIn(server.production, client);
    accountId = (await partner.get('/account')).body.id;
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  const waybill = (...args: string[]) => runWaybill(args, variables);

  async function text(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await waybill(...args);
    expect(code, stderr).toBe(0);
    return stdout;
  }

  const json = async (...args: string[]) => JSON.parse(await text(...args, '--json'));

  /** Runs the commands concurrently: each is refused with the exit code and a message that contains the words. */
  async function expectRefused(cases: readonly (readonly [args: string, code: number, words: string])[]) {
    await Promise.all(
      cases.map(async ([args, code, words]) => {
        const { stderr, ...result } = await waybill(...args.split(' '));
        expect({ args, code: result.code, stderr }).toEqual({
          args,
          code,
          stderr: expect.stringContaining(words),
        });
        expect(stderr).toMatch(/^error: /);
        expect(stderr).not.toMatch(/\n {4}at /);
      }),
    );
  }

  async function signInUser(password: string): Promise<number> {
    const { clientId: client_id } = client;
    const body = { grant_type: 'password', client_id, username: demo.username, password };
    const anonymous = new ApiClient(server.production, null);
    return (await anonymous.post('/oauth/token', body)).status;
  }

  it('lists, disables and enables users, ends their access and sets passwords', async () => {
    expect(await signInUser(demo.password)).toBe(200);
    const [listed] = await json('users', 'list', '--search', 'DEM');
    expect(listed).toMatchObject({ username: demo.username, disabled: false, application_count: 1 });
    const named = { id: listed.id, username: demo.username };

    expect(await json('users', 'disable', demo.username)).toEqual({ ...named, result: 'disabled' });
    expect(await signInUser(demo.password)).toBe(400);
    expect(await text('users', 'list', '--limit', '1')).toMatch(/\ndemo +disabled +0 +0 /);
    expect(await text('users', 'enable', listed.id)).toBe(`${demo.username}: enabled\n`);
    expect(await signInUser(demo.password)).toBe(200);

    expect(await text('users', 'end-access', demo.username)).toBe(`${demo.username}: access ended\n`);
    const { password, ...shown } = await json('users', 'set-password', demo.username);
    expect(shown).toEqual(named);
    expect(await signInUser(demo.password)).toBe(400);
    expect(await signInUser(password)).toBe(200);

    const weak = ['users', 'set-password', demo.username, '--password-stdin'];
    expect(await runWaybill(weak, variables, 'password1234\n')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('password is too easy to guess'),
    });
    await expectRefused([
      ['users disable missing', 1, 'There is no user missing in production.'],
      [`users set-password ${accountId}`, 1, `There is no user ${accountId} in production.`],
    ]);
  });

  it('lists and revokes tokens of a client, and disables the keys that its sessions created', async () => {
    const { clientId } = client;
    const visitor = await (await PortalClient.enter(partner)).confirm(client);
    const { body: key } = await visitor.post('/keys', { name: 'Derived', scopes: ['org:read'] });
    const derived = { clientId: key.client_id, clientSecret: key.client_secret };
    const other = await ApiClient.signIn(server.production, derived);

    // The last use is written in batches.
    const tokens: { id: string; last_used_at: string | null; derived_clients: number }[] = await until(
      () => json('clients', 'tokens', clientId),
      (found) => found.some(({ last_used_at }: { last_used_at: string | null }) => last_used_at !== null),
    );
    const origin = tokens.find(({ derived_clients }) => derived_clients === 1);
    expect(origin).toMatchObject({ grant: 'client_credentials', address: '127.0.0.1', expires_at: null });

    expect(await json('clients', 'disable-derived', clientId, '--token', origin?.id ?? '')).toEqual({
      client_id: clientId,
      disabled: [derived.clientId],
    });
    await until(
      () => other.get('/account'),
      ({ status }) => status === 401,
    );
    expect(await text('clients', 'revoke-token', clientId, origin?.id ?? '')).toBe(
      `${origin?.id}: revoked\n`,
    );
    await until(
      () => partner.get('/account'),
      ({ status }) => status === 401,
    );
    const later = await ApiClient.signIn(server.production, client);
    expect(await json('clients', 'revoke-tokens', clientId)).toEqual({
      client_id: clientId,
      result: 'tokens_revoked',
    });
    await until(
      () => later.get('/account'),
      ({ status }) => status === 401,
    );
    expect(await text('clients', 'tokens', clientId)).toBe('None.\n');
    partner = await ApiClient.signIn(server.production, client);

    await expectRefused([
      [`clients revoke-tokens ${accountId}`, 1, `API client ${accountId} does not exist.`],
      [`clients revoke-token ${clientId} ${accountId}`, 1, 'no valid access token with this id'],
      ['clients disable-derived missing', 1, 'API client missing does not exist.'],
    ]);
  });

  it('shows and sets the message limits of an organization', async () => {
    const limits = (...args: string[]) => json('orgs', 'message-limits', ...args, '--org', accountId);
    const { own, today } = await limits('set', '--sms-per-booking', '12', '--email-per-account-day', '0');
    expect([own.sms.per_booking, own.email.per_account_day]).toEqual([12, 0]);
    expect(today).toEqual({ sms: { sent: 0, not_sent: 0 }, email: { sent: 0, not_sent: 0 } });
    expect(await text('orgs', 'message-limits', 'show', '--org', accountId)).toMatch(
      /sms +40 \(default\) +12 /,
    );
    const set = ['--sms-per-booking', 'default', '--email-per-account-day', 'default'];
    const none = { per_recipient_day: null, per_booking: null, per_account_day: null };
    expect((await limits('set', ...set)).own).toEqual({ sms: none, email: none });
    const [{ id: userId }] = await json('users', 'list');
    const command = 'orgs message-limits';
    await expectRefused([
      [`${command} show --org ${unknownId}`, 1, `There is no organization ${unknownId} in production.`],
      [`${command} set --org ${userId} --sms-per-booking 1`, 1, `There is no organization ${userId}`],
    ]);
  });

  it('approves and rejects names that a partner has set', async () => {
    const names = (...args: string[]) => json('orgs', 'names', ...args);
    const { name: approved } = (await partner.get('/account')).body;
    const rename = async (name: string) =>
      expect((await partner.patch('/account', { name })).status).toBe(200);
    await rename('Umbrella Freight');
    expect(await names('list')).toMatchObject([
      { id: accountId, name: approved, pending_name: 'Umbrella Freight' },
    ]);
    const decision = { org: accountId, name: 'Umbrella Freight' };
    const about = ['--org', accountId, '--name', decision.name];
    expect(await names('reject', ...about)).toEqual({ ...decision, decision: 'rejected' });
    expect((await partner.get('/account')).body.name).toBe(approved);
    await rename(decision.name);
    await expectRefused([
      [`orgs names approve --org ${accountId} --name Other`, 1, 'Another name waits for approval'],
      [`orgs names approve --org ${unknownId} --name Other`, 1, `There is no organization ${unknownId}`],
    ]);
    expect(await names('approve', ...about)).toEqual({ ...decision, decision: 'approved' });
    expect(await text('orgs', 'names', 'list')).toBe('None.\n');
  });

  it('lifts the delay after wrong PINs, and keeps the PIN', async () => {
    const crew = await json('crews', 'create', '--name', 'Blue', '--vehicle', 'van', '--member', 'Ana');
    const { code: name, pin } = await json('crews', 'pin', 'Ana');
    expect(await json('crews', 'lift-delay', 'Ana')).toEqual({ lifted: false });
    const wrong = pin === '000000' ? '111111' : '000000';
    const phone = new CrewPhone(server.production);
    await until(
      () => phone.post('/session', { name, pin: wrong }),
      ({ status }) => status === 429,
    );
    expect(await text('crews', 'lift-delay', 'ANA')).toBe('Delay lifted.\n');
    expect((await new CrewPhone(server.production).post('/session', { name, pin })).status).toBe(204);
    await expectRefused([
      ['crews lift-delay Blue', 1, 'There is no such crew member: Blue.'],
      [`crews lift-delay ${crew.id}`, 1, 'There is no such crew member.'],
    ]);
  });

  it('filters and exports security events', async () => {
    const [latest] = await json('audit', 'list', '--from', '1h', '--actor', 'command', '--limit', '1');
    expect(latest).toMatchObject({
      actor: { kind: 'command' },
      request_id: expect.stringMatching(/^command-/),
    });
    expect(await text('audit', 'list', '--to', '30d')).toBe('None.\n');
    const csv = await text('audit', 'export', '--event', 'user.disabled');
    expect(csv.split('\r\n')[0]).toContain('event');
    await expectRefused([
      [`audit list --org ${unknownId}`, 1, `There is no account ${unknownId} in production.`],
    ]);
  });
});
