// API clients, managed by operators in the console and by partners in the portal: creation, rotation with an overlap,
// immediate revocation.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IssuedClient } from '../../src/features/oauth/issue-client.ts';
import { oauthTasks } from '../../src/features/oauth/tasks.ts';
import { ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { PortalClient } from '../support/portal-client.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;

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

interface Issued {
  readonly id: string;
  readonly client_id: string;
  readonly client_secret: string;
}

const signIn = ({ client_id, client_secret }: Issued) =>
  test.anonymous.post('/oauth/token', { grant_type: 'client_credentials', client_id, client_secret });
const audits = (subject: string) =>
  queryAsOwner<{ action: string; actor_kind: string }>(
    test.connection,
    // Without refused sign-ins with an old secret, which are entries of their own.
    `select action, actor_kind from audit_entry where subject_id = $1 and actor_kind <> 'anonymous' order by at, id`,
    [subject],
  );

describe('API clients managed by operators', () => {
  let admin: OperatorClient;
  let organizationId: string;
  beforeAll(async () => {
    admin = await OperatorClient.enter(test, 'admin');
    ({ id: organizationId } = await test.organization('Northwind'));
  });

  const create = async (body: object = { name: 'Shop' }): Promise<Issued> => {
    const answer = await admin.post(`/organizations/${organizationId}/clients`, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };

  it('returns the secret only in the response to the creation', async () => {
    const made = await create({ name: 'Shop', scopes: ['org:read'] });
    expect((await signIn(made)).body.scope).toContain('org:read');
    const { body, text } = await admin.get(`/organizations/${organizationId}/clients`);
    expect(body.data.map(({ name }: { name: string }) => name)).toContain('Shop');
    expect(text).not.toContain(made.client_secret);
    expect(await audits(made.id)).toEqual([{ action: 'client.created', actor_kind: 'operator' }]);
  });

  it('accepts both secrets after a rotation, until the old one expires or is revoked', async () => {
    const made = await create();
    const rotated = (await admin.post(`/clients/${made.id}/rotate`, { overlap_hours: 2 })).body;
    expect(Date.parse(rotated.old_secret_until)).toBe(clock.now().getTime() + 2 * HOUR_MS);
    expect((await signIn(made)).status).toBe(200);
    expect((await signIn(rotated)).status).toBe(200);
    clock.advance({ hours: 2, seconds: 1 });
    admin = await OperatorClient.enter(test, 'admin');
    expectProblem(await signIn(made), 400, { code: 'invalid_client', param: 'client_id' });

    const again = (await admin.post(`/clients/${made.id}/rotate`)).body;
    expect((await signIn(rotated)).status).toBe(200);
    expect((await admin.delete(`/clients/${made.id}/old-secret`)).status).toBe(204);
    expect((await signIn(rotated)).status).toBe(400);
    expect((await signIn(again)).status).toBe(200);
    const actions = (await audits(made.id)).map(({ action }) => action);
    expect(actions).toEqual([
      'client.created',
      'client.rotated',
      'client.rotated',
      'client.old_secret_ended',
    ]);
  });

  it.each(['disabled', 'deleted'])(
    'revokes all tokens in every process immediately when a client is %s',
    async (how) => {
      const made = await create();
      const partner = ofToken((await signIn(made)).body.access_token);
      const elsewhere = partner.at(second.baseUrl);
      for (const each of [partner, elsewhere]) expect((await each.get('/account')).status).toBe(200);
      if (how === 'disabled') await admin.patch(`/clients/${made.id}`, { disabled: true });
      else await admin.delete(`/clients/${made.id}`);
      for (const each of [partner, elsewhere]) expect((await each.get('/account')).status).toBe(401);
      expect((await signIn(made)).status).toBe(400);
      if (how === 'deleted') return;
      await admin.patch(`/clients/${made.id}`, { disabled: false });
      expect((await partner.get('/account')).status, 'its old tokens stay revoked').toBe(401);
      expect((await signIn(made)).status).toBe(200);
    },
  );

  it('shows when a client was last used', async () => {
    const made = await create();
    const partner = ofToken((await signIn(made)).body.access_token);
    await partner.get('/account');
    const used = await until(
      async () => {
        const { body } = await admin.get(`/organizations/${organizationId}/clients`);
        return body.data.find(({ id }: Issued) => id === made.id).last_used_at as string | null;
      },
      (at) => at !== null,
    );
    expect(used).toBe(clock.now().toISOString());
  });

  it('lets every operator list clients and only administrators change them', async () => {
    const made = await create();
    const dispatcher = await OperatorClient.enter(test, 'dispatcher');
    expect((await dispatcher.get(`/organizations/${organizationId}/clients`)).status).toBe(200);
    expect((await dispatcher.post(`/clients/${made.id}/rotate`)).status).toBe(403);
    expect((await dispatcher.delete(`/clients/${made.id}`)).status).toBe(403);
    expect((await admin.post('/clients/nonsense/rotate')).status).toBe(404);
    expect((await admin.get('/organizations/nonsense/clients')).status).toBe(404);
  });
});

const ofToken = (token: string) => new ApiClient(test.baseUrl, token);

/** A portal session of the client with a step-up. */
async function confirmedVisitor(client: IssuedClient, scope?: string): Promise<PortalClient> {
  const partner = await test.partner({ client, ...(scope !== undefined && { scope }) });
  return (await PortalClient.enter(partner)).confirm(client);
}

describe('API keys managed by partners in the portal', () => {
  it('creates, rotates, disables and deletes keys of the own organization', async () => {
    const visitor = await confirmedVisitor((await test.organization()).client);
    const made = (await visitor.post('/keys', { name: 'Warehouse' })).body;
    expect((await signIn(made)).status).toBe(200);
    const rotated = (await visitor.post(`/keys/${made.id}/rotate`, { overlap_hours: 0 })).body;
    expect((await signIn(made)).status).toBe(400);
    expect((await signIn(rotated)).status).toBe(200);
    expect((await visitor.call('PATCH', `/keys/${made.id}`, { disabled: true })).body.disabled).toBe(true);
    expect((await signIn(rotated)).status).toBe(400);
    const { body, text } = await visitor.get('/keys');
    expect(body.data).toHaveLength(2);
    expect(body.own_client_id).toBe(body.data[0].client_id);
    expect(text).not.toContain(rotated.client_secret);
    expect(text).not.toContain(made.client_secret);
    expect((await visitor.call('DELETE', `/keys/${made.id}`)).status).toBe(204);
    expect((await audits(made.id)).map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ['client.created', 'client'],
      ['client.rotated', 'client'],
      ['client.disabled', 'client'],
      ['client.deleted', 'client'],
    ]);
  });

  it('responds with 404 for keys of another organization', async () => {
    const owner = await confirmedVisitor((await test.organization()).client);
    const stranger = await confirmedVisitor((await test.organization()).client);
    const { id } = (await owner.post('/keys', { name: 'Mine' })).body;
    expect((await stranger.post(`/keys/${id}/rotate`, {})).status).toBe(404);
    expect((await stranger.call('PATCH', `/keys/${id}`, { disabled: true })).status).toBe(404);
    expect((await stranger.call('DELETE', `/keys/${id}`)).status).toBe(404);
    expect((await stranger.get('/keys')).text).not.toContain(id);
  });

  it('refuses to create, rotate or delete keys with more scopes than the key that opened the portal', async () => {
    const { id: accountId, client: full } = await test.organization();
    const small = await test.client(accountId, { scopes: ['org:write'] });
    const visitor = await confirmedVisitor(small);
    const refused = await visitor.post('/keys', { name: 'More', scopes: ['org'] });
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
    expect((await visitor.post(`/keys/${full.id}/rotate`, {})).status).toBe(403);
    expect((await visitor.call('DELETE', `/keys/${full.id}`)).status).toBe(403);
    expect((await visitor.post('/keys', { name: 'As much', scopes: ['org:write'] })).status).toBe(201);
  });

  it('refuses more than 50 keys per organization', async () => {
    const { id: accountId, client } = await test.organization();
    const visitor = await confirmedVisitor(client);
    await queryAsOwner(
      test.connection,
      `insert into api_client (id, account_id, client_id, name, scopes, grants, redirect_uris, created_at)
       select gen_random_uuid(), $1::uuid, 'wb_filler_' || n || $1::text, 'filler', '{org}', '{}', '{}', now() from generate_series(1, 49) n`,
      [accountId],
    );
    const refused = await visitor.post('/keys', { name: 'One too many' });
    expect([refused.status, refused.body.code]).toEqual([400, 'too_many_clients']);
  });
});

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
    const [cleanup] = oauthTasks(test.system, clock);
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
      'client.tokens_revoked',
      'client.tokens_revoked',
    ]);
  });
});

describe('the password grant', () => {
  it('is off for new clients, cannot be chosen in the portal, and refuses a wrong secret', async () => {
    await test.user('legacy', 'correct horse battery staple');
    const { id: accountId, client } = await test.organization();
    const visitor = await confirmedVisitor(client);
    const refused = await visitor.post('/keys', { name: 'Old', grants: ['password'] });
    expect([refused.status, refused.body.param]).toEqual([400, 'grants']);
    const made = (await visitor.post('/keys', { name: 'New' })).body;
    expect(made.grants).toEqual(['client_credentials']);
    const passwordGrant = (client_id: string, client_secret?: string) =>
      test.anonymous.post('/oauth/token', {
        grant_type: 'password',
        client_id,
        username: 'legacy',
        password: 'correct horse battery staple',
        ...(client_secret !== undefined && { client_secret }),
      });
    expect((await passwordGrant(made.client_id)).body.error).toBe('unauthorized_client');
    const chosen = await test.client(accountId, { scopes: ['user'], grants: ['password'] });
    expect((await passwordGrant(chosen.clientId, 'wrong')).body.error).toBe('invalid_client');
    expect((await passwordGrant(chosen.clientId)).status).toBe(200);
  });
});

describe('a configured lifetime of access tokens', () => {
  it('is told as expires_in, and ends tokens that are too old or not used', async () => {
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
    expect((await audits(client.clientId)).map(({ action }) => action)).toEqual([
      'step_up.failed',
      'step_up.failed',
      'step_up.passed',
    ]);
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

describe('a change of API keys', () => {
  it('is mailed to the contact of the account, with time, key, address and advice', async () => {
    test.app.worker.start();
    const { client } = await test.organization();
    const partner = await test.partner({ client });
    await partner.patch('/account', { contact_email: 'keys@shop.example' });
    const visitor = await confirmedVisitor(client);
    const made = (await visitor.post('/keys', { name: 'Warehouse' })).body;
    await visitor.post(`/keys/${made.id}/rotate`, {});
    await visitor.call('PATCH', `/keys/${made.id}`, { disabled: true });
    await visitor.call('DELETE', `/keys/${made.id}`);
    const mails = await until(
      () =>
        queryAsOwner<{ kind: string; content: { subject: string; text: string } }>(
          test.connection,
          "select kind, content from message where address = 'keys@shop.example' and content ->> 'subject' like '%Warehouse'",
        ),
      (rows) => rows.length >= 4,
    );
    expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(['security_change']));
    expect(mails.map(({ content }) => content.subject).toSorted()).toEqual([
      'An API key was created: Warehouse',
      'An API key was deleted: Warehouse',
      'An API key was disabled: Warehouse',
      'The secret of an API key was rotated: Warehouse',
    ]);
    const created = mails.find(({ content }) => content.subject.includes('created'))?.content.text ?? '';
    for (const fact of [made.client_id, clock.now().toISOString(), '127.0.0.1', 'If it was not'])
      expect(created).toContain(fact);
    expect(created).not.toContain(made.client_secret);
  });
});

describe('keys created in portal sessions', () => {
  it('name the client and token of the session, and are disabled together with their successors', async () => {
    const { id: accountId, client } = await test.organization();
    const first = await confirmedVisitor(client);
    const second = await confirmedVisitor(client);
    const one = (await first.post('/keys', { name: 'One' })).body;
    const two = (await second.post('/keys', { name: 'Two' })).body;
    const three = (await (await confirmedVisitor(asIssued(one))).post('/keys', { name: 'Three' })).body;
    const own = await test.client(accountId, { name: 'By a command' });
    const { data } = (await second.get('/keys')).body;
    const origins = Object.fromEntries(
      data.map((key: { name: string; created_by_client_id: string | null }) => [
        key.name,
        key.created_by_client_id,
      ]),
    );
    expect(origins).toMatchObject({
      One: client.clientId,
      Two: client.clientId,
      Three: one.client_id,
      'By a command': null,
    });
    expect(one.created_by_token_id).not.toBe(two.created_by_token_id);

    const ofToken = { token_id: one.created_by_token_id };
    const some = await second.post(`/keys/${client.id}/derived/disable`, ofToken);
    expect(some.body.client_ids.toSorted()).toEqual([one.client_id, three.client_id].toSorted());
    for (const [key, status] of [
      [one, 400],
      [three, 400],
      [two, 200],
    ] as const)
      expect((await signIn(key)).status).toBe(status);
    const rest = await second.post(`/keys/${client.id}/derived/disable`);
    expect(rest.body.client_ids).toEqual([two.client_id]);
    expect((await signIn({ ...own, client_id: own.clientId, client_secret: own.clientSecret })).status).toBe(
      200,
    );

    const stranger = await confirmedVisitor((await test.organization()).client);
    expect((await stranger.post(`/keys/${client.id}/derived/disable`)).status).toBe(404);
  });

  it('are disabled together by operators', async () => {
    const { client } = await test.organization();
    const visitor = await confirmedVisitor(client);
    const made = (await visitor.post('/keys', { name: 'Made' })).body;
    const admin = await OperatorClient.enter(test, 'admin');
    const dispatcher = await OperatorClient.enter(test, 'dispatcher');
    expect((await dispatcher.post(`/clients/${client.id}/derived/disable`)).status).toBe(403);
    const { status, body } = await admin.post(`/clients/${client.id}/derived/disable`);
    expect([status, body.client_ids]).toEqual([200, [made.client_id]]);
    expect((await signIn(made)).status).toBe(400);
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
