// Tenant isolation of the portal: ids of other accounts return the same bytes as unknown ids on every route, and nothing
// changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../src/lib/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { insertDelivery, insertWebhookHour } from '../support/delivery-log.ts';
import { PortalClient } from '../support/portal-client.ts';

interface Ids {
  readonly endpoint: string;
  readonly delivery: string;
}

const since = new Date(Date.now() - 3_600_000).toISOString();
const byId: readonly [method: string, path: (ids: Ids) => string, body?: object][] = [
  ['GET', ({ endpoint }) => `/endpoints/${endpoint}`],
  ['PATCH', ({ endpoint }) => `/endpoints/${endpoint}`, { url: 'https://evil.example/' }],
  ['PATCH', ({ endpoint }) => `/endpoints/${endpoint}`, { disabled: true }],
  ['DELETE', ({ endpoint }) => `/endpoints/${endpoint}`],
  ['GET', ({ endpoint }) => `/endpoints/${endpoint}/secrets`],
  ['POST', ({ endpoint }) => `/endpoints/${endpoint}/secrets`, { overlap_hours: 0 }],
  ['GET', ({ endpoint }) => `/endpoints/${endpoint}/chart?range=week`],
  ['POST', ({ endpoint }) => `/endpoints/${endpoint}/test`, {}],
  ['GET', ({ endpoint }) => `/endpoints/${endpoint}/recovery?since=${since}`],
  ['POST', ({ endpoint }) => `/endpoints/${endpoint}/recovery`, { since }],
  ['GET', ({ endpoint }) => `/endpoints/${endpoint}/recoveries`],
  ['GET', ({ delivery }) => `/deliveries/${delivery}`],
  ['POST', ({ delivery }) => `/deliveries/${delivery}/resend`],
];
const unknown: Ids = { endpoint: uuidv7(0), delivery: uuidv7(0) };
const named: Ids = { endpoint: '{endpoint}', delivery: '{delivery}' };

let test: TestApp;
let owner: PortalClient;
let stranger: PortalClient;
let accountId: string;
let owned: Ids & { event: string; booking: string };

beforeAll(async () => {
  test = await startTestApp();
  owner = await PortalClient.enter(await test.partner());
  stranger = await PortalClient.enter(await test.partner());
  accountId = (await owner.readSession()).body.account.id;
  const { body } = await owner.post('/endpoints', { url: 'https://example.com/secret-of-one' });
  const booking = uuidv7(Date.now());
  const { id, eventId } = await insertDelivery(test.system, {
    accountId,
    endpointId: body.id,
    at: new Date(Date.now() - 60_000),
    status: 'failed',
    bookingId: booking,
  });
  await insertWebhookHour(
    test.system,
    { accountId, endpointId: body.id },
    new Date(Math.floor(Date.now() / 3.6e6) * 3.6e6),
    {
      succeeded: 1,
      failed: 1,
      durationMs: 10,
    },
  );
  owned = { endpoint: body.id, delivery: id, event: eventId, booking };
});
afterAll(() => test.close());

const everything = async () =>
  JSON.stringify(
    await queryAsOwner(
      test.connection,
      `select (select json_agg(e order by id) from webhook_endpoint e) as endpoints,
        (select json_agg(s order by id) from webhook_secret s) as secrets,
        (select json_agg(d order by id) from webhook_delivery d) as deliveries,
        (select json_agg(t order by id) from webhook_task t) as tasks,
        (select json_agg(r order by id) from webhook_recovery r) as recoveries,
        (select count(*) from event) as events,
        (select json_agg(a order by id) from audit_entry a where account_id = $1) as audits`,
      [accountId],
    ),
  );

describe('a resource of another account', () => {
  it.each(byId.map(([method, path, body]) => ({ name: `${method} ${path(named)}`, method, path, body })))(
    'returns the same 404 as an unknown id: $name',
    async ({ method, path, body }) => {
      const before = await everything();
      const theirs = await stranger.call(method, path(owned), body);
      const nobodys = await stranger.call(method, path(unknown), body);
      expect(theirs.status).toBe(404);
      expect(theirs.text).toBe(nobodys.text);
      expect(await everything()).toBe(before);
    },
  );

  it('appears in no list', async () => {
    expect((await stranger.get('/endpoints')).body).toEqual([]);
    for (const query of [
      '',
      `?endpoint_id=${owned.endpoint}`,
      `?booking_id=${owned.booking}`,
      '?status=failed',
      '?status=pending',
      `?search=${owned.event}`,
      `?search=${owned.booking}`,
      `?after=${uuidv7(Date.now() + 1_000)}`,
    ])
      expect((await stranger.get(`/deliveries${query}`)).body, query).toEqual({ data: [], next: null });
  });

  it('is available to its owner on the same routes', async () => {
    for (const [method, path] of byId.filter(([method]) => method === 'GET'))
      expect((await owner.call(method, path(owned))).status, path(named)).toBe(200);
    expect((await owner.get(`/deliveries?search=${owned.event}`)).body.data).toHaveLength(1);
  });
});
