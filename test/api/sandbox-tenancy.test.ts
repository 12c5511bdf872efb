// Sandbox operations called without permission: nothing changes, and bookings of other accounts return the same bytes as
// unknown ids.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, expectProblem } from '../support/api-client.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  auto,
  bookTwoStops,
  eventTypes,
  type SandboxServer,
  startSandbox,
} from '../support/sandbox-server.ts';
import { until } from '../support/until.ts';

const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const controls: readonly Operation[] = [
  { method: 'POST', path: '/sandbox/bookings/{id}/advance' },
  { method: 'POST', path: '/sandbox/bookings/{id}/lose-crew', body: { reason: 'x' } },
  { method: 'POST', path: '/sandbox/bookings/{id}/delay', body: { minutes: 5 } },
  { method: 'POST', path: '/sandbox/bookings/{id}/fail-stop', body: { reason: 'x' } },
  { method: 'POST', path: '/sandbox/bookings/{id}/cancel', body: { reason: 'x' } },
  { method: 'POST', path: '/sandbox/bookings/{id}/refuse-payment' },
];
const operations: readonly Operation[] = [
  ...controls,
  { method: 'GET', path: '/sandbox/clock' },
  { method: 'POST', path: '/sandbox/clock/advance', body: { seconds: 60 } },
  { method: 'DELETE', path: '/sandbox/clock' },
];

describe('the sandbox operations of one account', () => {
  let sandbox: SandboxServer;
  let owner: ApiClient;
  let client: Parameters<SandboxServer['partner']>[0];
  let stranger: ApiClient;
  let accounts: { one: string; other: string };
  let bookingId: string;
  beforeAll(async () => {
    sandbox = await startSandbox();
    const [one, other] = [await sandbox.organization(), await sandbox.organization('Other')];
    accounts = { one: one.id, other: other.id };
    client = { client: one.client };
    owner = await sandbox.partner(client);
    stranger = await sandbox.partner({ client: other.client });
    // No simulation: the worker would change the booking during the test.
    bookingId = (await bookTwoStops(owner)).id;
    // Wait until the event has its feed position, so that the row does not change later.
    await eventTypes(owner, bookingId, 1);
  });
  afterAll(() => sandbox?.close());

  const call = (caller: ApiClient, { method, path, body }: Operation, id = bookingId) =>
    caller.call(method, path.replace('{id}', id), body);
  const belongings = async () =>
    Promise.all(
      ['account where id', 'booking where account_id', 'event where account_id'].map((condition) =>
        queryAsOwner(
          sandbox.connection,
          `select to_jsonb(x) as row from (select * from ${condition} = $1) x`,
          [accounts.one],
        ),
      ),
    );

  it.each(operations)('require a valid token: $method $path', async (operation) => {
    const before = await belongings();
    for (const unauthenticated of [
      sandbox.anonymous,
      new ApiClient(sandbox.baseUrl, 'garbage'),
      new ApiClient(sandbox.baseUrl, `${owner.token}x`),
    ])
      expectProblem(await call(unauthenticated, operation), 401, { code: 'invalid_token' });
    expect(await belongings()).toEqual(before);
  });

  it.each(operations)('require a write scope: $method $path', async (operation) => {
    const before = await belongings();
    for (const scope of ['public', 'org:read']) {
      const reader = await sandbox.partner({ ...client, scope });
      expectProblem(await call(reader, operation), 403, { code: 'insufficient_scope' });
    }
    expect(await belongings()).toEqual(before);
  });

  it.each(controls)(
    'return the same 404 to other accounts as for unknown ids: $method $path',
    async (operation) => {
      const before = await belongings();
      const foreign = await call(stranger, operation);
      expectProblem(foreign, 404, { code: 'not_found' });
      for (const id of [unknown, 'no-uuid', accounts.one]) {
        expect((await call(stranger, operation, id)).text).toBe(foreign.text);
      }
      expect(await belongings()).toEqual(before);
    },
  );

  it('affect only the clock, jobs and magic values of their own account', async () => {
    const { id } = await bookTwoStops(owner, auto);
    const due = async () =>
      queryAsOwner<{ due_at: Date }>(
        sandbox.connection,
        // Not leased, and due later than 5 s from now.
        "select due_at from due_job where key = $1 and leased_until is null and due_at > now() + interval '5 s'",
        [id],
      );
    const ownersJobs = await until(due, (jobs) => jobs.length === 1);
    const ownersTime = (await owner.get('/sandbox/clock')).body.ahead_seconds;
    await stranger.post('/sandbox/clock/advance', { seconds: 3_600 });
    const refused = { order_number: 'sandbox:unavailable_once' };
    const headers = { 'idempotency-key': 'shared' };
    const order = {
      stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
      product: 'van',
      arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
      ...refused,
    };
    for (const each of [stranger, owner])
      expect((await each.post('/bookings', order, { headers })).status).toBe(503);
    expect(await due()).toEqual(ownersJobs);
    expect((await owner.get('/sandbox/clock')).body.ahead_seconds).toBe(ownersTime);
  });
});
