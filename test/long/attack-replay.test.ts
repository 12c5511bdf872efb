// The attacks of the security review, one per finding, through the public surface. Each must be refused. The rules behind
// them have their own tests; this file is the list.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstStart } from '../../src/cli/first-start.ts';
import { readConfig } from '../../src/config.ts';
import { LOGIN_ROLE } from '../../src/db/roles.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { csvText } from '../../src/lib/csv.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { password, prepareAuthorization } from '../support/authorization.ts';
import { TestClock } from '../support/clock.ts';
import { CrewPhone } from '../support/crew-phone.ts';
import { queryAsOwner } from '../support/database.ts';
import { MessagingEnvironment } from '../support/messaging-environment.ts';
import { bearerOf, formType, requestToken } from '../support/oauth.ts';
import { bookVan, formCrew } from '../support/operator-actions.ts';
import { expectRefusal, newOperator, OperatorClient } from '../support/operator-client.ts';
import { testSecurityLog } from '../support/security-log.ts';

const clock = new TestClock();
let test: TestApp;
let admin: OperatorClient;
beforeAll(async () => {
  test = await startTestApp({ clock, variables: { WEBHOOK_ALLOW_PRIVATE: '', TRUST_PROXY: '1' } });
  admin = await OperatorClient.enter(test, 'admin');
});
afterAll(() => test.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe('high', () => {
  it('H3: one booking sends no SMS to foreign numbers, and a name with direction marks is refused', async () => {
    const people = await MessagingEnvironment.start(new TestClock(new Date('2027-03-10T15:30:00Z')));
    try {
      const contacts = Array.from({ length: 20 }, (_, nth) => ({ phone_number: `+3712712${3400 + nth}` }));
      const { id } = await people.book({ contacts });
      const rows = await people.settled(id);
      expect(new Set(rows.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
        new Set(['not_sent country_not_allowed']),
      );
      const renamed = await people.partner.patch('/account', { name: 'Bank\u202eeralc' });
      expectProblem(renamed, 400, { code: 'invalid_parameter', param: 'name' });
    } finally {
      await people.close();
    }
  });
});

describe('medium', () => {
  it('M1: webhooks of production do not reach loopback', async () => {
    const partner = await test.partner();
    for (const url of ['http://127.0.0.1:9/', 'http://localhost:9/', 'http://[::1]:9/'])
      expectProblem(await partner.post('/webhooks', { url }), 400, { code: 'url_not_allowed', param: 'url' });
  });

  it('M2: guesses from many addresses are delayed by account, and a common password is refused', async () => {
    const { email } = await newOperator(test, 'viewer');
    const guess = (address: string) =>
      new OperatorClient(test.baseUrl).post('/sessions', { email, password: 'wrong' }, from(address));
    const statuses: number[] = [];
    for (let nth = 0; nth < 21; nth += 1) statuses.push((await guess(`198.51.100.${nth}`)).status);
    expect(statuses.at(-1)).toBe(429);
    const weak = { email: 'weak@example.com', name: 'Weak', role: 'admin', password: 'password1234' };
    expectRefusal(await admin.post('/operators', weak), 400, 'invalid_parameter', 'password');
  });

  it('M3: wrong PINs delay a crew member, and a dispatcher lifts the delay', async () => {
    const { members } = await formCrew(admin);
    const access = `/crew-members/${members[0].id}/access`;
    const { code, pin } = (await admin.post(access, { kind: 'pin' })).body;
    const guess = (given: string) => new CrewPhone(test.baseUrl).post('/session', { name: code, pin: given });
    for (let nth = 0; nth < 10; nth += 1) await guess('000000');
    const held = await guess(pin);
    expect([held.status, Number(held.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await admin.delete(`${access}/pin-delay`)).status).toBe(204);
    expect((await guess(pin)).status).toBe(204);
  });

  it('M4: TRUST_PROXY=all is refused in production', () => {
    expect(() => readConfig({ ENVIRONMENT: 'production', TRUST_PROXY: 'all' })).toThrow(/TRUST_PROXY=all/);
  });

  it('M5: the tokens of a disabled user are refused at once, and sign-in like a wrong password', async () => {
    const asked = await prepareAuthorization(test);
    const tokens = bearerOf(test, await asked.exchange(await asked.code()));
    const { body } = await admin.get(`/users?username=${asked.username}`);
    expect((await tokens.get('/account')).status).toBe(200);
    await admin.patch(`/users/${body.data[0].id}`, { disabled: true });
    expect((await tokens.get('/account')).status).toBe(401);
    const visitor = asked.visitor();
    await visitor.open('/oauth/account');
    const refused = await visitor.press('sign_in', { username: asked.username, password });
    expect(refused.text).toContain('The user name or password is wrong.');
  });

  it('M6: the password grant is refused to clients that do not have it, and with a wrong secret', async () => {
    const { username, client } = await prepareAuthorization(test);
    const body = { grant_type: 'password', client_id: client.clientId, username, password };
    expect((await requestToken(test, body)).body.error).toBe('unauthorized_client');
    const wrong = await requestToken(test, { ...body, client_secret: 'wrong' });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_client']);
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

  it('M9: an old session neither promotes an operator nor reads a reset link', async () => {
    const operator = await OperatorClient.enter(test, 'admin');
    const { id } = await newOperator(test, 'viewer');
    clock.advance({ minutes: 11 });
    expectRefusal(await operator.patch(`/operators/${id}`, { role: 'admin' }), 403, 'step_up_required');
    expectRefusal(await operator.post(`/operators/${id}/password-reset`), 403, 'step_up_required');
    admin = await OperatorClient.enter(test, 'admin');
  });
});

describe('low', () => {
  it('the login of the database can become the three roles only', async () => {
    const client = new Client({ ...test.connection, user: LOGIN_ROLE });
    await client.connect();
    try {
      await client.query('set role waybill_app');
      await client.query('reset role');
      await expect(client.query('select * from account')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query(`set role ${test.connection.user}`)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });

  it('a CSV cell is no formula, also after a separator', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', 'a; =1', 'a,=1', ' =1'])
      expect(csvText(text), JSON.stringify(text)).not.toMatch(/(^"|[,;]\s*|\s)[=+@-]/);
  });

  it('a form of 235 KB is refused', async () => {
    const raw = `grant_type=${'x'.repeat(235_000)}`;
    expect((await test.anonymous.post('/oauth/token', undefined, { raw, headers: formType })).status).toBe(
      413,
    );
  });

  it('a PNG of 59 megapixels is refused', async () => {
    const { id } = await bookVan(await test.partner());
    const create = { width: 7_700, height: 7_700, channels: 3, background: '#fff' } as const;
    const raw = await sharp({ create }).png({ palette: true }).toBuffer();
    const headers = { 'content-type': 'image/png' };
    expectRefusal(
      await admin.post(`/bookings/${id}/photos`, undefined, { raw, headers }),
      400,
      'invalid_parameter',
      'photo',
    );
  });

  it('metrics listen on loopback, and mail needs TLS, unless configured otherwise', () => {
    const variables = {
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: 'hello@example.com',
      HOST: '0.0.0.0',
    };
    const { metricsHost, messages } = readConfig({ ENVIRONMENT: 'production', ...variables });
    expect(metricsHost).toBe('127.0.0.1');
    expect(messages.smtp?.allowsPlaintext).toBe(false);
  });
});
