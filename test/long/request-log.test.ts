// The request log: contents, visibility for partners and operators, and data that is never stored in it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropExpiredRequestLogs } from '../../src/features/requests/system/request-log-write-store.ts';
import { uuidv7 } from '../../src/lib/ids.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { bookVan } from '../support/operator-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { PortalClient } from '../support/portal-client.ts';
import { until } from '../support/until.ts';

const named = (requestId: string) => ({ headers: { 'x-request-id': requestId } });

describe('The request log', () => {
  let test: TestApp;
  let partner: ApiClient;
  let visitor: PortalClient;
  let operator: OperatorClient;
  beforeAll(async () => {
    test = await startTestApp();
    partner = await test.partner();
    visitor = await PortalClient.enter(partner);
    operator = await OperatorClient.enter(test, 'viewer');
  });
  afterAll(() => test.close());

  /** Waits until the entry of a request is written. */
  async function logged(requestId: string, by = visitor) {
    const { body } = await until(
      () => by.get(`/requests?search=${requestId}`),
      (answer) => answer.body.data.length > 0,
    );
    const detail = await by.get(`/requests/${body.data[0].id}`);
    expect(detail.status).toBe(200);
    return detail.body;
  }

  it('contains every request with its status, time, client and scopes, and a link to its booking', async () => {
    const booking = await bookVan(partner);
    const requestId = randomUUID();
    await partner.get(`/bookings/${booking.id}`, named(requestId));
    const entry = await logged(requestId);
    expect(entry).toMatchObject({
      request_id: requestId,
      method: 'GET',
      route: '/bookings/:id',
      path: `/bookings/${booking.id}`,
      status: 200,
      booking_id: booking.id,
      scopes: ['public', 'org'],
      ip_prefix: '127.0.0.0/24',
      error_code: null,
      replayed: false,
      request_body: null,
      response_body: null,
    });
    expect(entry.client_id).toMatch(/^wb_production_client_/);
    expect(entry.duration_ms).toBeGreaterThan(0);
    expect(Math.abs(Date.parse(entry.at) - Date.now())).toBeLessThan(60_000);
    const all = (await visitor.get(`/requests?search=${booking.id}`)).body.data;
    expect(all.map(({ method }: { method: string }) => method)).toEqual(['GET', 'POST']);
    const { client_id } = entry;
    const ofClient = (await visitor.get(`/requests?search=${client_id}`)).body.data;
    expect(ofClient.map((each: { client_id: string }) => each.client_id)).toContain(client_id);
    expect(new Set(ofClient.map((each: { client_id: string }) => each.client_id)).size).toBe(1);
    expect((await visitor.get(`/requests?search=${client_id}x`)).body.data).toEqual([]);
  });

  it('is readable by its own account only, with pagination in both directions', async () => {
    const own = await test.partner();
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of ids) await own.get('/bookings/x', named(id));
    const read = async (query: string, by = own) => (await by.get(`/requests?${query}`)).body;
    const requestIds = ({ data }: { data: { request_id: string }[] }) => data.map((each) => each.request_id);
    await until(
      () => read('status=4xx'),
      ({ data }) => data.length === 3,
    );
    const first = await read('status=4xx&limit=2&path=bookings');
    expect(requestIds(first)).toEqual([ids[2], ids[1]]);
    expect(first.previous).toBeNull();
    const second = await read(new URL(first.next).search.slice(1));
    expect({ ids: requestIds(second), next: second.next }).toEqual({ ids: [ids[0]], next: null });
    expect(requestIds(await read(new URL(second.previous).search.slice(1)))).toEqual([ids[2], ids[1]]);
    expect(requestIds(await read(`search=${ids[1]}`))).toEqual([ids[1]]);
    expect(requestIds(await read(`search=${ids[1]}`, partner))).toEqual([]);
    expect(requestIds(await read('path=requests'))).toEqual([]);
    const stolen = await partner.get(`/requests${new URL(first.next).search}`);
    expect(stolen.status).toBe(400);
  });

  it('contains the bodies of writes and errors without personal data', async () => {
    const canary = 'Zanzibarina';
    const requestId = randomUUID();
    const more = {
      customer: { name: `${canary} Doe`, email: `${canary}@example.com`, phone_number: '+12125550147' },
      contacts: [{ name: canary, phone_number: '+12125550147', email: `${canary}@example.com` }],
      description: `For ${canary}`,
      metadata: { [canary]: canary },
    };
    const order = {
      stops: ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'].map((location) => ({
        location,
      })),
      product: 'van',
      arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
    };
    await partner.post('/bookings', { ...order, ...more }, named(requestId));
    const entry = await logged(requestId);
    expect(JSON.parse(entry.request_body)).toMatchObject({
      product: 'van',
      customer: { name: '•••', phone_number: '•••' },
      metadata: '•••',
    });
    expect(JSON.parse(entry.response_body)).toMatchObject({ state: 'created', share_url: '•••' });
    expect(entry.booking_id).toBe(JSON.parse(entry.response_body).id);

    const wrong: [string, string | object][] = [
      [
        '/bookings',
        { stops: [{ location: `1 ${canary} St, Nowhere` }, { location: canary }], product: 'van' },
      ],
      ['/bookings', { [canary]: canary }],
      ['/bookings', `{"name": "${canary}", `],
      [`/bookings/${canary}/cancel`, {}],
      [`/${canary}@example.com`, {}],
    ];
    const calls = wrong.map(async ([path, body]) => {
      const id = randomUUID();
      const raw = typeof body === 'string' ? { raw: body } : {};
      const { status } = await partner.post(path, body, { ...named(id), ...raw });
      expect(status).toBeGreaterThanOrEqual(400);
      const refused = await logged(id);
      expect(refused.status).toBe(status);
      expect(refused.error_code).toBeTruthy();
    });
    await Promise.all(calls);
    const rows = await queryAsOwner<{ text: string }>(
      test.connection,
      'select to_json(r)::text as text from request_log r',
    );
    const everything = rows.map(({ text }) => text).join();
    expect(everything).not.toContain(canary);
    expect(everything).not.toContain('5550147');
    expect(everything).not.toContain(partner.token);
  });

  it('marks a replayed request and shows the prefix of its Idempotency-Key', async () => {
    const key = randomUUID();
    for (let count = 0; count < 2; count += 1) {
      const requestId = randomUUID();
      const headers = { 'idempotency-key': key, 'x-request-id': requestId };
      await partner.patch('/account', { name: 'Once' }, { headers });
      const entry = await logged(requestId);
      expect(entry.replayed).toBe(count === 1);
      expect(entry.headers['idempotency-key']).toBe(`${key.slice(0, 8)}…`);
      expect(entry.headers['authorization']).toBeUndefined();
    }
  });

  it('contains requests refused for a missing scope, the rate limit and a revoked token', async () => {
    const small = await startTestApp({ sharing: test, variables: { RATE_LIMIT_REQUESTS: '6' } });
    try {
      const { client } = await test.organization();
      const owner = await test.partner({ client });
      const reader = await test.partner({ client, scope: 'org:read' });
      const inside = await PortalClient.enter(owner);
      const refused = async (expected: object, call: (requestId: string) => Promise<{ status: number }>) => {
        const requestId = randomUUID();
        await call(requestId);
        expect(await logged(requestId, inside)).toMatchObject(expected);
      };
      await refused({ status: 403, error_code: 'insufficient_scope' }, (id) =>
        reader.patch('/account', { name: 'No' }, named(id)),
      );
      await refused({ status: 429, error_code: 'rate_limit_exceeded' }, async (id) => {
        const hasty = owner.at(small.baseUrl);
        for (let count = 0; count < 6; count += 1) await hasty.get('/account');
        return hasty.get('/account', named(id));
      });
      await owner.post('/oauth/revoke', { token: reader.token });
      await refused({ status: 401, error_code: 'invalid_token', scopes: ['public', 'org:read'] }, (id) =>
        reader.get('/account', named(id)),
      );
    } finally {
      await small.close();
    }
  });

  it('contains no requests with unknown tokens', async () => {
    const requestId = randomUUID();
    await test.anonymous.get('/account', {
      headers: { authorization: 'Bearer nonsense', 'x-request-id': requestId },
    });
    const after = randomUUID();
    await partner.get('/account', named(after));
    await logged(after);
    expect((await operator.get(`/requests?search=${requestId}`)).body.data).toEqual([]);
  });

  it('shows partners their own requests only, and operators those of all accounts', async () => {
    const other = await test.partner();
    const requestId = randomUUID();
    await other.get('/account', named(requestId));
    const entry = await logged(requestId, await PortalClient.enter(other));
    expect((await visitor.get(`/requests?search=${requestId}`)).body.data).toEqual([]);
    expect((await visitor.get(`/requests/${entry.id}`)).status).toBe(404);

    const { body } = await operator.get(`/requests?search=${requestId}`);
    expect(body.data).toMatchObject([{ id: entry.id, account: { name: 'Acme Furniture' } }]);
    const { account } = body.data[0];
    expect((await operator.get(`/requests/${entry.id}`)).body).toMatchObject({ account, status: 200 });
    const ofAccount = (await operator.get(`/requests?account_id=${account.id}`)).body.data;
    expect(new Set(ofAccount.map((each: { account: { id: string } }) => each.account.id))).toEqual(
      new Set([account.id]),
    );
  });

  it('is filtered by status, method, path and time, and paginated', async () => {
    const owner = await test.partner();
    const inside = await PortalClient.enter(owner);
    const last = randomUUID();
    for (let count = 0; count < 5; count += 1) await owner.get('/bookings?limit=1');
    await owner.get(`/bookings/${uuidv7(0)}`);
    await owner.patch('/account', { name: 'Later' }, named(last));
    await logged(last, inside);
    const read = async (query: string) => (await inside.get(`/requests?${query}`)).body;
    const statuses = (page: { data: { status: number }[] }) => page.data.map(({ status }) => status);
    expect(statuses(await read('status=failed'))).toEqual([404]);
    expect(statuses(await read('status=4xx&method=GET'))).toEqual([404]);
    expect(statuses(await read('status=404&method=PATCH'))).toEqual([]);
    expect((await read('path=bookings')).data).toHaveLength(6);
    expect((await read(`to=${new Date(Date.now() - 3_600_000).toISOString()}`)).data).toEqual([]);
    const first = await read('limit=3&path=bookings');
    expect(first.data).toHaveLength(3);
    const second = await read(`limit=3&path=bookings&after=${first.next}`);
    expect(second.data).toHaveLength(3);
    expect(second.next).toBeNull();
    expect((await inside.get('/requests?status=nonsense')).status).toBe(400);
  });

  it('is deleted when its retention ends', async () => {
    const [{ id: account }] = (await queryAsOwner(test.connection, 'select id from account limit 1')) as [
      { id: string },
    ];
    const daysAgo = (days: number) => Date.now() - days * 86_400_000;
    for (const days of [29, 31])
      await queryAsOwner(
        test.connection,
        `insert into request_log (id, account_id, client_id, request_id, method, path, status, duration_ms, scopes, ip_prefix,
           headers, replayed, request_is_cut, response_is_cut)
         values ($1, $2, 'c', $3, 'GET', '/account', 200, 1, '{}', '', '{}', false, false, false)`,
        [uuidv7(daysAgo(days)), account, `old-${days}`],
      );
    await dropExpiredRequestLogs(test.system, new Date(), 30);
    const found = async (days: number) =>
      (await operator.get(`/requests?search=old-${days}`)).body.data.length;
    expect(await found(29)).toBe(1);
    expect(await found(31)).toBe(0);
    // Weeks later, whole partitions are dropped.
    await dropExpiredRequestLogs(test.system, new Date(daysAgo(-40)), 30);
    expect((await operator.get('/requests')).body.data).toEqual([]);
  });
});

describe('A process with buffered entries', () => {
  it('writes its buffered entries when it stops', async () => {
    const test = await startTestApp();
    const second = await startTestApp({ sharing: test });
    const partner = (await test.partner()).at(second.baseUrl);
    const requestId = randomUUID();
    await partner.get('/account', named(requestId));
    await second.close();
    const rows = await queryAsOwner(test.connection, 'select from request_log where request_id = $1', [
      requestId,
    ]);
    expect(rows).toHaveLength(1);
    await test.close();
  });

  it('writes no request log if it is switched off, but still records when a client was last used', async () => {
    const test = await startTestApp({ variables: { REQUEST_LOG: 'off' } });
    const partner = await test.partner();
    await partner.get('/account');
    const used = await until(
      () => queryAsOwner<{ at: Date | null }>(test.connection, 'select last_used_at as at from api_client'),
      (rows) => rows[0]?.at != null,
    );
    expect(used).toHaveLength(1);
    expect(await queryAsOwner(test.connection, 'select from request_log')).toEqual([]);
    await test.close();
  });
});
