import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMailTime } from '../../src/features/notifications/mail-time.ts';
import { expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clientActions, type Issued } from '../support/client-actions.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { OperatorClient } from '../support/operator-client.ts';
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

const { signIn, audits, ofToken, confirmedVisitor } = clientActions(() => test);

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

describe('API clients managed by partners in the portal', () => {
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

  it('refuses names with control or invisible characters', async () => {
    const visitor = await confirmedVisitor((await test.organization()).client);
    for (const name of ['x\u001b[2J', 'Key\nowner', 'Key \u202eyek', ' \u200b', '  ']) {
      const { status, body } = await visitor.post('/keys', { name });
      expect([status, body.param], JSON.stringify(name)).toEqual([400, 'name']);
      expect(body.message).toContain('one line of text without control');
    }
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

describe('a change of API clients', () => {
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
      'An API client was created: Warehouse',
      'An API client was deleted: Warehouse',
      'An API client was disabled: Warehouse',
      'The secret of an API client was rotated: Warehouse',
    ]);
    const created = mails.find(({ content }) => content.subject.includes('created'))?.content.text ?? '';
    for (const fact of [made.client_id, formatMailTime('en', clock.now()), '127.0.0.1', 'If it was not'])
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
    const oneClient = { id: one.id, clientId: one.client_id, clientSecret: one.client_secret };
    const three = (await (await confirmedVisitor(oneClient)).post('/keys', { name: 'Three' })).body;
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
    expect(some.body.client_ids.toSorted()).toEqual(
      [one, three].map((key) => key.client_id as string).toSorted(),
    );
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
