// The exception queue: exceptions appear as they occur, disappear when their cause is resolved, and are hidden after a decision
// of an operator.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { feedChecks } from '../../src/jobs/feed-lag-store.ts';
import type { ApiClient } from '../support/api-client.ts';
import { longOperatorSessions, startTestApp, type TestApp } from '../support/app.ts';
import { idsFromClock, TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { insertDelivery } from '../support/delivery-log.ts';
import { type BookedVan, bookVan, formCrew, go } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { timeGoal } from '../support/scale.ts';
import { until } from '../support/until.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

interface Exception {
  readonly key: string;
  readonly kind: string;
  readonly severity: string;
  readonly since: string;
  readonly says: string;
  readonly booking: { readonly id: string; readonly hid: string; readonly crew_name: string | null } | null;
  readonly endpoint: { readonly id: string } | null;
}

describe('the exception queue', () => {
  // 10:00 in New York.
  const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
  let test: TestApp;
  let dispatcher: OperatorClient;
  let partner: ApiClient;
  let accountId: string;
  beforeAll(async () => {
    test = await startTestApp({ clock, ids: idsFromClock(clock), variables: longOperatorSessions });
    dispatcher = await OperatorClient.enter(test, 'dispatcher');
    const { id, client } = await test.organization('Acme');
    accountId = id;
    partner = await test.partner({ client });
  });
  afterAll(() => test.close());

  const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  const book = (fromHours: number) =>
    bookVan(partner, { arrival_window_from: at(fromHours), arrival_window_to: at(fromHours + 1) });
  /** Polls, because responses are cached for one second. */
  const list = (isThere: (found: readonly Exception[]) => boolean) =>
    until(async (): Promise<Exception[]> => {
      const { status, body, text } = await dispatcher.get('/exceptions');
      expect(status, text).toBe(200);
      return body.data;
    }, isThere);
  const exceptionsOf = (found: readonly Exception[], { id }: { readonly id: string }) =>
    found.filter(({ booking, endpoint }) => booking?.id === id || endpoint?.id === id);
  const untilKind = async (about: { readonly id: string }, kind: string) => {
    const found = await list((all) => exceptionsOf(all, about).some((each) => each.kind === kind));
    const [exception] = exceptionsOf(found, about).filter((each) => each.kind === kind);
    if (!exception) throw new Error('the exception disappeared');
    return { exception, place: found.indexOf(exception) };
  };
  const untilHidden = (about: { readonly id: string }) =>
    list((all) => exceptionsOf(all, about).length === 0);
  const cancel = (booking: BookedVan) => partner.post(`/bookings/${booking.id}/cancel`);

  it('shows a booking without a crew shortly before its window, until a crew is assigned', async () => {
    const booking = await book(3);
    await untilHidden(booking);
    clock.advance({ hours: 1, minutes: 1 });
    const { exception } = await untilKind(booking, 'unassigned');
    expect(exception).toMatchObject({
      severity: 'high',
      says: 'The arrival window starts soon and no crew is assigned.',
      account: { id: accountId, name: 'Acme' },
      booking: { hid: booking.hid, crew_name: null, time_zone: 'America/New_York' },
    });
    const { id: crew_id } = await formCrew(dispatcher);
    expect((await dispatcher.post(`/bookings/${booking.id}/assign`, { crew_id })).status).toBe(200);
    await untilHidden(booking);
    await cancel(booking);
  });

  it('puts a late booking first within five seconds, with the name of its crew', async () => {
    const waiting = await book(1.5);
    const late = await book(0.5);
    const { id: crew_id, name } = await formCrew(dispatcher);
    await dispatcher.post(`/bookings/${late.id}/assign`, { crew_id });
    clock.advance({ minutes: 50 });
    expect((await untilKind(late, 'at_risk')).exception.says).toBe('The crew has not departed on time.');
    clock.advance({ minutes: 46 });
    const startedMs = performance.now();
    const { exception, place } = await untilKind(late, 'late');
    expect(performance.now() - startedMs).toBeLessThan(timeGoal(5_000));
    expect(place).toBe(0);
    expect(exception).toMatchObject({ severity: 'critical', booking: { crew_name: name } });
    expect((await untilKind(waiting, 'unassigned')).place).toBe(1);
    await cancel(waiting);
    await cancel(late);
  });

  it('shows a crew whose ETA is after the arrival window', async () => {
    const booking = await book(0.25);
    const { id: crew_id } = await formCrew(dispatcher);
    await dispatcher.post(`/bookings/${booking.id}/assign`, { crew_id });
    await go(dispatcher, booking, 0, 'depart', { eta: at(1.5) });
    const { exception } = await untilKind(booking, 'at_risk');
    expect(exception.says).toBe('The crew expects to arrive 15 minutes after the end of the arrival window.');
    await cancel(booking);
  });

  it('hides a resolved exception until a new one occurs for the booking', async () => {
    const booking = await book(1);
    const { id: crew_id } = await formCrew(dispatcher);
    await dispatcher.post(`/bookings/${booking.id}/assign`, { crew_id });
    await go(dispatcher, booking, 0, 'depart', {});
    await go(dispatcher, booking, 0, 'arrive', {});
    await go(dispatcher, booking, 0, 'cannot-complete', { reason: 'Nobody opens' });
    const { exception } = await untilKind(booking, 'failed_stop');
    expect(exception.says).toContain('Nobody opens');
    const { key } = exception;
    expectRefusal(await dispatcher.post('/exceptions/resolve', { key }), 400, 'missing_parameter', 'reason');
    expectRefusal(
      await dispatcher.post('/exceptions/resolve', { key, reason: ' ' }),
      400,
      'invalid_parameter',
      'reason',
    );
    const resolved = await dispatcher.post('/exceptions/resolve', {
      key,
      reason: 'Called: back in ten minutes',
    });
    expect(resolved.status, resolved.text).toBe(200);
    await untilHidden(booking);
    const { body } = await dispatcher.get('/exceptions/decisions');
    expect(body.data[0]).toMatchObject({
      key,
      decision: 'resolved',
      booking: { id: booking.id, hid: booking.hid, customer_name: null },
      account: { id: accountId, name: 'Acme' },
      endpoint: null,
      reason: 'Called: back in ten minutes',
      operator_name: 'A dispatcher',
    });
    const audit = await queryAsOwner(
      test.connection,
      `select action from audit_entry where subject_id = $1`,
      [key],
    );
    expect(audit).toEqual([{ action: 'exception.resolved' }]);
    // A second failure of the stop is a new exception.
    clock.advance({ minutes: 1 });
    await go(dispatcher, booking, 0, 'retry');
    await go(dispatcher, booking, 0, 'cannot-complete', { reason: 'Still nobody' });
    const again = await untilKind(booking, 'failed_stop');
    expect(again.exception.key).not.toBe(key);
    expect((await dispatcher.post(`/bookings/${booking.id}/cancel`, { reason: 'Nobody there' })).status).toBe(
      200,
    );
    await untilHidden(booking);
    expectRefusal(
      await dispatcher.post('/exceptions/resolve', { key: again.exception.key, reason: 'Too late' }),
      404,
      'not_found',
      'key',
    );
  });

  it('hides a snoozed exception for the given time, and reopens a resolved one', async () => {
    const booking = await book(1);
    const { exception } = await untilKind(booking, 'unassigned');
    const { key } = exception;
    const snooze = { key, reason: 'A crew calls back', minutes: 15 };
    expect((await dispatcher.post('/exceptions/snooze', snooze)).status).toBe(200);
    await untilHidden(booking);
    clock.advance({ minutes: 16 });
    await untilKind(booking, 'unassigned');
    expect((await dispatcher.post('/exceptions/resolve', { key, reason: 'Done' })).status).toBe(200);
    await untilHidden(booking);
    expect((await dispatcher.post('/exceptions/reopen', { key })).status).toBe(204);
    await untilKind(booking, 'unassigned');
    expectRefusal(await dispatcher.post('/exceptions/reopen', { key }), 404, 'not_found', 'key');
    await cancel(booking);
  });

  it('shows a refused payment until another attempt succeeds', async () => {
    const booking = await book(30);
    const operation = (number: number, status: string) =>
      [
        `insert into payment_operation (id, booking_id, number, account_id, kind, amount_cents, intent, status, refusal, asked_at, finished_at)
       values (gen_random_uuid(), $1, ${number}, $2, 'authorise', 12900, ${number}, '${status}',
         ${status === 'refused' ? `'card_declined'` : 'null'}, $3, $3)`,
        [booking.id, accountId, clock.now()],
      ] as const;
    await queryAsOwner(
      test.connection,
      `insert into payment (booking_id, account_id, booking_hid, provider, customer, method, wanted_cents, is_over, opened_at)
       values ($1, $2, $3, 'stripe', 'cus_1', 'pm_1', 12900, false, $4)`,
      [booking.id, accountId, booking.hid, clock.now()],
    );
    await queryAsOwner(test.connection, ...operation(1, 'refused'));
    const { exception } = await untilKind(booking, 'payment_refused');
    expect(exception.says).toBe('The payment provider refused to hold $129.00: card_declined');
    await queryAsOwner(test.connection, ...operation(2, 'done'));
    await untilHidden(booking);
  });

  it('shows endpoints that were disabled or have failed for over an hour', async () => {
    const { body: endpoint } = await partner.post('/webhooks', {
      url: 'https://dead.example.com/hook?key=secret',
    });
    await queryAsOwner(
      test.connection,
      `insert into webhook_health (endpoint_id, account_id, failing_since, failures_in_a_row, circuit_opened, warned_days)
       values ($1, $2, $3, 9, 0, 0)
       on conflict (endpoint_id) do update set failing_since = excluded.failing_since`,
      [endpoint.id, accountId, new Date(clock.now().getTime() - 59 * 60_000)],
    );
    await untilHidden(endpoint);
    clock.advance({ minutes: 2 });
    expect((await untilKind(endpoint, 'webhook_dead')).exception).toMatchObject({ severity: 'medium' });
    await queryAsOwner(
      test.connection,
      `update webhook_endpoint set disabled = true, disabled_reason = 'failing', disabled_at = $2 where id = $1`,
      [endpoint.id, clock.now()],
    );
    const given = await list((all) => exceptionsOf(all, endpoint)[0]?.says.includes('was disabled') === true);
    expect(exceptionsOf(given, endpoint)).toMatchObject([
      { says: 'The webhook endpoint was disabled: it kept failing. No events are sent to it.' },
    ]);
    const { key } = exceptionsOf(given, endpoint)[0] ?? { key: '' };
    await dispatcher.post('/exceptions/resolve', { key, reason: 'The partner knows' });
    expect((await dispatcher.get('/exceptions/decisions')).body.data[0]).toMatchObject({
      booking: null,
      account: { name: 'Acme' },
      endpoint: { id: endpoint.id, url: 'https://dead.example.com/hook' },
    });
    // The last failed attempt, not the newest delivery, which was discarded without an attempt.
    const at = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
    const delivery = { accountId, endpointId: endpoint.id, isForgotten: true };
    await insertDelivery(test.system, { ...delivery, at: at(50), status: 'failed' });
    await insertDelivery(test.system, { ...delivery, at: at(40), status: 'pending', attempts: 1 });
    await queryAsOwner(test.connection, 'update webhook_task set tries = 1 where endpoint_id = $1', [
      endpoint.id,
    ]);
    await insertDelivery(test.system, { ...delivery, at: at(30), status: 'discarded', attempts: 0 });
    const endpoints = await dispatcher.get(`/organizations/${accountId}/webhook-endpoints`);
    expect(endpoints.body.data).toMatchObject([
      {
        id: endpoint.id,
        url: 'https://dead.example.com/hook',
        health: 'disabled',
        disabled_reason: 'failing',
        failing_since: at(61).toISOString(),
        last_failure: {
          at: at(40).toISOString(),
          outcome: 'http_error',
          status_code: 500,
          says: 'The endpoint responded with HTTP 500.',
        },
      },
    ]);
    await queryAsOwner(
      test.connection,
      `update webhook_endpoint set disabled_reason = 'gone', disabled_at = $2 where id = $1`,
      [endpoint.id, clock.now()],
    );
    await list(
      (all) =>
        exceptionsOf(all, endpoint)[0]?.says ===
        'The webhook endpoint was disabled: it responded with 410 Gone. No events are sent to it.',
    );
  });

  it('shows events that no worker processes, as does the doctor', async () => {
    // No worker runs here. By the database clock, the events of this test are in the future.
    const examine = async () => {
      const { checks } = await runDoctor(test.system, {
        publicUrl: test.baseUrl,
        now: clock.now(),
        more: feedChecks,
      });
      return checks.find(({ name }) => name === 'events: processed in time');
    };
    expect(await examine()).toMatchObject({ brokenCount: 0 });
    test.app.worker.start();
    await untilFollowersCaughtUp(test.connection);
    expect(await examine()).toMatchObject({ brokenCount: 0 });
    await test.app.worker.stop();
    await queryAsOwner(test.connection, `update event_follower set position = 0 where name = 'billing'`);
    await queryAsOwner(
      test.connection,
      `update event set position = 1000 where id = (select id from event order by position limit 1)`,
    );
    const found = await list((all) => all.some(({ kind }) => kind === 'events_waiting'));
    expect(found[0]).toMatchObject({
      kind: 'events_waiting',
      severity: 'critical',
      says: 'Events are waiting for billing: no worker processes them.',
    });
    expect(await examine()).toMatchObject({
      brokenCount: 1,
      broken: [
        {
          table: 'event_follower',
          id: 'billing',
          message: expect.stringMatching(/^billing has not processed events since/),
        },
      ],
    });
    await queryAsOwner(
      test.connection,
      `insert into event (id, account_id, type, payload, occurred_at)
       values ('01900000-0000-7000-8000-000000000000', $1, 'webhook.test', '{"data":{"number":1}}', now())`,
      [accountId],
    );
    await list((all) => all.some(({ says }) => says.startsWith('Events are not being relayed')));
    expect((await examine())?.broken).toContainEqual(
      expect.objectContaining({ table: 'event', id: '01900000-0000-7000-8000-000000000000' }),
    );
  });
});
