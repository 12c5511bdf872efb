// Access tokens of API clients: they end with their secret, with their lifetime and when revoked, and so do portal sessions.
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
