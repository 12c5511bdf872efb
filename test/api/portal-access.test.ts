// What a portal session may do: the scopes of its access token, and changes of API clients after a step-up.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clientActions } from '../support/client-actions.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { PortalClient } from '../support/portal-client.ts';

let test: TestApp;
const clock = new TestClock();
beforeAll(async () => {
  test = await startTestApp({ clock });
});
afterAll(() => test.close());

const { signIn, audits, ofToken } = clientActions(() => test);

describe('a portal session of a token with fewer scopes than its client', () => {
  it('manages endpoints and deliveries, and sees neither requests nor more scopes than the token has', async () => {
    const { client } = await test.organization();
    const narrow = await test.partner({ client, scope: 'org:write' });
    expect((await narrow.get('/bookings')).status).toBe(403);
    const visitor = await PortalClient.enter(narrow);
    expect((await visitor.readSession()).body.scopes).toEqual(['public', 'org:write']);
    const endpoint = await visitor.post('/endpoints', { url: 'https://example.com/hook' });
    expect(endpoint.status).toBe(201);
    expect((await visitor.post(`/endpoints/${endpoint.body.id}/test`, {})).status).toBe(202);
    expect((await visitor.get('/deliveries')).status).toBe(200);
    for (const path of ['/requests', `/requests/${endpoint.body.id}`]) {
      const { status, body } = await visitor.get(path);
      expect([status, body.code], path).toEqual([403, 'insufficient_scope']);
    }
    expect((await visitor.get('/keys')).body.scopes).toEqual(['org:write']);
  });

  it('can neither create a key with more scopes nor rotate its own key, with or without the secret', async () => {
    const { client } = await test.organization();
    const visitor = await PortalClient.enter(await test.partner({ client, scope: 'org:write' }));
    const attempts = () =>
      Promise.all([
        visitor.post('/keys', { name: 'More', scopes: ['org'] }),
        visitor.post(`/keys/${client.id}/rotate`, { overlap_hours: 0 }),
        visitor.call('DELETE', `/keys/${client.id}`),
        visitor.call('PATCH', `/keys/${client.id}`, { disabled: true }),
        visitor.call('DELETE', `/keys/${client.id}/old-secret`),
        visitor.post(`/keys/${client.id}/derived/disable`, {}),
      ]);
    for (const { status, body } of await attempts())
      expect([status, body.code]).toEqual([403, 'step_up_required']);
    await visitor.confirm(client);
    for (const { status, body } of await attempts())
      expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    const owner = { client_id: client.clientId, client_secret: client.clientSecret, id: client.id };
    expect((await signIn(owner)).status, 'the owner is not locked out').toBe(200);
    expect((await visitor.get('/keys')).body.data).toHaveLength(1);
    expect((await visitor.post('/keys', { name: 'As much', scopes: ['org:write'] })).status).toBe(201);
  });
});

describe('the step-up of a portal session', () => {
  it('replaces the token of the session, so that a copied cookie gains nothing', async () => {
    const { client } = await test.organization();
    const visitor = await PortalClient.enter(await test.partner({ client }));
    const thief = new PortalClient(visitor.baseUrl);
    Object.assign(thief, { cookie: visitor.cookie, csrfToken: visitor.csrfToken });
    expect((await thief.get('/session')).status).toBe(200);
    await visitor.confirm(client);
    expect(visitor.cookie).not.toBe(thief.cookie);
    expect(visitor.setCookieHeader).toMatch(/; HttpOnly/);
    for (const refused of [
      await thief.get('/session'),
      await thief.post('/keys', { name: 'Stolen' }),
      await thief.post('/confirmation', { client_secret: client.clientSecret }),
    ])
      expect([refused.status, refused.body.code]).toEqual([401, 'session_ended']);
    // The CSRF token stays, so that pages that are already open continue.
    const made = await visitor.post('/keys', { name: 'Own' });
    expect(made.status, made.text).toBe(201);
    expect((await visitor.readSession()).status).toBe(200);
    expect((await visitor.call('DELETE', `/keys/${made.body.id}`)).status).toBe(204);
  });

  it('records every wrong secret, but not the attempts that are throttled afterwards', async () => {
    const { client } = await test.organization();
    const visitor = await PortalClient.enter(await test.partner({ client }));
    const guess = async () => (await visitor.post('/confirmation', { client_secret: 'wrong' })).status;
    let checked = 0;
    while ((await guess()) === 400) checked += 1;
    expect(checked).toBeGreaterThan(0);
    expect([await guess(), await guess()]).toEqual([429, 429]);
    const failures = (await audits(client.id)).filter(({ action }) => action === 'step_up.failed');
    expect(failures).toHaveLength(checked);
  });

  it('needs the secret of the client that opened the portal, lasts ten minutes, and is audited', async () => {
    const { id: accountId, client } = await test.organization();
    const other = await test.client(accountId);
    const visitor = await PortalClient.enter(await test.partner({ client }));
    expect((await visitor.get('/keys')).body.confirmed_until).toBeNull();
    for (const secret of ['wrong', other.clientSecret]) {
      const { status, body } = await visitor.post('/confirmation', { client_secret: secret });
      expect([status, body.code, body.param]).toEqual([400, 'invalid_client', 'client_secret']);
    }
    expect((await visitor.post('/keys', { name: 'Early' })).body.code).toBe('step_up_required');
    await visitor.confirm(client);
    const until = clock.now().getTime() + 10 * 60_000;
    expect(Date.parse((await visitor.get('/keys')).body.confirmed_until)).toBe(until);
    expect((await visitor.post('/keys', { name: 'In time' })).status).toBe(201);
    const second = await PortalClient.enter(await test.partner({ client }));
    expect((await second.post('/keys', { name: 'Other session' })).body.code).toBe('step_up_required');
    clock.advance({ minutes: 10 });
    expect((await visitor.post('/keys', { name: 'Late' })).body.code).toBe('step_up_required');
    const steps = (await audits(client.id)).filter(({ action }) => action.startsWith('step_up.'));
    expect(steps.map(({ action }) => action)).toEqual(['step_up.failed', 'step_up.failed', 'step_up.passed']);
    // A wrong secret is one event, not also a failed sign-in of the client.
    const failed = await queryAsOwner(
      test.connection,
      "select from audit_entry where account_id = $1 and action = 'auth.failed'",
      [accountId],
    );
    expect(failed).toEqual([]);
  });

  it('is throttled: after 20 wrong secrets the right one is refused as well', async () => {
    const { client } = await test.organization();
    const visitor = await PortalClient.enter(await test.partner({ client }));
    const statuses = [];
    for (let attempt = 0; attempt < 21; attempt += 1)
      statuses.push((await visitor.post('/confirmation', { client_secret: `wrong ${attempt}` })).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(20);
    const right = await visitor.post('/confirmation', { client_secret: client.clientSecret });
    expect([right.status, right.body.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(right.headers.get('retry-after')).toBeTruthy();
  });
});

describe('a portal session', () => {
  it('ends when the token that created its link is revoked', async () => {
    const partner = await test.partner();
    const visitor = await PortalClient.enter(partner);
    const another = await PortalClient.enter(partner);
    expect((await visitor.get('/endpoints')).status).toBe(200);
    await partner.post('/oauth/revoke', { token: partner.token });
    for (const each of [visitor, another]) expect((await each.get('/endpoints')).status).toBe(401);
  });

  it('survives a token refresh and ends when the refresh token is revoked', async () => {
    await test.user('grace@example.com', 'correct horse battery staple');
    const { id: accountId } = await test.organization();
    const client = await test.client(accountId, {
      scopes: ['user'],
      grants: ['password', 'refresh_token'],
    });
    const credentials = { client_id: client.clientId, client_secret: client.clientSecret };
    const first = await test.anonymous.post('/oauth/token', {
      ...credentials,
      grant_type: 'password',
      username: 'grace@example.com',
      password: 'correct horse battery staple',
    });
    const visitor = await PortalClient.enter(ofToken(first.body.access_token));
    const next = await test.anonymous.post('/oauth/token', {
      ...credentials,
      grant_type: 'refresh_token',
      refresh_token: first.body.refresh_token,
    });
    expect((await visitor.get('/endpoints')).status).toBe(200);
    expect((await visitor.get('/keys')).body.scopes, 'a user has no API clients').toEqual([]);
    expect((await visitor.post('/keys', { name: 'No' })).status).toBe(403);
    await test.anonymous.post('/oauth/revoke', { ...credentials, token: next.body.refresh_token });
    expect((await visitor.get('/endpoints')).status).toBe(401);
  });
});
