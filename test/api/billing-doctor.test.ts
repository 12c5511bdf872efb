// Ledger checks of the doctor: no findings after normal business, and every kind of corruption is reported.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ledgerChecks } from '../../src/features/billing/system/ledger-check-store.ts';
import { setPaymentMethod } from '../../src/features/billing/system/manage-payments.ts';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BookingDriver } from '../support/booking-driver.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { type SeededBookings, seedBookings } from '../support/seeded-bookings.ts';
import { STRIPE_KEY, StripeServer } from '../support/stripe-server.ts';
import { snapshotTables, type TableSnapshot } from '../support/table-snapshot.ts';
import { until } from '../support/until.ts';
import { pendingEventsQuery } from '../support/wait-for-followers.ts';

const stranger = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
type Break = readonly [what: string, check: string, sql: (ids: SeededBookings) => string, message: RegExp];

const recordOf = (id: string, kind = 'charge') => `booking_id = '${id}' and kind = '${kind}'`;
const entriesOf = (id: string) => `record_id in (select id from billing_record where ${recordOf(id)})`;

const breaks: readonly Break[] = [
  [
    'entries that do not balance',
    'ledger',
    ({ completed }) =>
      `update ledger_entry set amount_cents = amount_cents + 1 where ledger_account = 'revenue' and ${entriesOf(completed)}`,
    /its entries add up to 1/,
  ],
  [
    'a record without entries',
    'ledger',
    ({ completed }) => `delete from ledger_entry where ${entriesOf(completed)}`,
    /its entries add up to 0, and its receivable is 0 instead of/,
  ],
  [
    'an entry of another account',
    'ledger',
    ({ completed }) => `update ledger_entry set account_id = '${stranger}' where ${entriesOf(completed)}`,
    /its record belongs to account/,
  ],
  [
    'an entry without a record',
    'ledger',
    () => `insert into ledger_entry select '${stranger}', account_id, 'revenue', 1 from ledger_entry limit 1`,
    /has no record/,
  ],
  [
    'a record whose lines do not add up to its amount',
    'billing records: amount',
    ({ completed }) => `update billing_record set lines = '[]' where ${recordOf(completed)}`,
    /its lines add up to 0/,
  ],
  [
    'a record of a booking that does not exist',
    'billing records: every',
    ({ completed }) => `update billing_record set booking_id = '${stranger}' where ${recordOf(completed)}`,
    /its booking does not exist/,
  ],
  [
    'a record with the hid of another booking',
    'billing records: every',
    ({ completed }) => `update billing_record set booking_hid = 'X' where ${recordOf(completed)}`,
    /hid is X/,
  ],
  [
    'a completed booking that was not charged',
    'billing: a completed',
    ({ completed }) => `delete from billing_record where ${recordOf(completed)}`,
    /is completed and has 0 charges/,
  ],
  [
    'a completed booking whose billed amount differs from its fare',
    'billing: a completed',
    ({ completed }) => `update billing_record set amount_cents = 1 where ${recordOf(completed)}`,
    /was billed -699, its fare is/,
  ],
  [
    'a cancelled booking that was billed more than its fee',
    'billing: a cancelled',
    ({ completed, cancelled }) =>
      `update billing_record set booking_id = '${cancelled}' where ${recordOf(completed)}`,
    /was billed \d+, its cancellation fee is 0/,
  ],
  [
    'a dispatched booking that was billed',
    'billing: a cancelled',
    ({ completed, dispatched }) =>
      `update billing_record set booking_id = '${dispatched}' where ${recordOf(completed)}`,
    /is dispatched and was billed/,
  ],
  [
    'a collected payment without a ledger record',
    'payments',
    ({ completed }) => `delete from billing_record where ${recordOf(completed, 'payment')}`,
    /the ledger has nothing/,
  ],
  [
    'a ledger record of a payment that was not collected',
    'payments',
    ({ completed }) => `delete from payment_operation where booking_id = '${completed}'`,
    /to an operation that was not completed/,
  ],
  [
    'a refund that exceeds the collected amount',
    'payments',
    ({ completed }) => `insert into payment_operation
      select '${stranger}', booking_id, 99, account_id, 'refund', amount_cents + 1, 1, 'done', 're_1', null, asked_at, asked_at
      from payment_operation where booking_id = '${completed}' and kind = 'capture'`,
    /was refunded more than the collected amount of/,
  ],
];

describe('doctor: ledger checks', () => {
  let test: TestApp;
  let stripe: StripeServer;
  let ids: SeededBookings;
  let kept: TableSnapshot;
  let publicUrl: string;
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  const examine = () => runDoctor(test.system, { publicUrl, now: clock.now(), more: ledgerChecks });

  beforeAll(async () => {
    stripe = await StripeServer.start();
    test = await startTestApp({
      clock,
      variables: { PAYMENT_PROVIDER: 'stripe', STRIPE_KEY, STRIPE_URL: stripe.url },
    });
    test.app.worker.start();
    const { id: accountId, client } = await test.organization();
    const setting = { accountId, provider: 'stripe', customer: 'cus_1', method: 'pm_1' } as const;
    const origin = { kind: 'command', id: 'test', requestId: 'test' } as const;
    await setPaymentMethod({ system: test.system, clock, ids: randomIds }, setting, origin);
    const partner = await test.partner({ client });
    ids = await seedBookings(test, partner, accountId, clock);
    const driver = new BookingDriver(test, accountId, clock);
    await driver.adjust(ids.completed, { kind: 'refund', name: 'Refund', amountCents: -700 });
    await driver.close();
    publicUrl = new URL((await partner.get(`/bookings/${ids.edited}`)).body.share_url).origin;
    await until(
      () =>
        queryAsOwner(
          test.connection,
          `${pendingEventsQuery} union all select 1 from due_job where kind = 'payment.advance'
           union all select 1 from payment where uncollected_cents is distinct from 0`,
        ),
      (rows) => rows.length === 0,
    );
    await test.app.worker.stop();
    kept = await snapshotTables(test.connection, [
      'billing_record',
      'ledger_entry',
      'payment',
      'payment_operation',
    ]);
  });
  afterAll(async () => {
    await test?.close();
    await stripe.close();
  });
  afterEach(() => kept.restore());

  it('reports nothing after normal business, and every check examines rows', async () => {
    const { clean, checks } = await examine();
    expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
    expect(clean).toBe(true);
    const ledgerResults = checks.filter(({ name }) => ledgerChecks.some((check) => check.name === name));
    expect(ledgerResults.filter(({ checked }) => checked === 0)).toEqual([]);
    expect(ledgerResults).toHaveLength(ledgerChecks.length);
  });

  it.each(breaks)('reports %s', async (_what, check, statement, message) => {
    await kept.corruptWith(statement(ids));
    const { clean, checks } = await examine();
    expect(clean).toBe(false);
    const result = checks.find(({ name }) => name.startsWith(check));
    expect(result?.broken).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(message) }),
    );
  });
});
