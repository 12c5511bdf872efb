// Cancellation fees by the policy of the account: previewed, charged, stored, and checked by the doctor.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import { cancelBooking } from '../../src/features/bookings/cancel-booking.ts';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import {
  clearCancellationPolicy,
  setCancellationPolicy,
} from '../../src/features/bookings/system/manage-cancellation-policy.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { BookingTransitionDriver } from '../support/transition-bookings.ts';

const [manhattan, brooklyn] = ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'];
const stops = [{ location: manhattan }, { location: brooklyn }];
/** The day before New York sets its clocks forward, which it does at 07:00 UTC on the 14th. */
const start = new Date('2027-03-13T12:00:00Z');
const windowStart = '2027-03-14T14:00:00.000Z';
const policy = {
  tiers: [
    { from: 'notice', notice_minutes: 1_440, fee: { cents: 1_000 } },
    { from: 'notice', notice_minutes: 120, fee: { percent: 25, min_cents: 1_500 } },
    { from: 'notice', notice_minutes: 0, fee: { percent: 60 } },
    { from: 'crew_assigned', fee: { cents: 1_200 } },
    { from: 'crew_departed', fee: { percent: 50 } },
    { from: 'crew_arrived', fee: { percent: 100, max_cents: 9_000 } },
  ],
};
const origin = { kind: 'command', id: 'dana', requestId: 'command-1' } as const;

describe('the cancellation fee of a booking', () => {
  let test: TestApp;
  let accountId: string;
  let partner: ApiClient;
  let mover: BookingTransitionDriver;
  const clock = new TestClock(start);
  const admin = () => ({ system: test.system, clock, ids: randomIds, environment: test.environment });
  const set = (document: object = policy, account = accountId) =>
    setCancellationPolicy(admin(), account, document, origin);

  beforeAll(async () => {
    test = await startTestApp({ clock });
    const { id, client } = await test.organization();
    [accountId, partner] = [id, await test.partner({ client })];
    mover = new BookingTransitionDriver(test, id, clock);
    expect(await set()).toEqual([]);
  });
  afterEach(() => clock.set(start));
  afterAll(async () => {
    await mover?.close();
    await test?.close();
  });

  const book = async (body: object = {}) =>
    (await partner.post('/bookings', { stops, product: 'van', arrival_window_from: windowStart, ...body }))
      .body;
  const preview = async ({ id }: { id: string }) => (await partner.get(`/bookings/${id}/cancellation`)).body;
  const cancel = async ({ id }: { id: string }) => (await partner.post(`/bookings/${id}/cancel`)).body;
  const lowestOf = (booking: { quote: { fare_estimate: { total: number }[] } }) =>
    booking.quote.fare_estimate[0]?.total ?? 0;
  const half = (cents: number) => Math.round(cents / 2);

  it('is zero more than a day ahead, and the preview returns the exact end of that period', async () => {
    const booking = await book();
    // Notice is elapsed time: 24 hours before the window. Local time in New York is an hour earlier, because daylight
    // saving time begins in between.
    const edge = '2027-03-13T14:00:00.000Z';
    expect(await preview(booking)).toEqual({ cancellable: true, fee: 0, fee_holds_until: edge, code: null });
    clock.set(new Date(Date.parse(edge) - 1));
    expect(await preview(booking)).toMatchObject({ fee: 0, fee_holds_until: edge });
    clock.set(new Date(edge));
    const then = { cancellable: true, fee: 1_000, fee_holds_until: '2027-03-14T12:00:00.000Z', code: null };
    expect(await preview(booking)).toEqual(then);
    expect(await cancel(booking)).toMatchObject({
      state: 'cancelled',
      fare: null,
      cancellation: { by: 'partner', reason: null, fee: 1_000, at: edge },
    });
  });

  it('rises at each notice tier, and again when the window begins', async () => {
    const booking = await book();
    const lowest = lowestOf(booking);
    const at = async (time: string) => {
      clock.set(new Date(time));
      return (await preview(booking)).fee;
    };
    expect(await at('2027-03-14T11:59:59.999Z')).toBe(1_000);
    expect(await at('2027-03-14T12:00:00Z')).toBe(Math.max(1_500, Math.round(lowest / 4)));
    expect(await at('2027-03-14T13:59:59.999Z')).toBe(Math.max(1_500, Math.round(lowest / 4)));
    expect(await at(windowStart)).toBe(Math.round(lowest * 0.6));
    expect(await at('2027-03-20T14:00:00Z')).toBe(Math.round(lowest * 0.6));
    expect((await preview(booking)).fee_holds_until).toBeNull();
    expect((await cancel(booking)).cancellation.fee).toBe(Math.round(lowest * 0.6));
  });

  it('depends on the progress of the crew for an on-demand booking, which has no notice', async () => {
    const order = { product: 'van', origin: manhattan, destination: brooklyn };
    const { data } = (await partner.post('/schedule', order)).body;
    const onDemand = { arrival_window_from: undefined, arrival_window_id: data[0].id };
    const booking = await book(onDemand);
    const lowest = lowestOf(booking);
    expect(await preview(booking)).toMatchObject({ fee: 0, fee_holds_until: null });
    await mover.assign(booking.id);
    expect(await preview(booking)).toMatchObject({ fee: 1_200, fee_holds_until: null });
    await mover.depart(booking.id);
    expect((await preview(booking)).fee).toBe(half(lowest));
    await mover.arrive(booking.id);
    expect((await preview(booking)).fee).toBe(Math.min(9_000, lowest));
    expect((await cancel(booking)).cancellation.fee).toBe(Math.min(9_000, lowest));
    const done = await book(onDemand);
    for (const step of ['assign', 'depart', 'arrive', 'complete'] as const) await mover[step](done.id);
    expect(await preview(done)).toEqual({
      cancellable: false,
      fee: 0,
      fee_holds_until: null,
      code: 'booking_not_cancellable',
    });
    expectProblem(await partner.post(`/bookings/${done.id}/cancel`), 409, {
      code: 'booking_not_cancellable',
    });
  });

  it('equals the preview, which includes add-ons and a new window', async () => {
    const booking = await book();
    clock.set(new Date('2027-03-14T13:00:00Z'));
    const dearer = (await partner.patch(`/bookings/${booking.id}`, { addons: ['assembly'] })).body;
    expect(lowestOf(dearer)).toBeGreaterThan(lowestOf(booking));
    const { fee } = await preview(booking);
    expect(fee).toBe(Math.max(1_500, Math.round(lowestOf(dearer) / 4)));
    await partner.patch(`/bookings/${booking.id}`, { arrival_window_from: '2027-03-16T14:00:00Z' });
    expect(await preview(booking)).toMatchObject({ fee: 0, fee_holds_until: '2027-03-15T14:00:00.000Z' });
    expect((await cancel(booking)).cancellation.fee).toBe(0);
  });

  it('equals the preview even if the clock was set back after the last change', async () => {
    const booking = await book();
    clock.set(new Date('2027-03-14T12:30:00Z'));
    await partner.patch(`/bookings/${booking.id}`, { description: 'A table' });
    clock.set(start);
    const { fee } = await preview(booking);
    expect(fee).toBeGreaterThan(0);
    expect((await cancel(booking)).cancellation.fee).toBe(fee);
  });

  it('is charged once if the booking is cancelled concurrently', async () => {
    const booking = await book();
    clock.set(new Date(windowStart));
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => partner.post(`/bookings/${booking.id}/cancel`)),
    );
    expect(tries.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    const events = await queryAsOwner(
      test.connection,
      `select payload #> '{data,booking,cancellation,fee}' as fee from event
       where booking_id = $1 and type = 'booking.cancelled'`,
      [booking.id],
    );
    expect(events).toEqual([{ fee: Math.round(lowestOf(booking) * 0.6) }]);
  });

  it('is charged on cancellation by an operator only if the operator requests it', async () => {
    const pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    const bookings = [await book(), await book()];
    const { origin: publicUrl } = new URL(bookings[0]?.share_url);
    const environment = {
      name: test.environment,
      port: 0,
      publicUrl,
      databaseUrl: null,
      adminMfaGraceDays: null,
    };
    const context = { ...admin(), db: createDatabase(pool), environment };
    clock.set(new Date(windowStart));
    const fees: number[] = [];
    for (const [index, { id: bookingId }] of bookings.entries()) {
      const command = { by: 'operator', reason: 'no truck', chargesFee: index === 0 } as const;
      fees.push(
        JSON.parse(await cancelBooking(context, origin, { accountId, bookingId }, command)).cancellation.fee,
      );
    }
    await pool.end();
    expect(fees).toEqual([Math.round(lowestOf(bookings[0]) * 0.6), 0]);
  });

  it('follows the policy of the account at the time of the cancellation', async () => {
    const { id: otherId, client } = await test.organization('Other');
    const other = await test.partner({ client });
    const order = { stops, product: 'van', arrival_window_from: windowStart };
    const theirs = (await other.post('/bookings', order)).body;
    const [first, second] = [await book(), await book()];
    clock.set(new Date(windowStart));
    expect((await other.post(`/bookings/${theirs.id}/cancel`)).body.cancellation.fee).toBe(0);
    await set({ tiers: [{ from: 'notice', notice_minutes: 60, fee: { cents: 777 } }] });
    expect((await cancel(first)).cancellation.fee).toBe(777);
    expect(await clearCancellationPolicy(admin(), accountId, origin)).toBe(true);
    expect(await clearCancellationPolicy(admin(), accountId, origin)).toBe(false);
    expect((await cancel(second)).cancellation.fee).toBe(0);
    await set();
    await expect(set(policy, '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11')).rejects.toThrow('no such account');
    const trail = await queryAsOwner(
      test.connection,
      `select action, account_id = subject_id::uuid as own, actor_id from audit_entry
       where subject_kind = 'cancellation_policy' order by at, id`,
    );
    expect(trail).toContainEqual({ action: 'cancellation_policy.set', own: true, actor_id: 'dana' });
    expect(trail).toContainEqual({ action: 'cancellation_policy.cleared', own: true, actor_id: 'dana' });
    expect(otherId).not.toBe(accountId);
  });

  it('passes the checks of the doctor, which knows every earlier policy', async () => {
    const { share_url } = await book();
    const { origin: publicUrl } = new URL(share_url);
    const { checks } = await runDoctor(test.system, { publicUrl, now: clock.now() });
    expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
  });
});
