// Every operation on bookings, quotes, the schedule, billing and the account, called without permission: no data leaks, and
// ids of another account get the same response, byte for byte, as unknown ids.
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordReceivedPayment } from '../../src/features/billing/system/manage-payments.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { ApiClient, expectProblem, type TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';

const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
const manhattan = '350 5th Ave, New York, NY 10118';
const brooklyn = '1 Main St, Brooklyn, NY 11201';
const secret = 'the-secret-of-one';
const window = { arrival_window_from: '2027-03-11T15:00:00Z' };
const stops = [{ location: manhattan }, { location: brooklyn }];

interface Ids {
  readonly booking: string;
  readonly stop: string;
  readonly quote: string;
  readonly usedQuote: string;
  readonly location: string;
  readonly cursor: string;
  readonly billingCursor: string;
}
interface Operation {
  readonly name: string;
  readonly access: 'read' | 'write';
  readonly method: string;
  readonly path: (ids: Ids) => string;
  readonly body?: (ids: Ids) => object;
}

const operation = (
  access: Operation['access'],
  method: string,
  path: Operation['path'],
  body?: Operation['body'],
): Operation => ({ name: `${method} ${path(named)}`, access, method, path, ...(body && { body }) });
const named: Ids = {
  booking: '{booking}',
  stop: '{stop}',
  quote: '{quote}',
  usedQuote: '{quote}',
  location: '{location}',
  cursor: '{cursor}',
  billingCursor: '{cursor}',
};
const operations: readonly Operation[] = [
  operation('read', 'GET', () => '/account'),
  operation(
    'write',
    'PATCH',
    () => '/account',
    () => ({ name: 'taken over' }),
  ),
  operation(
    'write',
    'POST',
    () => '/quotes',
    () => ({ stops, product: 'van' }),
  ),
  operation(
    'write',
    'POST',
    () => '/quotes/batch',
    () => ({ stops }),
  ),
  operation('read', 'GET', ({ quote }) => `/quotes/${quote}`),
  operation(
    'read',
    'POST',
    () => '/schedule',
    ({ quote }) => ({ quote_id: quote }),
  ),
  operation(
    'write',
    'POST',
    () => '/bookings',
    ({ quote }) => ({ quote_id: quote, ...window }),
  ),
  operation('read', 'GET', () => '/bookings'),
  operation('read', 'GET', ({ booking }) => `/bookings/${booking}`),
  operation(
    'write',
    'PATCH',
    ({ booking }) => `/bookings/${booking}`,
    () => ({ description: 'taken over' }),
  ),
  operation('write', 'POST', ({ booking }) => `/bookings/${booking}/cancel`),
  operation('read', 'GET', ({ booking }) => `/bookings/${booking}/cancellation`),
  operation(
    'write',
    'POST',
    ({ booking }) => `/bookings/${booking}/stops`,
    () => ({ location: brooklyn }),
  ),
  operation('write', 'DELETE', ({ booking }) => `/bookings/${booking}/stops/1`),
  operation(
    'write',
    'PATCH',
    ({ booking }) => `/bookings/${booking}/stops/1`,
    () => ({ floor: 9 }),
  ),
  operation(
    'write',
    'PATCH',
    ({ booking }) => `/bookings/${booking}/stops/reorder`,
    () => ({
      from_position: 0,
      to_position: 1,
    }),
  ),
  operation('read', 'GET', () => '/billing/records'),
  operation('read', 'GET', () => '/requests'),
  operation('read', 'GET', () => '/billing/statements'),
  operation('read', 'GET', () => '/billing/statements/2027-03'),
  operation('read', 'GET', () => '/billing/statements/2027-03.csv'),
  operation('read', 'GET', () => '/billing/statements/2027-03.pdf'),
];

/** Requests that refer to a resource by an id or a cursor. */
const references: readonly [string, (ids: Ids, client: ApiClient) => Promise<TestResponse>][] = [
  ...operations
    .filter(({ path }) => path(named).includes('{'))
    .map(({ name, method, path, body }): [string, (ids: Ids, client: ApiClient) => Promise<TestResponse>] => [
      name,
      (ids, client) => client.call(method, path(ids), body?.(ids)),
    ]),
  ['a stop as a booking', ({ stop }, client) => client.get(`/bookings/${stop}`)],
  ['a quote to schedule', ({ quote }, client) => client.post('/schedule', { quote_id: quote })],
  ['a quote to book', ({ quote }, client) => client.post('/bookings', { quote_id: quote, ...window })],
  [
    'a used quote to book',
    ({ usedQuote }, client) => client.post('/bookings', { quote_id: usedQuote, ...window }),
  ],
  [
    'a location in a quote',
    ({ location }, client) =>
      client.post('/quotes', { stops: [{ location }, { location: brooklyn }], product: 'van' }),
  ],
  [
    'a location in a batch',
    ({ location }, client) => client.post('/quotes/batch', { stops: [{ location: brooklyn }, { location }] }),
  ],
  [
    'a location in a schedule',
    ({ location }, client) =>
      client.post('/schedule', { product: 'van', origin: location, destination: brooklyn }),
  ],
  [
    'a location in a booking',
    ({ location }, client) =>
      client.post('/bookings', { origin: brooklyn, destination: location, product: 'van', ...window }),
  ],
  ['a cursor of the list', ({ cursor }, client) => client.get(`/bookings?after=${cursor}`)],
  ['a backward cursor of the list', ({ cursor }, client) => client.get(`/bookings?before=${cursor}`)],
  [
    'a cursor of the billing records',
    ({ billingCursor }, client) => client.get(`/billing/records?after=${billingCursor}`),
  ],
  [
    'a cursor of the bookings for the billing records',
    ({ cursor }, client) => client.get(`/billing/records?after=${cursor}`),
  ],
];

describe('the data of one account', () => {
  let test: TestApp;
  let sandbox: TestApp;
  let owner: ApiClient;
  let stranger: ApiClient;
  let ids: Ids;
  let strangersBooking: string;
  let accounts: { one: string; other: string };
  let clients: { one: Parameters<TestApp['partner']>[0]; revoked: ApiClient };
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  beforeAll(async () => {
    const variables = { RATE_LIMIT_REQUESTS: '1000000' };
    test = await startTestApp({ clock, variables });
    sandbox = await startTestApp({ clock, variables, environment: 'sandbox' });
    const [one, other] = [await test.organization(secret), await test.organization('Other')];
    accounts = { one: one.id, other: other.id };
    owner = await test.partner({ client: one.client });
    stranger = await test.partner({ client: other.client });
    clients = { one: { client: one.client }, revoked: await test.partner({ client: one.client }) };
    await clients.revoked.post('/oauth/revoke', { token: clients.revoked.token });
    const book = (client: ApiClient, description: string) =>
      client.post(
        '/bookings',
        { stops, product: 'van', ...window, description, order_number: description },
        { headers: { 'idempotency-key': 'shared-key' } },
      );
    const made = (await book(owner, secret)).body;
    await book(owner, secret);
    await owner.post('/bookings', { stops, product: 'van', ...window });
    const quote = (await owner.post('/quotes', { stops, product: 'van' })).body;
    const page = (await owner.get('/bookings?limit=1')).body;
    ids = {
      booking: made.id,
      stop: made.route[0].id,
      quote: quote.id,
      usedQuote: made.quote.id,
      location: quote.route[0].location.id,
      cursor: new URL(page.next).searchParams.get('after') ?? '',
      billingCursor: await addBillingRecords(),
    };
    strangersBooking = (await book(stranger, 'mine')).body.id;
  });
  /** Returns a cursor of the billing records of the owner. */
  const addBillingRecords = async (): Promise<string> => {
    const admin = { system: test.system, clock, ids: randomIds };
    for (const reference of [secret, `${secret}-2`]) {
      const payment = { accountId: accounts.one, amountCents: 5, reference, timeZone: 'UTC' };
      await recordReceivedPayment(admin, payment, { kind: 'command', id: 'test', requestId: 'test' });
    }
    const { next } = (await owner.get('/billing/records?limit=1')).body;
    return new URL(next).searchParams.get('after') ?? '';
  };
  afterAll(async () => {
    await sandbox.close();
    await test.close();
  });

  /** All stored rows of the account, to verify that a refused request changed none. */
  const storedRows = () =>
    Promise.all(
      [
        'account where id',
        'booking where account_id',
        'booking_stop where account_id',
        'event where account_id',
        'quote where account_id',
        'billing_record where account_id',
      ].map((condition) =>
        queryAsOwner(
          test.connection,
          `select to_jsonb(x) as row from (select * from ${condition} = $1 order by 1, 2) x`,
          [accounts.one],
        ),
      ),
    );
  const call = (client: ApiClient, { method, path, body }: Operation) =>
    client.call(method, path(ids), body?.(ids));
  const expectNoLeak = ({ text }: TestResponse) => {
    expect(text).not.toContain(secret);
    for (const id of [ids.booking, ids.stop, ids.quote, ids.location, accounts.one])
      expect(text).not.toContain(id);
  };

  it.each(operations)('is closed to callers without a valid token: $name', async (each) => {
    const before = await storedRows();
    const elsewhere = await sandbox.partner();
    const unauthenticated = [
      test.anonymous,
      new ApiClient(test.baseUrl, 'garbage'),
      new ApiClient(test.baseUrl, `${owner.token}x`),
      clients.revoked,
      elsewhere.at(test.baseUrl),
    ];
    const answers = await Promise.all(unauthenticated.map((client) => call(client, each)));
    for (const answer of answers) {
      expectProblem(answer, 401, { type: 'authentication_error', code: 'invalid_token' });
      expectNoLeak(answer);
    }
    // Unknown and revoked tokens get identical responses. A token of the other environment, which its prefix reveals,
    // gets a different one.
    expect(new Set(answers.slice(1, -1).map(({ text }) => text)).size).toBe(1);
    expect(await storedRows()).toEqual(before);
  });

  it.each(operations)('is closed to tokens of the account without the scope: $name', async (each) => {
    const before = await storedRows();
    for (const scope of ['public', each.access === 'read' ? 'org:write' : 'org:read']) {
      const answer = await call(await test.partner({ ...clients.one, scope }), each);
      expectProblem(answer, 403, { type: 'authentication_error', code: 'insufficient_scope' });
      expectNoLeak(answer);
    }
    expect(await storedRows()).toEqual(before);
  });

  it('is closed to its token in the other environment', async () => {
    for (const each of operations) {
      const answer = await call(owner.at(sandbox.baseUrl), each);
      expectProblem(answer, 401, { code: 'invalid_token' });
    }
  });

  it.each(references)(
    'gets the same response for another account as if it did not exist: %s',
    async (_name, ask) => {
      const before = await storedRows();
      const nothing: Ids = {
        booking: unknown,
        stop: unknown,
        quote: unknown,
        usedQuote: unknown,
        location: unknown,
        cursor: 'bm8.no',
        billingCursor: 'bm8.no',
      };
      const [foreign, missing] = [await ask(ids, stranger), await ask(nothing, stranger)];
      expect(foreign.status).toBeGreaterThanOrEqual(400);
      expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text]);
      expect(foreign.status).toBeLessThan(500);
      expectNoLeak(foreign);
      expect(await storedRows()).toEqual(before);
    },
  );

  it('does not appear in lists, filters or idempotency keys of other accounts', async () => {
    for (const query of ['', `?order_number=${secret}`, '?state=created', '?limit=100']) {
      const answer = await stranger.get(`/bookings${query}`);
      expectNoLeak(answer);
      expect(answer.body.data.every(({ id }: { id: string }) => id === strangersBooking)).toBe(true);
    }
    for (const query of [
      'records',
      `records?booking_id=${ids.booking}`,
      'statements',
      'statements/2027-03.csv',
    ])
      expectNoLeak(await stranger.get(`/billing/${query}`));
    expect((await stranger.get('/billing/statements/2027-03')).body.records).toEqual([]);
    const { hid } = (await owner.get(`/bookings/${ids.booking}`)).body;
    expect((await stranger.get(`/bookings?hid=${hid}`)).body.data).toEqual([]);
    // Both accounts used the same idempotency key with different bodies.
    expect(strangersBooking).not.toBe(ids.booking);
  });

  it('is hidden by row-level security from queries without an account filter', async () => {
    const client = new Client({ ...test.connection, options: '-c role=waybill_app' });
    await client.connect();
    const tables = ['booking', 'booking_stop', 'booking_contact', 'quote_use', 'event', 'quote', 'location'];
    try {
      for (const table of [...tables, 'idempotency_record', 'audit_entry', 'billing_record']) {
        const seen = async (accountId: string) => {
          await client.query("select set_config('waybill.account_id', $1, false)", [accountId]);
          const { rows } = await client.query<{ id: string }>(
            `select distinct account_id as id from ${table}`,
          );
          return rows.map(({ id }) => id);
        };
        expect([[], [accounts.other]], table).toContainEqual(await seen(accounts.other));
        expect(await seen(unknown), table).toEqual([]);
      }
      await client.query("select set_config('waybill.account_id', $1, false)", [accounts.other]);
      for (const table of ['booking', 'booking_stop', 'event', 'quote']) {
        const byId = await client.query(`select from ${table} where account_id = $1`, [accounts.one]);
        expect(byId.rowCount, table).toBe(0);
      }
      // Tables that only the system role reads are not accessible at all.
      const billingTables = ['ledger_entry', 'payment', 'payment_operation', 'payment_setting'];
      const dispatchTables = ['vehicle', 'crew', 'crew_member', 'shift', 'crew_engagement', 'dispatch_offer'];
      for (const table of [...billingTables, ...dispatchTables])
        await expect(client.query(`select from ${table}`), table).rejects.toThrow('permission denied');
      const stolen = await client.query("update booking set description = 'taken over' where id = $1", [
        ids.booking,
      ]);
      expect(stolen.rowCount).toBe(0);
    } finally {
      await client.end();
    }
  });
});
