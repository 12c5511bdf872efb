// The attacks of the security review, severity medium, through the public surface. Each must be refused.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { configWarnings } from '../../../src/cli/config-warnings.ts';
import { firstStart } from '../../../src/cli/first-start.ts';
import { readConfig } from '../../../src/config.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { randomIds } from '../../../src/lib/ids.ts';
import { expectProblem } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { setUpFactor } from '../../support/authenticator.ts';
import { password, prepareAuthorization } from '../../support/authorization.ts';
import { TestClock } from '../../support/clock.ts';
import { CrewPhone } from '../../support/crew-phone.ts';
import { queryAsOwner } from '../../support/database.ts';
import { bearerOf, requestToken } from '../../support/oauth.ts';
import { formCrew } from '../../support/operator-actions.ts';
import { expectRefusal, newOperator, OperatorClient } from '../../support/operator-client.ts';
import { testSecurityLog } from '../../support/security-log.ts';

const clock = new TestClock();
let test: TestApp;
let admin: OperatorClient;
beforeAll(async () => {
  // One proxy, as in deploy/compose.yaml: the last address of X-Forwarded-For is the client's.
  test = await startTestApp({ clock, variables: { WEBHOOK_ALLOW_PRIVATE: '', TRUST_PROXY: '1' } });
});
afterAll(() => test.close());
// Tests let time pass.
beforeEach(async () => {
  admin = await OperatorClient.enter(test, 'admin');
});

const from = (...addresses: string[]) => ({ headers: { 'x-forwarded-for': addresses.join(', ') } });
const signIn = (body: object, options: ReturnType<typeof from>) =>
  new OperatorClient(test.baseUrl).post('/sessions', body, options);

interface SecurityEvent {
  readonly event: string;
  readonly address: string | null;
}

async function eventsOf(subject: string): Promise<SecurityEvent[]> {
  const { status, text, body } = await admin.get(`/security-events?subject=${subject}&severity=warning`);
  expect(status, text).toBe(200);
  const events: SecurityEvent[] = body.data.map(({ event, address }: SecurityEvent) => ({ event, address }));
  return events.filter(({ event }) => event !== 'operator.created');
}

async function userNamed(username: string): Promise<string> {
  return (await admin.get(`/users?username=${username}`)).body.data[0].id;
}

it('M1: webhooks of production do not reach loopback', async () => {
  const partner = await test.partner();
  for (const url of ['http://127.0.0.1:9/', 'http://localhost:9/', 'http://[::1]:9/'])
    expectProblem(await partner.post('/webhooks', { url }), 400, { code: 'url_not_allowed', param: 'url' });
});

it('M2: guesses from many addresses are delayed by account, those of one IPv6 network before', async () => {
  const { email } = await newOperator(test, 'viewer');
  const guess = async (address: string) => (await signIn({ email, password: 'wrong' }, from(address))).status;
  const ofNetwork: number[] = [];
  for (let nth = 1; nth <= 11; nth += 1) ofNetwork.push(await guess(`2001:db8:0:1:${nth}::${nth}`));
  expect(ofNetwork).toEqual([...Array(10).fill(401), 429]);
  const ofAccount: number[] = [];
  for (let nth = 1; nth <= 11; nth += 1) ofAccount.push(await guess(`198.51.100.${nth}`));
  expect(ofAccount).toEqual([...Array(10).fill(401), 429]);
});

it('M2: a common password is refused, and an administrator needs a second factor after 7 days', async () => {
  const invited = (await admin.post('/invitations', { email: 'weak@example.com', role: 'admin' })).body;
  const token = new URL(invited.url).hash.replace('#token=', '');
  const accept = { token, name: 'Weak', password: 'password1234' };
  const weak = await new OperatorClient(test.baseUrl).post('/invitations/accept', accept);
  expectRefusal(weak, 400, 'invalid_parameter', 'password');

  const account = await newOperator(test, 'admin');
  await OperatorClient.signIn(test, account);
  clock.advance({ days: 7, minutes: 1 });
  const late = await OperatorClient.signIn(test, account);
  expectRefusal(await late.get('/operators'), 403, 'second_factor_not_set_up');
});

it('M3: wrong PINs delay a crew member, and a dispatcher lifts the delay', async () => {
  const { members } = await formCrew(admin);
  const access = `/crew-members/${members[0].id}/access`;
  const { code, pin } = (await admin.post(access, { kind: 'pin' })).body;
  const guess = (given: string) => new CrewPhone(test.baseUrl).post('/session', { name: code, pin: given });
  for (let nth = 0; nth < 10; nth += 1) await guess('000000');
  const held = await guess(pin);
  expect([held.status, Number(held.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const dispatcher = await OperatorClient.enter(test, 'dispatcher');
  expect((await dispatcher.delete(`${access}/pin-delay`)).status).toBe(204);
  expect((await guess(pin)).status).toBe(204);
});

it('M4: a forged X-Forwarded-For changes neither the throttled nor the recorded nor the logged address', async () => {
  const account = await newOperator(test, 'viewer');
  const statuses: number[] = [];
  for (let nth = 1; nth <= 11; nth += 1) {
    const body = { email: account.email, password: 'wrong' };
    statuses.push((await signIn(body, from(`192.0.2.${nth}`, '203.0.113.77'))).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  // The right password from another client is accepted: only the client that guessed was delayed.
  const { id, email, password: right } = account;
  const elsewhere = from('203.0.113.77', '198.51.100.200');
  expect((await signIn({ email, password: right }, elsewhere)).status).toBe(201);
  expect(await eventsOf(id)).toEqual([
    { event: 'auth.throttled', address: '203.0.113.77' },
    { event: 'auth.failed', address: '203.0.113.77' },
  ]);
  expect(test.logged()).toContain('"network":"203.0.113.0/24"');
  expect(test.logged()).not.toContain('192.0.2.');
});

it('M4: TRUST_PROXY=all is refused, a missing one is warned of, and compose sets it', async () => {
  expect(() => readConfig({ ENVIRONMENT: 'production', TRUST_PROXY: 'all' })).toThrow(/TRUST_PROXY=all/);
  const proxied = { ENVIRONMENT: 'production', PUBLIC_URL: 'https://api.example.com' };
  expect(configWarnings(readConfig(proxied)).join()).toContain('TRUST_PROXY is not set');
  expect(configWarnings(readConfig({ ...proxied, TRUST_PROXY: '1' }))).toEqual([]);
  const compose = await readFile(new URL('../../../deploy/compose.yaml', import.meta.url), 'utf8');
  expect(compose).toMatch(/^ +TRUST_PROXY: \$\{TRUST_PROXY:-1\}$/m);
});

it('M5: a change of password ends sessions, access tokens and refresh families', async () => {
  const asked = await prepareAuthorization(test);
  const granted = await asked.exchange(await asked.code());
  const signedIn = async () => {
    const visitor = asked.visitor();
    await visitor.open('/oauth/account');
    await visitor.press('sign_in', { username: asked.username, password });
    expect((await visitor.open('/oauth/account')).text).toContain('Where you are signed in');
    return visitor;
  };
  const [thief, owner] = [await signedIn(), await signedIn()];
  const fields = { current_password: password, new_password: 'quiet harbour lantern 47' };
  const changed = await owner.press('change_password', fields);
  expect(changed.location).toBe('/oauth/account?done=password_changed');
  expect((await thief.open('/oauth/account')).text).toContain('to manage your account');
  expect((await bearerOf(test, granted).get('/account')).status).toBe(401);
  const { clientId, clientSecret } = asked.client;
  const refreshed = await requestToken(test, {
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: granted.body.refresh_token,
  });
  expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant']);
});

it('M5: the tokens of a disabled user are refused at once, and sign-in like a wrong password', async () => {
  const asked = await prepareAuthorization(test);
  const tokens = bearerOf(test, await asked.exchange(await asked.code()));
  expect((await tokens.get('/account')).status).toBe(200);
  await admin.patch(`/users/${await userNamed(asked.username)}`, { disabled: true });
  expect((await tokens.get('/account')).status).toBe(401);
  const visitor = asked.visitor();
  await visitor.open('/oauth/account');
  const refused = await visitor.press('sign_in', { username: asked.username, password });
  expect(refused.text).toContain('The user name or password is wrong.');
});

it('M6: a new client has no password grant unless it was chosen, and a wrong secret is never ignored', async () => {
  const { id: organization } = await test.organization();
  const { username } = await prepareAuthorization(test);
  const created = await admin.post(`/organizations/${organization}/clients`, {
    name: 'New',
    scopes: ['org', 'user'],
  });
  expect([created.status, created.body.grants]).toEqual([201, ['client_credentials']]);
  const ask = async (clientId: string, secret: object) => {
    const user = { grant_type: 'password', client_id: clientId, username, password };
    const { status, body } = await requestToken(test, { ...user, ...secret });
    return [status, body.error];
  };
  const { client_id, client_secret } = created.body;
  for (const secret of [{}, { client_secret }])
    expect(await ask(client_id, secret)).toEqual([400, 'unauthorized_client']);

  const chosen = await test.client(organization, { scopes: ['user'], grants: ['password'] });
  expect(await ask(chosen.clientId, { client_secret: 'wrong' })).toEqual([400, 'invalid_client']);
  expect(await ask(chosen.clientId, {})).toEqual([200, undefined]);
});

it('M7: a failed sign-in leaves an event with the address of the client', async () => {
  const { id, email } = await newOperator(test, 'viewer');
  await signIn({ email, password: 'wrong' }, from('198.51.100.21'));
  expect(await eventsOf(id)).toEqual([{ event: 'auth.failed', address: '198.51.100.21' }]);
});

it('M7: code replay and refresh reuse leave events with the address of the client', async () => {
  const asked = await prepareAuthorization(test);
  const { clientId, clientSecret } = asked.client;
  const user = await userNamed(asked.username);
  const code = await asked.code();
  const { body } = await asked.exchange(code);
  const refresh = (options?: ReturnType<typeof from>) =>
    requestToken(
      test,
      {
        grant_type: 'refresh_token',
        client_id: clientId,
        client_secret: clientSecret,
        refresh_token: body.refresh_token,
      },
      options,
    );
  expect((await refresh()).status).toBe(200);
  expect((await refresh(from('198.51.100.22'))).body.error).toBe('invalid_grant');
  expect(await eventsOf(user)).toEqual([{ event: 'token.reuse_detected', address: '198.51.100.22' }]);

  const again = await asked.code();
  expect((await asked.exchange(again)).status).toBe(200);
  const replay = {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: 'https://planner.example.com/callback',
    code: again,
  };
  expect((await requestToken(test, replay, from('198.51.100.23'))).body.error).toBe('invalid_grant');
  expect((await eventsOf(user))[0]).toEqual({ event: 'code.reuse_detected', address: '198.51.100.23' });
});

it('M7: a delayed PIN leaves an event with the address of the client', async () => {
  const { members } = await formCrew(admin);
  const [{ id }] = members;
  const { code } = (await admin.post(`/crew-members/${id}/access`, { kind: 'pin' })).body;
  const guess = () =>
    new CrewPhone(test.baseUrl).post('/session', { name: code, pin: '000000' }, from('198.51.100.24'));
  for (let nth = 0; nth < 6; nth += 1) await guess();
  expect(await eventsOf(id)).toEqual([
    { event: 'pin.delayed', address: '198.51.100.24' },
    { event: 'auth.failed', address: '198.51.100.24' },
  ]);
});

it('M8: the first start of production creates no operator with a password', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'first-start-'));
  const empty = await startTestApp();
  try {
    const context = {
      system: empty.system,
      clock: systemClock,
      ids: randomIds,
      environment: 'production',
      security: testSecurityLog('production'),
    } as const;
    const started = await firstStart(readConfig({ ENVIRONMENT: 'production', DATA_DIR }), () => context);
    expect(started?.seeded).toBe(true);
    expect(await queryAsOwner(empty.connection, 'select * from operator')).toEqual([]);
  } finally {
    await empty.close();
    await rm(DATA_DIR, { recursive: true });
  }
});

it('M9: an old session promotes no operator, reads no reset link and removes no second factor', async () => {
  const account = await newOperator(test, 'admin');
  const operator = await OperatorClient.signIn(test, account);
  await setUpFactor(operator, account, clock.now().getTime());
  const { id } = await newOperator(test, 'viewer');
  clock.advance({ minutes: 11 });
  const { password: known } = account;
  for (const attempt of [
    await operator.patch(`/operators/${id}`, { role: 'admin' }),
    await operator.post(`/operators/${id}/password-reset`),
    await operator.post('/me/second-factor/remove', { password: known }),
    await operator.post(`/clients/${randomUUID()}/rotate`, { overlap_hours: 0 }),
  ])
    expectRefusal(attempt, 403, 'step_up_required');
  clock.advance({ minutes: 61 });
  expect((await operator.get('/operators')).status, 'an idle session ends after an hour').toBe(401);
});
