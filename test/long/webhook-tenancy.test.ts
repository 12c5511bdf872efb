// Every operation on webhook endpoints and events, called without permission and with hostile input.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, expectProblem, type TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { EventFollower } from '../support/event-follower.ts';
import { hostileJsonValues, hostilePathSegments } from '../support/hostile-inputs.ts';
import { requestToken } from '../support/oauth.ts';

const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
const url = 'https://203.0.114.7/the-secret-of-one';
const booking = {
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
};

interface Ids {
  readonly endpoint: string;
  readonly event: string;
}
interface Operation {
  readonly name: string;
  readonly admits: 'read' | 'write';
  readonly call: (client: ApiClient, ids: Ids) => Promise<TestResponse>;
}
const operations: readonly Operation[] = [
  { name: 'POST /webhooks', admits: 'write', call: (client) => client.post('/webhooks', { url }) },
  { name: 'GET /webhooks', admits: 'write', call: (client) => client.get('/webhooks') },
  { name: 'GET /webhooks/portal', admits: 'write', call: (client) => client.get('/webhooks/portal') },
  { name: 'GET /events', admits: 'read', call: (client) => client.get('/events') },
  {
    name: 'GET /webhooks/{id}',
    admits: 'write',
    call: (client, { endpoint }) => client.get(`/webhooks/${endpoint}`),
  },
  {
    name: 'PATCH /webhooks/{id}',
    admits: 'write',
    call: (client, { endpoint }) => client.patch(`/webhooks/${endpoint}`, { url, disabled: true }),
  },
  {
    name: 'DELETE /webhooks/{id}',
    admits: 'write',
    call: (client, { endpoint }) => client.delete(`/webhooks/${endpoint}`),
  },
  { name: 'GET /events/{id}', admits: 'read', call: (client, { event }) => client.get(`/events/${event}`) },
];
const naming = operations.filter(({ name }) => name.includes('{id}'));

describe('webhook endpoints and events of one account', () => {
  let test: TestApp;
  let sandbox: TestApp;
  let owner: ApiClient;
  let stranger: ApiClient;
  let client: Awaited<ReturnType<TestApp['client']>>;
  let account: string;
  let ids: Ids;
  let cursor: string;
  beforeAll(async () => {
    const variables = { RATE_LIMIT_REQUESTS: '1000000' };
    test = await startTestApp({ variables });
    sandbox = await startTestApp({ variables, environment: 'sandbox' });
    test.app.worker.start();
    const one = await test.organization('One');
    account = one.id;
    client = one.client;
    owner = await test.partner({ client });
    stranger = await test.partner();
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await owner.post('/bookings', { ...booking, arrival_window_from: soon });
    const follower = new EventFollower(owner);
    await follower.until(1);
    cursor = (await owner.get('/events')).body.cursor;
    // Registered last, so that no event is sent there.
    const { id } = (await owner.post('/webhooks', { url })).body;
    ids = { endpoint: id, event: follower.seen[0]?.id ?? '' };
  });
  afterAll(async () => {
    await sandbox.close();
    await test.close();
  });

  /** All stored rows of the account, to check that nothing has changed. */
  const belongings = () =>
    Promise.all(
      ['webhook_endpoint', 'webhook_secret', 'event', 'portal_link', 'audit_entry'].map((table) =>
        queryAsOwner(
          test.connection,
          `select to_jsonb(x) as row from ${table} x where account_id = $1 order by 1`,
          [account],
        ),
      ),
    );
  const expectNoLeak = ({ text }: TestResponse) => {
    for (const secret of ['the-secret-of-one', ids.endpoint, ids.event, account, 'whsec_'])
      expect(text).not.toContain(secret);
  };

  it.each(operations)('require a valid token of this environment: $name', async ({ call }) => {
    const before = await belongings();
    const unauthenticated = [
      test.anonymous,
      new ApiClient(test.baseUrl, `${owner.token}x`),
      (await sandbox.partner()).at(test.baseUrl),
      owner.at(sandbox.baseUrl),
    ];
    for (const caller of unauthenticated) {
      const answer = await call(caller, ids);
      expectProblem(answer, 401, { type: 'authentication_error', code: 'invalid_token' });
      expectNoLeak(answer);
    }
    expect(await belongings()).toEqual(before);
  });

  it.each(operations)('require the right scope: $name', async ({ call, admits }) => {
    const before = await belongings();
    for (const scope of ['public', admits === 'read' ? 'org:write' : 'org:read']) {
      const answer = await call(await test.partner({ client, scope }), ids);
      expectProblem(answer, 403, { type: 'authentication_error', code: 'insufficient_scope' });
      expectNoLeak(answer);
    }
    expect(await belongings()).toEqual(before);
  });

  it.each(naming)('return the same 404 to other accounts as for unknown ids: $name', async ({ call }) => {
    const before = await belongings();
    const answers = [
      await call(stranger, ids),
      await call(stranger, { endpoint: unknown, event: unknown }),
      // The id of one resource is not an id of another resource.
      await call(stranger, { endpoint: ids.event, event: ids.endpoint }),
      await call(stranger, { endpoint: 'portal-', event: 'x' }),
    ];
    for (const answer of answers) {
      expectProblem(answer, 404, { type: 'invalid_request_error', code: 'not_found' });
      expect(answer.text).toBe(answers[0]?.text);
      expectNoLeak(answer);
    }
    expect(await belongings()).toEqual(before);
  });

  it('appear in no list of other accounts, and a cursor is valid in its own feed only', async () => {
    expect((await stranger.get('/webhooks')).body).toEqual([]);
    expect((await stranger.get('/events')).body.data).toEqual([]);
    const { data } = (await owner.get('/events')).body;
    expect((await stranger.get(`/events?booking_id=${data[0].data.booking.id}`)).body.data).toEqual([]);
    expectProblem(await stranger.get(`/events?after=${cursor}`), 400, {
      code: 'invalid_parameter',
      param: 'after',
    });
  });

  it('of a personal account require the user scopes', async () => {
    await test.user('webhook-user', 'a plum in the fog');
    const app = await test.client(account, { scopes: ['user'], grants: ['password'] });
    const sign = async (scope: string) => {
      const grant = { grant_type: 'password', username: 'webhook-user', password: 'a plum in the fog' };
      const { body } = await requestToken(test, { ...grant, client_id: app.clientId, scope });
      return new ApiClient(test.baseUrl, body.access_token);
    };
    const [writer, reader] = [await sign('user:write'), await sign('user:read')];
    const made = await writer.post('/webhooks', { url });
    expect(made.status).toBe(201);
    expect((await writer.get('/webhooks')).body).toHaveLength(1);
    expect((await reader.get('/events')).body.data).toEqual([]);
    expectProblem(await reader.get('/webhooks'), 403, { code: 'insufficient_scope' });
    expectProblem(await writer.get('/events'), 403, { code: 'insufficient_scope' });
    expectProblem(await writer.get(`/webhooks/${ids.endpoint}`), 404, { code: 'not_found' });
    expectProblem(await owner.get(`/webhooks/${made.body.id}`), 404, { code: 'not_found' });
  });

  it.each(Object.entries(hostileJsonValues))('survive %s in any field', async (_what, value) => {
    for (const field of ['url', 'description', 'events', 'disabled']) {
      const head = field === 'url' ? '' : `"url":"${url}",`;
      for (const raw of [`{${head}"${field}":${value}}`, `{${head}"${field}":[${value}]}`]) {
        const patched = await owner.patch(`/webhooks/${ids.endpoint}`, undefined, { raw });
        expect([200, 400], patched.text).toContain(patched.status);
        const made = await owner.post('/webhooks', undefined, { raw });
        expect([201, 400], made.text).toContain(made.status);
        if (made.status === 201) await owner.delete(`/webhooks/${made.body.id}`);
      }
    }
    expect((await owner.get(`/webhooks/${ids.endpoint}`)).body).toMatchObject({ url, disabled: false });
  });

  it('survive hostile values in paths and query strings', async () => {
    for (const segment of hostilePathSegments) {
      for (const path of [`/webhooks/${segment}`, `/events/${segment}`])
        expect([400, 404, 414, 431], path).toContain((await owner.get(path)).status);
      for (const name of ['after', 'before', 'type', 'limit'])
        expect([400, 414, 431], name).toContain((await owner.get(`/events?${name}=${segment}`)).status);
      const ofNone = await owner.get(`/events?booking_id=${segment}`);
      if (ofNone.status === 200) expect(ofNone.body.data).toEqual([]);
      else expect([400, 414, 431]).toContain(ofNone.status);
    }
  });
});
