// Portal sign-in and sign-out: one-time links, sessions bound to one account and environment, and CSRF protection.
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityDatabase, type IdentityDatabase } from '../../src/db/identity-database.ts';
import { createPool } from '../../src/db/pool.ts';
import { createPortalStores } from '../../src/features/webhooks/portal-session-store.ts';
import { hashToken, mintToken } from '../../src/lib/opaque-token.ts';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { hostileJsonValues } from '../support/hostile-inputs.ts';
import { PortalClient, requestPortalLink } from '../support/portal-client.ts';

const clock = new TestClock();
let test: TestApp;
let partner: ApiClient;
let pool: Pool;
let identity: IdentityDatabase;
beforeAll(async () => {
  test = await startTestApp({ clock });
  partner = await test.partner();
  pool = createPool(test.connection, { role: 'waybill_identity', max: 1, onError: () => {} });
  identity = createIdentityDatabase(pool);
});
afterAll(async () => {
  await pool?.end();
  await test?.close();
});

function expectRefused(answer: TestResponse, status: number, code: string): void {
  expect(answer.body, answer.text).toMatchObject({ code, param: null });
  expect(answer.status).toBe(status);
  expect(typeof answer.body.message).toBe('string');
}

const portal = createPortalStores(null);

describe('a link to the portal', () => {
  it('opens a session of the account that requested it', async () => {
    const { body: account } = await partner.get('/account');
    const visitor = await PortalClient.enter(partner);
    const { body } = await visitor.readSession();
    expect(body).toMatchObject({
      account: { id: account.id, name: account.name },
      environment: 'production',
      endpoint_limit: 20,
      retention_days: 30,
    });
    expect(body.retry_seconds).toHaveLength(11);
    const lifetimeMillis = Date.parse(body.expires_at) - clock.now().getTime();
    expect(lifetimeMillis).toBe(8 * 3_600_000);
  });

  it('works once', async () => {
    const token = await requestPortalLink(partner);
    expect((await new PortalClient(test.baseUrl).exchange(token)).status).toBe(204);
    const second = new PortalClient(test.baseUrl);
    expectRefused(await second.exchange(token), 401, 'session_ended');
    expect(second.cookie).toBeNull();
  });

  it('opens one session when it is used concurrently', async () => {
    const token = await requestPortalLink(partner);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => new PortalClient(test.baseUrl).exchange(token)),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
  });

  it('expires after ten minutes', async () => {
    const early = await requestPortalLink(partner);
    clock.advance({ minutes: 9, seconds: 59 });
    const late = await requestPortalLink(partner);
    expect((await new PortalClient(test.baseUrl).exchange(early)).status).toBe(204);
    clock.advance({ minutes: 10, seconds: 1 });
    expectRefused(await new PortalClient(test.baseUrl).exchange(late), 401, 'session_ended');
  });

  it('is stored only as a hash', async () => {
    const token = await requestPortalLink(partner);
    const visitor = await PortalClient.enter(partner);
    const rows = await queryAsOwner<{ text: string }>(
      test.connection,
      `select l::text as text from portal_link l union all select s::text from portal_session s`,
    );
    const all = rows.map(({ text }) => text).join();
    expect(all).toContain(hashToken(token).toString('hex'));
    expect(all).not.toContain(token);
    expect(all).not.toContain(visitor.cookie?.split('=')[1]);
    expect(test.logged()).not.toContain(token);
  });

  it('records in the audit trail who started the session', async () => {
    await PortalClient.enter(partner);
    const { body: account } = await partner.get('/account');
    const rows = await queryAsOwner<{ action: string; actor_kind: string }>(
      test.connection,
      `select action, actor_kind from audit_entry where account_id = $1 order by at desc, id desc limit 1`,
      [account.id],
    );
    expect(rows).toEqual([{ action: 'portal_session.started', actor_kind: 'client' }]);
  });

  it('is rate limited per address against guessing', async () => {
    const own = await startTestApp({ sharing: test });
    try {
      const visitor = new PortalClient(own.baseUrl);
      for (let guess = 0; guess < 30; guess += 1) {
        expect((await visitor.exchange(mintToken('wb_production_portal'))).status).toBe(401);
      }
      const right = await visitor.exchange(await requestPortalLink(partner));
      expectRefused(right, 429, 'rate_limit_exceeded');
      expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await own.close();
    }
  });

  it.each(Object.entries(hostileJsonValues))('is refused with %s as token', async (_name, value) => {
    const own = new PortalClient(test.baseUrl);
    const answer = await own.call('POST', '/session', undefined, { raw: `{"token":${value}}` });
    expect([400, 401, 413, 429]).toContain(answer.status);
    expect(own.cookie).toBeNull();
  });
});

describe('a session of the portal', () => {
  it('is an HttpOnly and SameSite cookie', async () => {
    const visitor = await PortalClient.enter(partner);
    const line = visitor.setCookieHeader ?? '';
    expect(line).toMatch(/^waybill_production_portal=wb_production_visit_[\w-]{43};/);
    expect(line).toMatch(/HttpOnly/i);
    expect(line).toMatch(/SameSite=Lax/i);
    expect(line).toMatch(/Path=\/(;|$)/i);
    expect(line).toMatch(/Max-Age=28800/i);
  });

  it('is required', async () => {
    const stranger = new PortalClient(test.baseUrl);
    for (const path of ['/session', '/endpoints', '/deliveries', '/event-types', '/stream'])
      expectRefused(await stranger.get(path), 401, 'session_ended');
    stranger.cookie = `waybill_production_portal=${mintToken('wb_production_visit')}`;
    expectRefused(await stranger.get('/endpoints'), 401, 'session_ended');
  });

  it('cannot be replaced by an access token, nor an access token by a session', async () => {
    const stranger = new PortalClient(test.baseUrl);
    const headers = { authorization: `Bearer ${partner.token}` };
    expectRefused(await stranger.get('/endpoints', { headers }), 401, 'session_ended');
    const visitor = await PortalClient.enter(partner);
    const token = visitor.cookie?.split('=')[1];
    const answer = await test.anonymous.get('/webhooks', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
  });

  it('expires after eight hours', async () => {
    const visitor = await PortalClient.enter(partner);
    clock.advance({ hours: 7, minutes: 59 });
    expect((await visitor.get('/endpoints')).status).toBe(200);
    clock.advance({ minutes: 2 });
    expectRefused(await visitor.get('/endpoints'), 401, 'session_ended');
  });

  it('ends when the client that requested the link is disabled, and so do its links', async () => {
    const { client } = await test.organization();
    const own = await test.partner({ client });
    const [visitor, unused] = [await PortalClient.enter(own), await requestPortalLink(own)];
    const stays = await PortalClient.enter(partner);
    await queryAsOwner(test.connection, 'update api_client set disabled_at = now() where client_id = $1', [
      client.clientId,
    ]);
    expectRefused(await visitor.get('/endpoints'), 401, 'session_ended');
    expectRefused(await new PortalClient(test.baseUrl).exchange(unused), 401, 'session_ended');
    expect((await stays.get('/endpoints')).status).toBe(200);
    // Its open SSE connection is closed as well.
    const ids = [visitor, stays].map(({ cookie }) => hashToken(cookie?.split('=')[1] ?? '').toString('hex'));
    expect([...(await portal.sessions.findLive(identity, ids, clock.now()))]).toEqual(ids.slice(1));
  });

  it('ends when its user is disabled', async () => {
    const user = await test.user('ada@example.com', 'correct horse battery staple');
    const { token: accessToken } = await test.partner();
    const start = { environment: 'production', now: clock.now(), lifetimeSeconds: 60 } as const;
    const { token } = await portal.links.create(identity, start, () => ({
      account_id: user.accountId,
      created_by: `user:${user.id}`,
      made_with: hashToken(accessToken ?? ''),
      scopes: ['public', 'user'],
    }));
    const visitor = new PortalClient(test.baseUrl);
    expect((await visitor.exchange(token)).status).toBe(204);
    expect((await visitor.get('/endpoints')).status).toBe(200);
    await queryAsOwner(test.connection, 'update app_user set disabled_at = now() where id = $1', [user.id]);
    expectRefused(await visitor.get('/endpoints'), 401, 'session_ended');
  });

  it('ends at sign-out', async () => {
    const visitor = await PortalClient.enter(partner);
    const { cookie } = visitor;
    expect((await visitor.call('DELETE', '/session')).status).toBe(204);
    expect(visitor.cookie).toBeNull();
    visitor.cookie = cookie;
    expectRefused(await visitor.get('/session'), 401, 'session_ended');
  });

  it('ends when the same browser opens another link', async () => {
    const visitor = await PortalClient.enter(partner);
    const { cookie } = visitor;
    const other = await test.partner();
    expect((await visitor.exchange(await requestPortalLink(other))).status).toBe(204);
    expect(visitor.cookie).not.toBe(cookie);
    const { body: account } = await other.get('/account');
    // An open page of the first account must not write to the second account.
    expectRefused(
      await visitor.post('/endpoints', { url: 'https://example.com/' }),
      403,
      'request_not_trusted',
    );
    expect((await visitor.readSession()).body.account.id).toBe(account.id);
    visitor.cookie = cookie;
    expectRefused(await visitor.get('/session'), 401, 'session_ended');
  });

  it('of the sandbox is refused in production', async () => {
    const sandbox = await startTestApp({ environment: 'sandbox' });
    try {
      const there = await sandbox.partner();
      const visitor = await PortalClient.enter(there);
      expect((await visitor.readSession()).body.environment).toBe('sandbox');
      const here = new PortalClient(test.baseUrl);
      here.cookie = visitor.cookie;
      expectRefused(await here.get('/session'), 401, 'session_ended');
      here.cookie = visitor.cookie?.replace('waybill_sandbox_', 'waybill_production_') ?? null;
      expectRefused(await here.get('/session'), 401, 'session_ended');
      expectRefused(await here.exchange(await requestPortalLink(there)), 401, 'session_ended');
    } finally {
      await sandbox.close();
    }
  });

  it('does not count towards the rate limit of the account', async () => {
    const visitor = await PortalClient.enter(partner);
    const left = async () => Number((await partner.get('/account')).headers.get('ratelimit-remaining'));
    const before = await left();
    for (let call = 0; call < 5; call += 1) {
      const { headers } = await visitor.get('/session');
      expect(headers.get('ratelimit-limit')).toBeNull();
    }
    expect(await left()).toBe(before - 1);
  });

  it('is deleted some time after its end', async () => {
    await PortalClient.enter(partner);
    await requestPortalLink(partner);
    clock.advance({ hours: 10 });
    const { portalTasks } = await import('../../src/features/webhooks/tasks.ts');
    for (const task of portalTasks(test.system, clock)) await task.run();
    const rows = await queryAsOwner(
      test.connection,
      'select 1 from portal_link union all select 1 from portal_session',
    );
    expect(rows).toEqual([]);
  });
});

describe('a write from another site', () => {
  const url = 'https://example.com/hooks';

  it.each([
    ['without a CSRF token', { 'x-csrf-token': undefined }],
    ['with an empty CSRF token', { 'x-csrf-token': '' }],
    ['with a wrong CSRF token', { 'x-csrf-token': 'x'.repeat(43) }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from an opaque origin', { origin: 'null' }],
    ['from another port', { origin: 'http://127.0.0.1:1' }],
    ['marked as cross-site by the browser', { 'sec-fetch-site': 'cross-site' }],
    ['marked as same-site by the browser', { 'sec-fetch-site': 'same-site' }],
  ])('is refused: %s', async (_name, headers) => {
    const visitor = await PortalClient.enter(partner);
    for (const [method, path] of [
      ['POST', '/endpoints'],
      ['PATCH', '/endpoints/00000000-0000-7000-8000-000000000000'],
      ['DELETE', '/session'],
    ] as const)
      expectRefused(await visitor.call(method, path, { url }, { headers }), 403, 'request_not_trusted');
    expect((await visitor.get('/endpoints')).body).toEqual([]);
  });

  it('is refused with the CSRF token of another session', async () => {
    const [one, other] = [await PortalClient.enter(partner), await PortalClient.enter(partner)];
    one.csrfToken = other.csrfToken;
    expectRefused(await one.post('/endpoints', { url }), 403, 'request_not_trusted');
  });

  it('cannot exchange a link', async () => {
    const visitor = new PortalClient(test.baseUrl);
    const token = await requestPortalLink(partner);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expectRefused(await visitor.exchange(token, { headers }), 403, 'request_not_trusted');
    const form = await visitor.call('POST', '/session', undefined, {
      raw: `token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
    expect((await visitor.exchange(token)).status).toBe(204);
  });

  it('is refused, and so is a read, with Sec-Fetch-Site same-site', async () => {
    const visitor = await PortalClient.enter(partner);
    const headers = { 'sec-fetch-site': 'same-site' };
    expectRefused(await visitor.get('/endpoints', { headers }), 403, 'request_not_trusted');
    expectRefused(await visitor.get('/stream', { headers }), 403, 'request_not_trusted');
  });
});
