import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billEvents } from '../../src/features/billing/system/bill-events.ts';
import type { PositionedEvent } from '../../src/jobs/relay-store.ts';
import { dollars } from '../../src/lib/format-dollars.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BookingDriver } from '../support/booking-driver.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { textsOfPdf } from '../support/pdf-text.ts';
import { PortalClient } from '../support/portal-client.ts';
import { until } from '../support/until.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
interface Line {
  readonly kind: string;
  readonly name: string;
  readonly amount: number;
}
interface Billed {
  readonly id: string;
  readonly kind: string;
  readonly amount: number;
  readonly lines: readonly Line[];
  readonly booking_id: string | null;
  readonly month: string;
}
const sum = (records: readonly { amount: number }[]) =>
  records.reduce((cents, { amount }) => cents + amount, 0);

const instructions = {
  BILLING_ISSUER_DETAILS: '1 Pier Street, Kraków\\nTax number 12-345',
  BILLING_PAYMENT_INSTRUCTIONS: 'Wire to Hudson Bank\\nAccount 12345678',
};

describe('billing', () => {
  let test: TestApp;
  let partner: ApiClient;
  let accountId: string;
  let driver: BookingDriver;
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  beforeAll(async () => {
    test = await startTestApp({
      clock,
      variables: { RATE_LIMIT_REQUESTS: '100000', BILLING_ISSUER: 'Hudson Delivery', ...instructions },
    });
    test.app.worker.start();
    const { id, client } = await test.organization('Acme “Möbel”');
    accountId = id;
    partner = await test.partner({ client });
    driver = new BookingDriver(test, id, clock);
  });
  afterAll(async () => {
    await driver.close();
    await test.close();
  });

  const book = async (order: object = {}): Promise<string> => {
    const from = new Date(clock.now().getTime() + 86_400_000).toISOString();
    const answer = await partner.post('/bookings', {
      stops,
      product: 'van',
      arrival_window_from: from,
      tip: 500,
      ...order,
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  };
  const recordsOf = async (bookingId: string): Promise<Billed[]> =>
    (await partner.get(`/billing/records?booking_id=${bookingId}`)).body.data;
  const billed = (bookingId: string, count: number) =>
    until(
      () => recordsOf(bookingId),
      (records) => records.length >= count,
    );
  /** Waits until billing has processed all events. */
  const settled = () => untilFollowersCaughtUp(test.connection);

  it('charges the fare of a completed booking once, with all its fare lines', async () => {
    const id = await book({ order_number: 'SO-1' });
    await driver.complete(id);
    const [charge] = await billed(id, 1);
    const { fare, hid } = (await partner.get(`/bookings/${id}`)).body;
    expect(charge).toMatchObject({
      kind: 'charge',
      amount: fare.total,
      booking_id: id,
      booking_hid: hid,
      order_number: 'SO-1',
      month: '2027-03',
      reference: null,
    });
    expect(sum(charge?.lines ?? [])).toBe(fare.total);
    expect(charge?.lines).toContainEqual({ kind: 'tip', name: 'Tip', amount: 500 });
    expect(charge?.lines).toContainEqual({ kind: 'base', name: 'Base fare', amount: fare.base });
    const entries = await queryAsOwner<{ ledger_account: string; cents: number }>(
      test.connection,
      'select ledger_account, amount_cents::float8 as cents from ledger_entry where record_id = $1 order by 1',
      [charge?.id],
    );
    expect(entries).toEqual([
      { ledger_account: 'receivable', cents: fare.total },
      { ledger_account: 'revenue', cents: 500 - fare.total },
      { ledger_account: 'tips_payable', cents: -500 },
    ]);
  });

  it('bills refunds, credits and added amounts, so that the records add up to the fare', async () => {
    const id = await book();
    await driver.complete(id);
    await driver.adjust(id, { kind: 'refund', name: 'Scratched table', amountCents: -2_000 });
    await driver.adjust(id, { kind: 'refund', name: 'Scratched table', amountCents: -2_000 });
    await driver.adjust(id, { kind: 'toll', name: 'Toll', amountCents: 1_100 });
    await driver.adjust(id, { kind: 'credit', name: 'Late', amountCents: -500 });
    const records = await billed(id, 5);
    expect(records.map(({ kind, amount }) => [kind, amount]).slice(0, 4)).toEqual([
      ['credit', -500],
      ['adjustment', 1_100],
      ['refund', -2_000],
      ['refund', -2_000],
    ]);
    const { fare } = (await partner.get(`/bookings/${id}`)).body;
    expect(sum(records)).toBe(fare.total);
  });

  it('bills the cancellation fee, and nothing if the cancellation is free', async () => {
    const [free, late] = [await book(), await book()];
    await partner.post(`/bookings/${free}/cancel`);
    await driver.cancelForFee(late, 2_500);
    const records = await billed(late, 1);
    expect(records).toMatchObject([{ kind: 'cancellation_fee', amount: 2_500 }]);
    await settled();
    expect(await recordsOf(free)).toEqual([]);
  });

  it('bills an event once, even if it is processed again', async () => {
    await settled();
    const events = await queryAsOwner<PositionedEvent>(
      test.connection,
      `select id, account_id as "accountId", booking_id as "bookingId", type, null as "endpointId" from event order by position`,
    );
    const count = () =>
      queryAsOwner(
        test.connection,
        'select (select count(*) from billing_record), (select count(*) from ledger_entry)',
      );
    const before = await count();
    const context = { clock, ids: randomIds, timeZone: 'UTC', payments: null };
    await test.system.transaction().execute((trx) => billEvents(context, trx, events));
    expect(await count()).toEqual(before);
  });

  it('lists records newest first, page by page, in both directions', async () => {
    await settled();
    const { data: all } = (await partner.get('/billing/records?limit=100')).body;
    expect(all.length).toBeGreaterThan(5);
    const times = all.map(({ booked_at }: { booked_at: string }) => booked_at);
    expect(times).toEqual(times.toSorted().reverse());
    const seen: string[] = [];
    let page = (await partner.get('/billing/records?limit=2')).body;
    expect(page.previous).toBeNull();
    for (;;) {
      seen.push(...page.data.map(({ id }: Billed) => id));
      if (page.next === null) break;
      page = (await partner.get(page.next.slice(new URL(page.next).origin.length))).body;
    }
    expect(seen).toEqual(all.map(({ id }: Billed) => id));
    const back = (await partner.get(page.previous.slice(new URL(page.previous).origin.length))).body;
    expect(back.data).toHaveLength(2);
    expectProblem(await partner.get('/billing/records?after=x'), 400, {
      code: 'invalid_parameter',
      param: 'after',
    });
  });

  it('filters records by kind, month and time, and refuses unknown filters', async () => {
    const kinds = async (query: string) => {
      const { data } = (await partner.get(`/billing/records?limit=100&${query}`)).body;
      return new Set(data.map(({ kind }: Billed) => kind));
    };
    expect(await kinds('kind=refund')).toEqual(new Set(['refund']));
    expect(await kinds('kind=refund,charge')).toEqual(new Set(['refund', 'charge']));
    expect(await kinds('month=2027-02')).toEqual(new Set());
    expect((await kinds('month=2027-03')).size).toBeGreaterThan(2);
    expect(await kinds('to=2027-03-01T00:00:00Z')).toEqual(new Set());
    for (const [query, param] of [
      ['kind=bribe', 'kind'],
      ['month=2027-13', 'month'],
      ['booking_id=7', 'booking_id'],
      ['from=yesterday', 'from'],
      ['limit=101', 'limit'],
    ])
      expectProblem(await partner.get(`/billing/records?${query}`), 400, {
        code: 'invalid_parameter',
        param: param ?? null,
      });
    expectProblem(await partner.get('/billing/records?currency=USD'), 400, {
      code: 'unknown_parameter',
      param: 'currency',
    });
  });

  it('totals a month in its billing statement', async () => {
    await settled();
    const { data } = (await partner.get('/billing/records?limit=100')).body;
    const { body } = await partner.get('/billing/statements/2027-03');
    expect(body).toMatchObject({
      month: '2027-03',
      status: 'open',
      time_zone: 'UTC',
      from: '2027-03-01T00:00:00.000Z',
      to: '2027-04-01T00:00:00.000Z',
      account: { id: accountId, name: 'Acme “Möbel”' },
      opening_balance: 0,
      paid: 0,
    });
    expect(body.records.map(({ id }: Billed) => id)).toEqual(data.map(({ id }: Billed) => id).reverse());
    expect(body.billed).toBe(sum(data));
    expect(body.closing_balance).toBe(sum(data));
    expect(sum(Object.values(body.totals).map((amount) => ({ amount: amount as number })))).toBe(body.billed);
    const linesOf = (wanted: string) =>
      sum(data.flatMap(({ lines }: Billed) => lines.filter(({ kind }) => kind === wanted)));
    expect(body.totals).toMatchObject({
      tips: linesOf('tip'),
      refunds: linesOf('refund'),
      credits: linesOf('credit'),
      cancellation_fees: linesOf('cancellation_fee'),
    });
    expect(body.totals.refunds).toBeLessThan(0);
    expect((await partner.get('/billing/statements')).body.data).toMatchObject([
      { month: '2027-03', records: data.length, opening_balance: 0, closing_balance: sum(data) },
    ]);
  });

  it('says how to pay, on the statement and in its PDF', async () => {
    const { body } = await partner.get('/billing/statements/2027-03');
    expect(body.closing_balance).toBeGreaterThan(0);
    expect(body.payment_instructions).toBe('Wire to Hudson Bank\nAccount 12345678');
    const visitor = await PortalClient.enter(partner);
    expect((await visitor.get('/partner/billing/statements/2027-03')).body).toEqual(body);
    const { data } = (await visitor.get('/partner/billing/statements')).body;
    expect(data).toMatchObject([{ month: '2027-03', closing_balance: body.closing_balance }]);
    const files = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' };
    for (const [format, type] of Object.entries(files)) {
      const file = await fetch(`${test.baseUrl}/portal/api/partner/billing/statements/2027-03.${format}`, {
        headers: visitor.headers('GET', false),
      });
      expect([file.status, file.headers.get('content-type')], format).toEqual([200, type]);
    }
  });

  it('exports a statement as CSV, with one row per line and escaped formulas', async () => {
    const id = await book({ order_number: '=SUM(A1), "quoted"' });
    await driver.complete(id);
    await billed(id, 1);
    const { body } = await partner.get('/billing/statements/2027-03');
    const answer = await partner.get(new URL(body.csv_url).pathname, { headers: { accept: 'text/csv' } });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="statement-2027-03.csv"');
    const [head = '', ...rows] = answer.text.trimEnd().split('\r\n');
    expect(head.split(',').slice(-2)).toEqual(['amount_cents', 'amount_usd']);
    expect(rows).toHaveLength(body.records.flatMap(({ lines }: Billed) => lines).length);
    const cents = rows.map((row) => Number(row.split(',').at(-2)));
    expect(cents.reduce((a, b) => a + b, 0)).toBe(body.billed);
    const tip = rows.find((row) => row.includes(id) && row.includes(',tip,'));
    expect(tip).toContain(`"'=SUM(A1), ""quoted"""`);
    expect(tip?.endsWith(',"Tip",500,5.00')).toBe(true);
  });

  it('exports a statement as PDF, with identical bytes on every request', async () => {
    const read = async () => {
      const response = await fetch(`${test.baseUrl}/billing/statements/2027-03.pdf`, {
        headers: { authorization: `Bearer ${partner.token}`, accept: 'application/pdf' },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      return Buffer.from(await response.arrayBuffer());
    };
    const [one, other] = [await read(), await read()];
    expect(one.subarray(0, 5).toString()).toBe('%PDF-');
    expect(one.equals(other)).toBe(true);
  });

  it('has a PDF with parties, whole texts in any script, refunds, a total and page numbers', async () => {
    const order = `Łódź/Αθήνα/Київ ${'42'.repeat(30)} 中`;
    const id = await book({ order_number: order });
    await driver.complete(id);
    for (let count = 0; count < 20; count += 1)
      await driver.adjust(id, { kind: 'refund', name: `Refund № ${count}`, amountCents: -1 });
    await settled();
    const { body } = await partner.get('/billing/statements/2027-03');
    const response = await fetch(body.pdf_url.replace(/^https?:..[^/]+/, test.baseUrl), {
      headers: { authorization: `Bearer ${partner.token}` },
    });
    const pages = textsOfPdf(Buffer.from(await response.arrayBuffer()));
    const number = `2027-03-${accountId.slice(-8).toUpperCase()}`;
    const all = pages.flat().join('|');
    expect(all).toContain(
      '|From|Hudson Delivery|1 Pier Street, Kraków|Tax number 12-345|Bill to|Acme “Möbel”|',
    );
    expect(all).toContain(`|Number|${number}|`);
    expect(all).toContain(`|Reference: ${number}, Acme “Möbel”|`);
    expect(all.replaceAll('|', '')).toContain(`Łódź/Αθήνα/Київ${'42'.repeat(30)} \u{fffd}`);
    expect(all).toContain('\u{fffd} stands for a character that this file cannot show.');
    expect(all).toContain('|Refund|-$0.01|Refund № 0|');
    expect(all).toContain(`|Total of all records|${dollars(body.billed)}|`);
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Description');
      expect(page.at(-1)).toBe(`Page ${index + 1} of ${pages.length}`);
    }
  });

  it('accepts the API media type everywhere and a document media type only for that document', async () => {
    const ask = async (path: string, accept: string) =>
      (await partner.get(`/billing/statements/${path}`, { headers: { accept } })).status;
    expect(await ask('2027-03.csv', '*/*')).toBe(200);
    expect(await ask('2027-03.csv', 'application/vnd.service+json; version=2')).toBe(200);
    expect(await ask('2027-03.csv', 'text/csv;q=0')).toBe(406);
    expect(await ask('2027-03.csv', 'application/pdf')).toBe(406);
    expect(await ask('2027-03', 'text/csv')).toBe(406);
  });

  it.each(['2027-04', '2027-02', '2026-03', '2027-3', '0000-00', 'march', '2027-04.csv', '2027-13.pdf'])(
    'responds with 404 for the statement %s',
    async (month) => {
      expectProblem(await partner.get(`/billing/statements/${month}`), 404, { code: 'not_found' });
    },
  );

  it('never changes a closed month: later events are billed in the next month', async () => {
    const id = await book();
    await driver.complete(id);
    await billed(id, 1);
    const { body: march } = await partner.get('/billing/statements/2027-03');
    expect((await partner.get('/billing/statements/2027-03')).body).toEqual(march);
    clock.set(new Date('2027-04-02T00:00:01Z'));
    const closed = (await partner.get('/billing/statements/2027-03')).body;
    expect(closed).toEqual({ ...march, status: 'final' });
    const late = await queryAsOwner<PositionedEvent>(
      test.connection,
      `insert into event (id, account_id, booking_id, type, sequence, payload, occurred_at, position)
       select gen_random_uuid(), account_id, booking_id, 'booking.fare_updated', 99,
         jsonb_set(payload::jsonb, '{data,booking,fare,base}', '1')::json, '2027-03-31T23:00:00Z', position + 1
       from event where booking_id = $1 and type = 'booking.completed'
       returning id, account_id as "accountId", booking_id as "bookingId", type, null as "endpointId"`,
      [id],
    );
    const context = { clock, ids: randomIds, timeZone: 'UTC', payments: null };
    await test.system.transaction().execute((trx) => billEvents(context, trx, late));
    expect(await recordsOf(id)).toMatchObject([
      { kind: 'adjustment', month: '2027-04', occurred_at: '2027-03-31T23:00:00.000Z' },
      { kind: 'charge', month: '2027-03' },
    ]);
    expect((await partner.get('/billing/statements/2027-03')).body).toEqual(closed);
    expect((await partner.get('/billing/statements/2027-04')).body.opening_balance).toBe(
      closed.closing_balance,
    );
  });

  it('refuses changes of the ledger and entries that do not balance', async () => {
    const refused = (statement: string, words: string | RegExp) =>
      expect(queryAsOwner(test.connection, statement)).rejects.toThrow(words);
    for (const table of ['billing_record', 'ledger_entry']) {
      await refused(`update ${table} set amount_cents = 1`, 'the ledger is append-only');
      await refused(`delete from ${table}`, 'the ledger is append-only');
      await refused(`truncate ${table} cascade`, 'the ledger is append-only');
    }
    const unbalanced = `insert into ledger_entry select record_id, account_id, 'discounts', 5 from ledger_entry limit 1`;
    await refused(unbalanced, /the entries of record \S+ make 5/);
    const bare = `insert into billing_record (id, account_id, kind, amount_cents, lines, source, occurred_at, booked_at, month, recorded_at)
      values (gen_random_uuid(), '${accountId}', 'payment', -5, '[]', 'x', now(), now(), '2027-03', now())`;
    await refused(bare, /make 0, and 0 of its amount of -5/);
  });
});
