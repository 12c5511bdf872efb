// The test clock of a sandbox account: what follows the test clock, and what follows real time.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setCancellationPolicy } from '../../src/features/bookings/system/manage-cancellation-policy.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { OperatorClient } from '../support/operator-client.ts';
import {
  advanceTo,
  ailments,
  control,
  eventTypes,
  type SandboxServer,
  startSandbox,
  twoStops,
  untilBookingHas,
} from '../support/sandbox-server.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

const start = new Date('2027-03-10T15:30:00Z');
const tomorrow = '2027-03-11T15:00:00Z';
const [origin, destination] = twoStops.map(({ location }) => location);

describe('the test clock of a sandbox account', () => {
  const clock = new TestClock(start);
  let sandbox: SandboxServer;
  let partner: ApiClient;
  let accountId: string;
  beforeAll(async () => {
    sandbox = await startSandbox({ clock });
  });
  beforeEach(async () => {
    clock.set(start);
    const organization = await sandbox.organization();
    accountId = organization.id;
    partner = await sandbox.partner({ client: organization.client });
  });
  afterAll(() => sandbox?.close());

  const move = (body: object) => partner.post('/sandbox/clock/advance', body);
  const book = (more: object = {}) =>
    partner.post('/bookings', { stops: twoStops, product: 'van', arrival_window_from: tomorrow, ...more });

  it('shows real time until it is advanced, and keeps running afterwards', async () => {
    expect((await partner.get('/sandbox/clock')).body).toEqual({
      now: start.toISOString(),
      ahead_seconds: 0,
    });
    const { status, body } = await move({ seconds: 3_600 });
    expect(status).toBe(200);
    expect(body).toEqual({ now: '2027-03-10T16:30:00.000Z', ahead_seconds: 3_600 });
    clock.advance({ seconds: 5 });
    expect((await partner.get('/sandbox/clock')).body.now).toBe('2027-03-10T16:30:05.000Z');
    expect((await move({ seconds: 10 })).body.ahead_seconds).toBe(3_610);
    expect((await move({ to: tomorrow })).body).toMatchObject({ now: '2027-03-11T15:00:00.000Z' });
  });

  it('does not affect other accounts', async () => {
    await move({ seconds: 3_600 });
    const stranger = await sandbox.partner();
    expect((await stranger.get('/sandbox/clock')).body.ahead_seconds).toBe(0);
  });

  it('advances once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'an-hour' };
    const first = await partner.post('/sandbox/clock/advance', { seconds: 3_600 }, { headers });
    const again = await partner.post('/sandbox/clock/advance', { seconds: 3_600 }, { headers });
    expect(again.text).toBe(first.text);
    expect((await partner.get('/sandbox/clock')).body.ahead_seconds).toBe(3_600);
  });

  it.each([
    [{}, 'missing_parameter', 'seconds'],
    [{ seconds: 1, to: tomorrow }, 'mutually_exclusive_parameters', 'to'],
    [{ seconds: 0 }, 'invalid_parameter', 'seconds'],
    [{ seconds: -60 }, 'invalid_parameter', 'seconds'],
    [{ seconds: 367 * 86_400 }, 'invalid_parameter', 'seconds'],
    [{ to: '2027-03-10T15:29:59Z' }, 'invalid_parameter', 'to'],
    [{ to: '2029-01-01T00:00:00Z' }, 'invalid_parameter', 'to'],
    [{ to: 'tomorrow' }, 'invalid_parameter', 'to'],
    [{ minutes: 1 }, 'unknown_parameter', 'minutes'],
  ])('refuses %j', async (body, code, param) => {
    expectProblem(await move(body), 400, { code, param });
    expect((await partner.get('/sandbox/clock')).body.ahead_seconds).toBe(0);
  });

  it('expires quotes', async () => {
    const { body: quote } = await partner.post('/quotes', { stops: twoStops, product: 'van' });
    await move({ seconds: 3_599 });
    expect((await partner.post('/schedule', { quote_id: quote.id })).status).toBe(200);
    await move({ seconds: 1 });
    expectProblem(await partner.post('/schedule', { quote_id: quote.id }), 422, {
      code: 'quote_expired',
      param: 'quote_id',
    });
    const late = { quote_id: quote.id, arrival_window_from: tomorrow };
    expectProblem(await partner.post('/bookings', late), 422, { code: 'quote_expired', param: 'quote_id' });
    const { body: fresh } = await partner.post('/quotes', { stops: twoStops, product: 'van' });
    expect(fresh).toMatchObject({
      created_at: '2027-03-10T16:30:00.000Z',
      expires_at: '2027-03-10T17:30:00.000Z',
    });
  });

  it('determines which windows are listed, and refuses windows in the past', async () => {
    const schedule = async () =>
      (await partner.post('/schedule', { product: 'van', origin, destination })).body.data.filter(
        ({ ondemand }: { ondemand: boolean }) => !ondemand,
      );
    const [first] = await schedule();
    await move({ seconds: 86_400 });
    const [later] = await schedule();
    expect(Date.parse(later.start_at) - Date.parse(first.start_at)).toBe(86_400_000);
    expectProblem(await book({ arrival_window_from: undefined, arrival_window_id: first.id }), 409, {
      code: null,
      param: 'arrival_window_id',
    });
    expectProblem(await book(), 422, { code: 'window_in_past', param: 'arrival_window_from' });
  });

  it('sets the times of bookings, changes, events and billing statements', async () => {
    await move({ seconds: 3_600 });
    const { body: booking } = await book();
    expect(booking.created_at).toBe('2027-03-10T16:30:00.000Z');
    await move({ seconds: 60 });
    const { body: changed } = await partner.patch(`/bookings/${booking.id}`, { description: 'Ring twice' });
    expect(changed.updated_at).toBe('2027-03-10T16:31:00.000Z');
    const [{ timestamp }] = (await queryAsOwner<{ timestamp: string }>(
      sandbox.connection,
      "select payload ->> 'timestamp' as timestamp from event where booking_id = $1 and sequence = 2",
      [booking.id],
    )) as [{ timestamp: string }];
    expect(timestamp).toBe('2027-03-10T16:31:00.000Z');
    await move({ to: '2027-05-02T12:00:00Z' });
    const { status, body } = await partner.get('/billing/statements/2027-04');
    expect(status).toBe(200);
    expect(body.status).toBe('final');
  });

  it('determines the cancellation fee', async () => {
    const admin = { system: sandbox.system, clock, ids: randomIds, environment: sandbox.environment };
    const policy = { tiers: [{ from: 'notice', notice_minutes: 120, fee: { cents: 1_500 } }] };
    expect(
      await setCancellationPolicy(admin, accountId, policy, { kind: 'command', id: 't', requestId: 't' }),
    ).toEqual([]);
    const { body: booking } = await book();
    const preview = async () => (await partner.get(`/bookings/${booking.id}/cancellation`)).body;
    expect(await preview()).toMatchObject({ fee: 0, fee_holds_until: '2027-03-11T13:00:00.000Z' });
    await move({ to: '2027-03-11T13:00:00Z' });
    expect(await preview()).toMatchObject({ fee: 1_500 });
    const { body: cancelled } = await partner.post(`/bookings/${booking.id}/cancel`);
    expect(cancelled.cancellation).toMatchObject({ fee: 1_500, at: '2027-03-11T13:00:00.000Z' });
  });

  it('can be reset to real time, and the times of a booking still never decrease', async () => {
    await move({ seconds: 7_200 });
    const { body: booking } = await book();
    const { status, body } = await partner.delete('/sandbox/clock');
    expect(status).toBe(200);
    expect(body).toEqual({ now: start.toISOString(), ahead_seconds: 0 });
    const { body: dispatched } = await control(partner, booking.id, 'advance');
    expect(dispatched.updated_at).toBe(booking.created_at);
    expect(dispatched.dispatch.events[0].triggered_at).toBe(booking.created_at);
    expect((await book()).body.created_at).toBe(start.toISOString());
  });

  it('does not apply to on-demand reservations and audit entries, which use real time', async () => {
    await move({ to: '2027-12-01T15:00:00Z' });
    const { body: schedule } = await partner.post('/schedule', { product: 'van', origin, destination });
    const { body: booking } = await book({
      arrival_window_from: undefined,
      arrival_window_id: schedule.data[0].id,
    });
    expect(booking.arrival_window.ondemand).toBe(true);
    const [place] = await queryAsOwner<{ ends_at: Date }>(
      sandbox.connection,
      'select ends_at from on_demand_reservation where id = $1',
      [booking.id],
    );
    expect(place?.ends_at).toEqual(new Date('2027-03-10T17:30:00Z'));
    const [entry] = await queryAsOwner<{ at: Date }>(
      sandbox.connection,
      "select at from audit_entry where subject_id = $1 and action = 'booking.created'",
      [booking.id],
    );
    expect(entry?.at).toEqual(start);
  });

  it.each(['before', 'after'])(
    'completes a booking a minute after its last stop, with simulated labor; advanced %s its job exists',
    async (when) => {
      const { body: booking } = await book();
      await advanceTo(partner, booking.id, 'destination_done');
      if (when === 'after') await untilFollowersCaughtUp(sandbox.connection);
      await move({ seconds: 60 });
      const done = await untilBookingHas(partner, booking.id, { state: 'completed' });
      expect(done.updated_at).toBe('2027-03-10T15:31:00.000Z');
      const [low, high] = done.quote.fare_estimate;
      expect(done.fare.labor).toBeGreaterThanOrEqual(low.labor);
      expect(done.fare.labor).toBeLessThanOrEqual(high.labor);
      const actions = await queryAsOwner<{ action: string; actor_kind: string }>(
        sandbox.connection,
        "select action, actor_kind from audit_entry where subject_id = $1 and action <> 'booking.simulated' order by id",
        [booking.id],
      );
      expect(actions).toEqual([
        { action: 'booking.created', actor_kind: expect.any(String) },
        { action: 'booking.completed', actor_kind: 'system' },
      ]);
    },
  );

  it('completes a booking with simulated labor also if an operator moves on', async () => {
    const { body: booking } = await book();
    await advanceTo(partner, booking.id, 'destination_done');
    const operator = await OperatorClient.enter(sandbox);
    const { body: done } = await operator.post(
      `/bookings/${booking.id}/stops/${booking.route[1].id}/move-on`,
    );
    const [low, high] = booking.quote.fare_estimate;
    expect(done.state).toBe('completed');
    expect(done.fare.labor).toBeGreaterThanOrEqual(low.labor);
    expect(done.fare.labor).toBeLessThanOrEqual(high.labor);
  });

  it('takes effect in every process as soon as it is advanced', async () => {
    const second = await startTestApp({ clock, environment: 'sandbox', sharing: sandbox });
    try {
      const elsewhere = partner.at(second.baseUrl);
      for (const aheadSeconds of [60, 120, 180]) {
        expect((await elsewhere.get('/sandbox/clock')).body.ahead_seconds).toBe(aheadSeconds - 60);
        await move({ seconds: 60 });
        expect((await elsewhere.get('/sandbox/clock')).body.ahead_seconds).toBe(aheadSeconds);
      }
    } finally {
      await second.close();
    }
  });

  it('leaves no violation of an invariant for the doctor', async () => {
    await move({ seconds: 86_400 });
    const { body } = await book({ arrival_window_from: '2027-03-20T15:00:00Z' });
    for (let step = 0; step < 15; step += 1) await control(partner, body.id, 'advance');
    await eventTypes(partner, body.id, 16);
    expect(await ailments(sandbox, new URL(body.share_url).origin, clock.now())).toEqual([]);
  });
});
