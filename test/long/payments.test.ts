// Payment per booking, against a loopback server that implements Stripe's documented API.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { advancePayment, type PaymentContext } from '../../src/features/billing/system/advance-payment.ts';
import { billEvents } from '../../src/features/billing/system/bill-events.ts';
import {
  clearPaymentMethod,
  recordReceivedPayment,
  setPaymentMethod,
} from '../../src/features/billing/system/manage-payments.ts';
import type { PaymentProvider } from '../../src/integrations/payments/payment-provider.ts';
import { createStripeProvider } from '../../src/integrations/payments/stripe.ts';
import type { PositionedEvent } from '../../src/jobs/relay-store.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BookingDriver } from '../support/booking-driver.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { DECLINED, STRIPE_KEY, StripeServer } from '../support/stripe-server.ts';
import { until } from '../support/until.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
const origin = { kind: 'command', id: 'test', requestId: 'test' } as const;
interface Row {
  readonly kind: string;
  readonly status: string;
  readonly amount: number;
}

describe('payment per booking', () => {
  let test: TestApp;
  let stripe: StripeServer;
  let partner: ApiClient;
  let accountId: string;
  let driver: BookingDriver;
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  beforeAll(async () => {
    stripe = await StripeServer.start();
    const variables = {
      RATE_LIMIT_REQUESTS: '100000',
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_KEY,
      STRIPE_URL: stripe.url,
    };
    test = await startTestApp({ clock, variables });
    test.app.worker.start();
    const { id, client } = await test.organization();
    accountId = id;
    partner = await test.partner({ client });
    driver = new BookingDriver(test, id, clock);
    await pays('pm_1');
  });
  afterAll(async () => {
    await driver.close();
    await test.close();
    await stripe.close();
  });
  afterEach(() => pays('pm_1'));

  const context = () => ({ system: test.system, clock, ids: randomIds });
  const pays = (method: string) =>
    setPaymentMethod(context(), { accountId, provider: 'stripe', customer: 'cus_1', method }, origin);
  const book = async (): Promise<string> => {
    const from = new Date(clock.now().getTime() + 86_400_000).toISOString();
    const order = { stops, product: 'van', arrival_window_from: from, tip: 500 };
    return (await partner.post('/bookings', order)).body.id;
  };
  const operationsOf = (bookingId: string) =>
    queryAsOwner<Row>(
      test.connection,
      'select kind, status, amount_cents::float8 as amount from payment_operation where booking_id = $1 order by number',
      [bookingId],
    );
  const shapeOf = (rows: readonly Row[]) => rows.map(({ kind, status }) => `${kind} ${status}`);
  const asked = (bookingId: string, ...shape: string[]) =>
    until(
      () => operationsOf(bookingId),
      // A failed job waits for its back-off on the test clock, which only the test advances.
      (rows) => {
        clock.advance({ seconds: 1 });
        return JSON.stringify(shapeOf(rows)) === JSON.stringify(shape);
      },
    );
  const owed = async (bookingId: string): Promise<number> => {
    const { data } = (await partner.get(`/billing/records?booking_id=${bookingId}&limit=100`)).body;
    return data.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
  };
  const collectedFor = (bookingId: string) => {
    const intents = [...stripe.intents.values()].filter(
      ({ metadata }) => metadata['booking_id'] === bookingId,
    );
    const ids = new Set(intents.map(({ id }) => id));
    return {
      held: intents.reduce((sum, intent) => sum + intent.amount_capturable, 0),
      collected:
        intents.reduce((sum, intent) => sum + intent.amount_received, 0) -
        stripe.refunds
          .filter((each) => ids.has(each.payment_intent))
          .reduce((sum, { amount }) => sum + amount, 0),
    };
  };

  it('authorises the highest estimate plus the tip, captures the fare on completion and leaves a balance of zero', async () => {
    const id = await book();
    const [authorisation] = await asked(id, 'authorise done');
    const { quote } = (await partner.get(`/bookings/${id}`)).body;
    expect(authorisation?.amount).toBe(quote.fare_estimate.at(-1).total + 500);
    await driver.complete(id);
    await asked(id, 'authorise done', 'capture done');
    const { fare } = (await partner.get(`/bookings/${id}`)).body;
    expect(collectedFor(id)).toEqual({ held: 0, collected: fare.total });
    expect(await owed(id)).toBe(0);
    const { data } = (await partner.get(`/billing/records?booking_id=${id}&kind=payment`)).body;
    expect(data).toMatchObject([{ amount: -fare.total, reference: expect.stringMatching(/^pi_/) }]);
  });

  it('refunds a reduction of the fare and charges an increase', async () => {
    const id = await book();
    await asked(id, 'authorise done');
    await driver.complete(id);
    await asked(id, 'authorise done', 'capture done');
    await driver.adjust(id, { kind: 'refund', name: 'Refund', amountCents: -1_500 });
    await asked(id, 'authorise done', 'capture done', 'refund done');
    await driver.adjust(id, { kind: 'toll', name: 'Toll', amountCents: 900 });
    const all = ['authorise done', 'capture done', 'refund done', 'authorise done', 'capture done'];
    await asked(id, ...all);
    const { fare } = (await partner.get(`/bookings/${id}`)).body;
    expect(collectedFor(id)).toEqual({ held: 0, collected: fare.total });
    expect(await owed(id)).toBe(0);
  });

  it('voids the authorisation of a cancelled booking, except for the fee', async () => {
    const [free, late] = [await book(), await book()];
    await asked(free, 'authorise done');
    await asked(late, 'authorise done');
    await partner.post(`/bookings/${free}/cancel`);
    await driver.cancelForFee(late, 2_500);
    await asked(free, 'authorise done', 'void done');
    await asked(late, 'authorise done', 'capture done');
    expect(collectedFor(free)).toEqual({ held: 0, collected: 0 });
    expect(collectedFor(late)).toEqual({ held: 0, collected: 2_500 });
    expect([await owed(free), await owed(late)]).toEqual([0, 0]);
  });

  it('cancels a booking whose payment is refused, with the event booking.cancelled', async () => {
    await pays(DECLINED);
    const id = await book();
    const booking = await until(
      async () => (await partner.get(`/bookings/${id}`)).body,
      ({ state }) => state === 'cancelled',
    );
    expect(booking.cancellation).toMatchObject({ by: 'system', reason: 'payment_refused', fee: 0 });
    const events = await queryAsOwner<{ type: string }>(
      test.connection,
      'select type from event where booking_id = $1 order by sequence',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual(['booking.created', 'booking.cancelled']);
    expect(await owed(id)).toBe(0);
  });

  it('retries while the provider is unavailable, and executes nothing twice after a lost response', async () => {
    stripe.respondOnce(503);
    stripe.respondOnce(500);
    const id = await book();
    await asked(id, 'authorise done');
    stripe.dropNextResponse();
    await driver.complete(id);
    await asked(id, 'authorise done', 'capture done');
    const { fare } = (await partner.get(`/bookings/${id}`)).body;
    expect(collectedFor(id)).toEqual({ held: 0, collected: fare.total });
  });

  it('authorises again when the first authorisation expires before completion', async () => {
    const id = await book();
    await asked(id, 'authorise done');
    stripe.lapse();
    await driver.complete(id);
    await asked(id, 'authorise done', 'capture refused', 'authorise done', 'capture done');
    expect(await owed(id)).toBe(0);
  });

  it('creates no payment for accounts that pay by invoice', async () => {
    await clearPaymentMethod(context(), accountId, origin);
    const asksBefore = stripe.seen.length;
    const id = await book();
    await driver.complete(id);
    const { fare } = await until(
      async () => (await partner.get(`/bookings/${id}`)).body,
      ({ fare: final }) => final !== null,
    );
    await until(
      () => owed(id),
      (cents) => cents === fare.total,
    );
    expect(stripe.seen.length).toBe(asksBefore);
  });

  it('records a bank transfer once', async () => {
    const payment = { accountId, amountCents: 7_000, reference: 'WIRE 1', timeZone: 'UTC' };
    await recordReceivedPayment(context(), payment, origin);
    await expect(recordReceivedPayment(context(), payment, origin)).rejects.toThrow(
      'already has a payment with the reference',
    );
    const { body } = await partner.get('/billing/statements/2027-03');
    expect(body.records.at(-1)).toMatchObject({
      kind: 'payment',
      amount: -7_000,
      reference: 'WIRE 1',
      booking_id: null,
    });
    expect(body.closing_balance).toBe(body.billed - body.paid);
  });
});

describe('a payment worker that is killed', () => {
  let test: TestApp;
  let stripe: StripeServer;
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  beforeAll(async () => {
    stripe = await StripeServer.start();
    // No background worker runs: the test calls the jobs itself.
    test = await startTestApp({ clock });
  });
  afterAll(async () => {
    await test.close();
    await stripe.close();
  });

  /** Fails two of three calls: before the request, after the request, not at all, and so on. */
  const mortal = (): PaymentProvider => {
    const provider = createStripeProvider(stripe.url, STRIPE_KEY);
    let calls = 0;
    const dying = async <T>(ask: () => Promise<T>): Promise<T> => {
      const turn = calls++ % 3;
      if (turn === 0) throw new Error('killed');
      const outcome = await ask();
      if (turn === 1) throw new Error('killed');
      return outcome;
    };
    return {
      name: 'stripe',
      authorise: (request) => dying(() => provider.authorise(request)),
      capture: (request) => dying(() => provider.capture(request)),
      refund: (request) => dying(() => provider.refund(request)),
      void: (request) => dying(() => provider.void(request)),
    };
  };
  const relay = (context: PaymentContext) =>
    test.system.transaction().execute(async (trx) => {
      const events = await queryAsOwner<PositionedEvent>(
        test.connection,
        `update event set position = nextval('event_position') where position is null
         returning id, account_id as "accountId", booking_id as "bookingId", type, endpoint_id as "endpointId"`,
      );
      await billEvents({ ...context, payments: 'stripe' }, trx, events);
    });

  it('captures the fare once and refunds once, wherever it is killed', async () => {
    const { id: accountId, client } = await test.organization();
    const partner = await test.partner({ client });
    const driver = new BookingDriver(test, accountId, clock);
    const system = { system: test.system, clock, ids: randomIds };
    const setting = { accountId, provider: 'stripe', customer: 'cus_2', method: 'pm_2' } as const;
    await setPaymentMethod(system, setting, origin);
    const from = new Date(clock.now().getTime() + 86_400_000).toISOString();
    const { id } = (await partner.post('/bookings', { stops, product: 'van', arrival_window_from: from }))
      .body;
    const worker: PaymentContext = {
      ...system,
      timeZone: 'UTC',
      provider: mortal(),
      failBooking: () => Promise.reject(new Error('nothing was refused')),
    };
    let deaths = 0;
    const work = async () => {
      for (let runs = 0; runs < 20; runs++) {
        await relay(worker);
        // Two concurrent runs, as after the lease of a live worker has expired.
        const results = await Promise.allSettled([advancePayment(worker, id), advancePayment(worker, id)]);
        deaths += results.filter(({ status }) => status === 'rejected').length;
        if (results.every((each) => each.status === 'fulfilled' && each.value.kind === 'done')) return;
      }
      throw new Error('it never got there');
    };
    await work();
    expect(stripe.collectedCents).toBe(0);
    await driver.complete(id);
    await work();
    const { fare } = (await partner.get(`/bookings/${id}`)).body;
    expect([stripe.heldCents, stripe.collectedCents]).toEqual([0, fare.total]);
    await driver.adjust(id, { kind: 'refund', name: 'Refund', amountCents: -1_500 });
    await work();
    expect([stripe.heldCents, stripe.collectedCents]).toEqual([0, fare.total - 1_500]);
    expect(deaths).toBeGreaterThan(4);
    const { data } = (await partner.get(`/billing/records?booking_id=${id}`)).body;
    expect(data.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'charge',
      'payment',
      'payment_refund',
      'refund',
    ]);
    expect(data.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(0);
    await driver.close();
  });
});
