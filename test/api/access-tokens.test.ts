// Access tokens and portal sessions of API clients: they end with their secret, with their lifetime and when revoked, and a
// portal session has the scopes of its token.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import type { IssuedClient } from '../../src/features/oauth/issue-client.ts';
import { oauthTasks } from '../../src/features/oauth/tasks.ts';
import { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clientActions, type Issued } from '../support/client-actions.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { PortalClient } from '../support/portal-client.ts';

let test: TestApp;
let second: TestApp;
const clock = new TestClock();
beforeAll(async () => {
  test = await startTestApp({ clock });
  second = await startTestApp({ clock, sharing: test });
});
afterAll(async () => {
  await second.close();
  await test.close();
});

const { signIn, audits, ofToken, confirmedVisitor } = clientActions(() => test);

describe('access tokens after a rotation of their secret', () => {
  const everywhere = (token: string) => [ofToken(token), ofToken(token).at(second.baseUrl)];
  const statuses = (token: string) =>
    Promise.all(everywhere(token).map(async (each) => (await each.get('/account')).status));
  const tokenOf = async (key: Issued): Promise<string> => (await signIn(key)).body.access_token;
  let admin: OperatorClient;
  let made: Issued;
  beforeEach(async () => {
    const { client } = await test.organization();
    made = { id: client.id, client_id: client.clientId, client_secret: client.clientSecret };
    admin = await OperatorClient.enter(test, 'admin');
  });

  it('are refused in every process on the next call without an overlap, and at the end of the overlap', async () => {
    const old = await tokenOf(made);
    expect(await statuses(old)).toEqual([200, 200]);
    const rotated = (await admin.post(`/clients/${made.id}/rotate`, { overlap_hours: 0 })).body;
    expect(await statuses(old)).toEqual([401, 401]);

    const [before, visitor] = [await tokenOf(rotated), await confirmedVisitor(asIssued(rotated))];
    const again = (await admin.post(`/clients/${made.id}/rotate`, { overlap_hours: 1 })).body;
    const [during, fresh] = [await tokenOf(rotated), await tokenOf(again)];
    clock.advance({ minutes: 59, seconds: 59 });
    for (const token of [before, during, fresh]) expect(await statuses(token)).toEqual([200, 200]);
    // Both processes have the tokens in their cache. The portal session belongs to a token of the old secret.
    clock.advance({ seconds: 1 });
    for (const token of [before, during]) expect(await statuses(token)).toEqual([401, 401]);
    expect((await visitor.get('/endpoints')).status).toBe(401);
    expect(await statuses(fresh)).toEqual([200, 200]);
  });

  it('end with the old secret when it is revoked early or by another rotation', async () => {
    const first = await tokenOf(made);
    const rotated = (await admin.post(`/clients/${made.id}/rotate`)).body;
    const second = await tokenOf(rotated);
    expect(await statuses(first)).toEqual([200, 200]);
    await admin.delete(`/clients/${made.id}/old-secret`);
    expect(await statuses(first)).toEqual([401, 401]);
    expect(await statuses(second)).toEqual([200, 200]);
    await admin.post(`/clients/${made.id}/rotate`);
    await admin.post(`/clients/${made.id}/rotate`);
    expect(await statuses(second)).toEqual([401, 401]);
  });

  it('end for sign-ins that proved the secret, refresh tokens included, and stay for those that did not', async () => {
    await test.user('rotating', 'correct horse battery staple');
    const { id: accountId } = await test.organization();
    const app = await test.client(accountId, { scopes: ['user'], grants: ['password', 'refresh_token'] });
    const passwordGrant = (secret: object) =>
      test.anonymous.post('/oauth/token', {
        grant_type: 'password',
        client_id: app.clientId,
        username: 'rotating',
        password: 'correct horse battery staple',
        ...secret,
      });
    const proved = (await passwordGrant({ client_secret: app.clientSecret })).body;
    const unproved = (await passwordGrant({})).body;
    const { body } = await admin.post(`/clients/${app.id}/rotate`, { overlap_hours: 0 });
    expect(await statuses(proved.access_token)).toEqual([401, 401]);
    expect(await statuses(unproved.access_token)).toEqual([200, 200]);
    const refresh = {
      grant_type: 'refresh_token',
      client_id: app.clientId,
      client_secret: body.client_secret,
    };
    const refused = await test.anonymous.post('/oauth/token', {
      ...refresh,
      refresh_token: proved.refresh_token,
    });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    const accepted = await test.anonymous.post('/oauth/token', {
      ...refresh,
      refresh_token: unproved.refresh_token,
    });
    expect(accepted.status).toBe(200);
  });

  it('are deleted a day later, together with the secret', async () => {
    await tokenOf(made);
    await admin.post(`/clients/${made.id}/rotate`, { overlap_hours: 0 });
    const rows = () =>
      queryAsOwner<{ secrets: number; tokens: number }>(
        test.connection,
        `select (select count(*)::int from client_secret where api_client_id = $1) as secrets,
           (select count(*)::int from access_token where api_client_id = $1) as tokens`,
        [made.id],
      );
    expect(await rows()).toEqual([{ secrets: 2, tokens: 1 }]);
    const [cleanup] = oauthTasks(test.system, clock, null);
    await cleanup?.run();
    expect(await rows()).toEqual([{ secrets: 2, tokens: 1 }]);
    clock.advance({ hours: 24, seconds: 1 });
    await cleanup?.run();
    expect(await rows()).toEqual([{ secrets: 1, tokens: 0 }]);
  });
});

describe('the live access tokens of a client', () => {
  it('are listed with their last use, and revoked one by one or together, by operators and in the portal', async () => {
    const { client } = await test.organization();
    const made = { id: client.id, client_id: client.clientId, client_secret: client.clientSecret };
    const narrow = (await test.partner({ client, scope: 'org:read' })).token ?? '';
    const [wide, third] = [await test.partner({ client }), await test.partner({ client })];
    // Closing a process writes the uses that it has recorded; otherwise they are written every 10 seconds.
    const closing = await startTestApp({ clock, sharing: test });
    await wide.at(closing.baseUrl).get('/account');
    await closing.close();
    const admin = await OperatorClient.enter(test, 'admin');
    const visitor = await confirmedVisitor(client);
    const list = async () => (await admin.get(`/clients/${client.id}/tokens`)).body.data;
    expect(await list()).toHaveLength(4);
    const used = await list();
    expect(used.find((each: LiveToken) => each.last_used_at)).toMatchObject({
      grant: 'client_credentials',
      acts_for: 'organization',
      address: '127.0.0.1',
      expires_at: null,
    });
    const narrowId = used.find(({ scopes }: LiveToken) => scopes.includes('org:read')).id;
    const pages = (await visitor.get(`/keys/${client.id}/tokens?limit=3`)).body;
    expect(pages.data.map(({ id }: LiveToken) => id)).toEqual(
      used.slice(0, 3).map(({ id }: LiveToken) => id),
    );
    expect((await visitor.get(`/keys/${client.id}/tokens?limit=3&after=${pages.next}`)).body).toMatchObject({
      data: [{ id: used[3].id }],
      next: null,
    });
    const { text } = await visitor.get(`/keys/${client.id}/tokens`);
    expect(text).not.toContain(narrow);

    expect((await visitor.call('DELETE', `/keys/${client.id}/tokens/${narrowId}`)).status).toBe(204);
    expect((await ofToken(narrow).at(second.baseUrl).get('/account')).status).toBe(401);
    expect((await visitor.call('DELETE', `/keys/${client.id}/tokens/${narrowId}`)).status).toBe(404);
    expect((await wide.get('/account')).status).toBe(200);
    const stranger = await confirmedVisitor((await test.organization()).client);
    for (const path of ['', `/${used[0].id}`])
      expect((await stranger.call('DELETE', `/keys/${client.id}/tokens${path}`)).status).toBe(404);
    expect((await stranger.get(`/keys/${client.id}/tokens`)).status).toBe(404);

    const dispatcher = await OperatorClient.enter(test, 'dispatcher');
    expect((await dispatcher.delete(`/clients/${client.id}/tokens`)).status).toBe(403);
    expect((await admin.delete(`/clients/${client.id}/tokens`)).status).toBe(204);
    for (const each of [wide, third.at(second.baseUrl)])
      expect((await each.get('/account')).status).toBe(401);
    expect((await visitor.get('/endpoints')).status, 'the portal session ends with its token').toBe(401);
    expect(await list()).toEqual([]);
    expect((await signIn(made)).status).toBe(200);
    expect((await audits(client.id)).map(({ action }) => action)).toEqual([
      'client.created',
      'step_up.passed',
      'client.tokens_revoked',
      'client.tokens_revoked',
    ]);
  });
});

describe('the list of access tokens', () => {
  it('does not wait for a change of the client that is under way', async () => {
    const { client } = await test.organization();
    const partner = await test.partner({ client });
    const viewer = await OperatorClient.enter(test, 'viewer');
    const pool = createPool(test.connection, { role: 'waybill_system', max: 1, onError: () => {} });
    try {
      await pool.query('begin');
      await pool.query('select from api_client where id = $1 for update', [client.id]);
      const { status, body, text } = await viewer.get(`/clients/${client.id}/tokens`);
      expect([status, body.data?.length], text).toEqual([200, 1]);
    } finally {
      await pool.end();
    }
    expect((await partner.get('/account')).status).toBe(200);
  });
});

describe('a process that stops', () => {
  it('does not wait longer than its deadline allows for uses that it cannot write', async () => {
    const partner = await test.partner();
    const closing = await startTestApp({ clock, sharing: test });
    const pool = createPool(test.connection, { role: null, max: 1, onError: () => {} });
    try {
      await partner.at(closing.baseUrl).get('/account');
      await pool.query('begin');
      await pool.query('lock table access_token in exclusive mode');
      const begun = performance.now();
      await closing.close();
      expect(performance.now() - begun).toBeLessThan(5_000);
      expect(closing.logged()).toContain('failed to record last use of access tokens');
    } finally {
      await pool.end();
    }
  });
});

describe('a configured lifetime of access tokens', () => {
  it('is sent as expires_in, and ends tokens that are too old or not used', async () => {
    const variables = { ACCESS_TOKEN_DAYS: '30', ACCESS_TOKEN_IDLE_DAYS: '7' };
    const limited = await startTestApp({ clock, variables, sharing: test });
    try {
      const { client } = await test.organization();
      const fields = { client_id: client.clientId, client_secret: client.clientSecret };
      const issue = (options?: object) =>
        limited.anonymous.post('/oauth/token', { grant_type: 'client_credentials', ...fields }, options);
      const { body } = await issue();
      expect(body.expires_in).toBe(7 * 86_400);
      expect((await issue({ headers: { accept: 'application/json' } })).body.expires_in).toBe(7 * 86_400);
      const [used, unused] = [body.access_token, (await issue()).body.access_token];
      const statusOf = async (token: string) =>
        (await new ApiClient(limited.baseUrl, token).get('/account')).status;
      for (let day = 0; day < 29; day += 1) {
        clock.advance({ hours: 24 });
        expect(await statusOf(used)).toBe(200);
        await queryAsOwner(
          test.connection,
          'update access_token set last_used_at = $1 where token_hash = $2',
          [clock.now(), createHash('sha256').update(used).digest()],
        );
        if (day === 6) expect(await statusOf(unused)).toBe(401);
      }
      clock.advance({ hours: 24 });
      expect(await statusOf(used)).toBe(401);
    } finally {
      await limited.close();
    }
  });
});

interface LiveToken {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly last_used_at: string | null;
}

const asIssued = ({ id, client_id, client_secret }: Issued): IssuedClient => ({
  id,
  clientId: client_id,
  clientSecret: client_secret,
});

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
