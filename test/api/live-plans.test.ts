// Live re-planning: bookings and crews change, and the plan of the day follows, without any event to partners.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PLANNING } from '../../src/domain/plan/planning-settings.ts';
import type { ApiClient } from '../support/api-client.ts';
import { longOperatorSessions, startTestApp, type TestApp } from '../support/app.ts';
import { idsFromClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  changeArea,
  type DispatchFixture,
  dispatchAutomatically,
  openDispatchFixture,
} from '../support/dispatch-actions.ts';
import { go } from '../support/operator-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { AREA, bookAt, clearDay, DAY, dayCrew, nightBefore, plan } from '../support/planned-day.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: response bodies.
type Body = any;

describe('live plans', () => {
  const clock = nightBefore();
  let test: TestApp;
  let partner: ApiClient;
  let operator: OperatorClient;
  let desk: DispatchFixture;
  beforeAll(async () => {
    test = await startTestApp({ clock, ids: idsFromClock(clock), variables: longOperatorSessions });
    partner = await test.partner();
    operator = await OperatorClient.enter(test);
    desk = openDispatchFixture(test, { clock });
    // Dispatchers assign, the system plans.
    await changeArea(test, { planning: { ...DEFAULT_PLANNING, replanning: 'automatic' } });
    test.app.worker.start();
  });
  afterEach(() => clearDay(test.connection));
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  const jobs = async (): Promise<Body[]> =>
    (await operator.get(`/planned-jobs?area=${AREA}&day=${DAY}`)).body.jobs;
  const plans = async (): Promise<Body[]> =>
    (await operator.get(`/plans?area=${AREA}&day=${DAY}&limit=100`)).body.data;
  const crewOf = async ({ id }: { readonly id: string }): Promise<string | undefined> =>
    (await jobs()).find((job) => job.booking_id === id)?.crew_id;
  const applyPlan = async () => {
    const { id } = await plan(operator);
    const { status, text } = await operator.post(`/plans/${id}/apply`);
    expect(status, text).toBe(200);
  };
  /** The first live plan with this reason. */
  const livePlan = async (reason: string): Promise<Body> => {
    const found = await until(
      async () =>
        (await plans()).findLast(
          ({ origin, status, reasons }) =>
            origin === 'live' && status === 'applied' && reasons.includes(reason),
        ),
      (each) => each !== undefined,
    );
    return (await operator.get(`/plans/${found.id}`)).body;
  };
  const planned = (booking: { readonly id: string }) =>
    until(
      () => crewOf(booking),
      (crew) => crew !== undefined,
    );

  it('gives a new booking a crew, keeps the others, and tells operators but not partners', async () => {
    const ana = await dayCrew(desk, 'Ana');
    const first = await bookAt(partner, 9);
    await applyPlan();
    const [before] = await jobs();
    const events = async () =>
      (await partner.get('/events?limit=100')).body.data.map(({ type }: Body) => type);
    const second = await bookAt(partner, 13);
    expect(await planned(second)).toBe(ana);
    expect((await jobs()).find((job) => job.booking_id === first.id)).toEqual(before);
    const live = await livePlan('booking_created');
    expect(live).toMatchObject({ status: 'applied', origin: 'live', reasons: ['booking_created'] });
    const { result } = live;
    expect(result.after).toMatchObject({ served: 2, unserved: 0, expected_late: null });
    expect(result.before).toMatchObject({ served: 1, unserved: 1 });
    const [audit] = await queryAsOwner(
      test.connection,
      `select actor_kind, actor_id, changed from audit_entry where subject_id = $1 and action = 'plan.applied'`,
      [live.id],
    );
    expect(audit).toEqual({ actor_kind: 'system', actor_id: 'replanning', changed: ['booking_created'] });
    const types = await until(events, ({ length }) => length >= 2);
    expect(types).toEqual(['booking.created', 'booking.created']);
    expect((await partner.get(`/bookings/${second.id}`)).body).toMatchObject({
      state: 'created',
      crew: null,
    });
    // Customers see when the crew is expected at the other stops.
    const token = second.share_url.split('/').at(-1);
    const tracking: Body = await (await fetch(`${test.baseUrl}/track/api/${token}`)).json();
    const job = (await jobs()).find(({ booking_id }) => booking_id === second.id);
    const { from, to } = tracking.stops[1].planned;
    expect([from <= job.stops[1].arrives_at, job.stops[1].arrives_at <= to]).toEqual([true, true]);
    expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(70 * 60_000);
    // A dispatcher has the last word.
    expect((await operator.post(`/plans/${live.id}/undo`)).status).toBe(200);
    const third = await bookAt(partner, 16);
    expect(await planned(third)).toBe(ana);
    expect(await crewOf(second)).toBeUndefined();
  });

  it('moves bookings of a crew that no longer works, and leaves locked ones to the dispatcher', async () => {
    const ana = await dayCrew(desk, 'Ana');
    const [first, locked] = [await bookAt(partner, 9), await bookAt(partner, 13)];
    await applyPlan();
    expect((await operator.put(`/planned-jobs/${locked.id}/lock`, { is_locked: true })).status).toBe(200);
    const bo = await dayCrew(desk, 'Bo');
    const span = `from=${DAY}T00:00:00Z&to=${DAY}T23:59:59Z`;
    const shifts = (await operator.get(`/shifts?crew_id=${ana}&${span}`)).body.data;
    for (const { id } of shifts) expect((await operator.delete(`/shifts/${id}`)).status).toBe(204);
    await until(
      () => crewOf(first),
      (crew) => crew === bo,
    );
    expect(
      (await livePlan('shift_changed')).result.crews.flatMap(({ jobs: own }: Body) => own),
    ).toMatchObject([{ booking_id: first.id, previous: { crew_id: ana } }]);
    expect(await crewOf(locked)).toBe(ana);
    const cy = await dayCrew(desk, 'Cy');
    expect((await operator.delete(`/crews/${bo}`)).status).toBe(200);
    await until(
      () => crewOf(first),
      (crew) => crew === cy,
    );
  });

  it('says why a booking has no place, and gives it the place of a cancelled or moved one', async () => {
    const ana = await dayCrew(desk, 'Ana');
    const first = await bookAt(partner, 9, 0);
    await applyPlan();
    const second = await bookAt(partner, 9, 2);
    const { id, result } = await livePlan('booking_created');
    expect(result.unserved).toMatchObject([{ booking_id: second.id, reason: 'crews_full', previous: null }]);
    expect((await operator.get(`/plans/${id}/explanations/${second.id}`)).body).toMatchObject({
      basis: 'day',
      crew_id: null,
      summary: 'All crews that fit are full. The nearest crew, Ana, has no time left between its other jobs.',
    });
    const later = { arrival_window_from: `${DAY}T20:00:00Z`, arrival_window_to: `${DAY}T21:00:00Z` };
    expect((await partner.patch(`/bookings/${first.id}`, later)).status).toBe(200);
    expect(await planned(second)).toBe(ana);
    await until(jobs, (all) =>
      all.some((job) => job.booking_id === first.id && job.arrives_at >= `${DAY}T20`),
    );
    await dayCrew(desk, 'Bo');
    await dayCrew(desk, 'Small', { vehicle: 'pickup_truck' });
    await dayCrew(desk, 'Late', { shift: [16.5, 19.5] });
    const explanation = await operator.get(`/planned-jobs/${second.id}/explanation`);
    expect(explanation.body).toMatchObject({
      basis: 'day',
      crew_id: ana,
      summary: 'Ana serves it. 1 other crew could serve it; the nearest is Bo.',
      crews: [
        { name: 'Ana', reason: 'assigned' },
        { name: 'Bo', reason: 'feasible' },
        { name: 'Late', reason: 'shift', extra_cost: null },
        { name: 'Small', reason: 'vehicle', extra_cost: null },
      ],
    });
    expect((await partner.post(`/bookings/${second.id}/cancel`)).status).toBe(200);
    expect((await operator.get(`/planned-jobs/${second.id}/explanation`)).status).toBe(404);
    const third = await bookAt(partner, 9, 4);
    expect(await planned(third)).toBeDefined();
  });

  it('re-plans once, over two processes, and not at all where it is switched off', async () => {
    const other = await startTestApp({ sharing: test, clock, variables: longOperatorSessions });
    try {
      other.app.worker.start();
      await dayCrew(desk, 'Ana');
      await bookAt(partner, 9);
      await applyPlan();
      for (const hour of [11, 13, 15]) await planned(await bookAt(partner, hour));
      const [{ changes }] = (await queryAsOwner(
        test.connection,
        `select count(*)::int as changes from plan_change c join plan p on p.id = c.plan_id
         where p.origin = 'live' and c.before is null`,
      )) as [{ changes: number }];
      expect(changes).toBe(3);
      await changeArea(test, { dispatch: 'automatic', planning: { ...DEFAULT_PLANNING, replanning: 'off' } });
      const ignored = await bookAt(partner, 17);
      await changeArea(test, { planning: { ...DEFAULT_PLANNING, replanning: 'automatic' } });
      expect(await planned(ignored)).toBeDefined();
    } finally {
      await other.close();
    }
  });

  it('exchanges crews in the background if more bookings can be served', async () => {
    const ana = await dayCrew(desk, 'Ana');
    const near = await bookAt(partner, 9, 0);
    await applyPlan();
    // Its shift ends before a long journey would.
    const bo = await dayCrew(desk, 'Bo', { shift: [7.5, 11] });
    const far = await bookAt(partner, 9, 2, {
      stops: [
        { location: '3 Main St, New York, NY 10118' },
        { location: '1 Market St, Philadelphia, PA 19106' },
      ],
    });
    await until(
      async () => [await crewOf(near), await crewOf(far)],
      ([first, second]) => first === bo && second === ana,
    );
    const [live] = await plans();
    expect(live).toMatchObject({ origin: 'live', status: 'applied', reasons: ['booking_created'] });
  });

  it('gives the next booking of a late crew to another crew, and keeps the started one', async () => {
    const ana = await dayCrew(desk, 'Ana');
    const [started, next] = [await bookAt(partner, 9, 0), await bookAt(partner, 11, 2)];
    await applyPlan();
    const bo = await dayCrew(desk, 'Bo');
    // Before the planned departure.
    clock.set(new Date(`${DAY}T13:25:00Z`));
    expect((await operator.post(`/bookings/${started.id}/assign`, { crew_id: ana })).status).toBe(200);
    await go(operator, started, 0, 'depart', { eta: `${DAY}T16:30:00Z` });
    await until(
      () => crewOf(next),
      (crew) => crew === bo,
    );
    expect((await livePlan('crew_late')).result.crews.flatMap(({ jobs: own }: Body) => own)).toMatchObject([
      { booking_id: started.id, status: 'started' },
      { booking_id: next.id, previous: { crew_id: ana } },
    ]);
    expect(await crewOf(started)).toBe(ana);
    // A crew that is removed from a booking does not get it back.
    expect((await operator.post(`/bookings/${next.id}/assign`, { crew_id: bo })).status).toBe(200);
    expect((await operator.post(`/bookings/${next.id}/lose-crew`, { reason: 'broken down' })).status).toBe(
      200,
    );
    await livePlan('crew_lost');
    expect(await crewOf(next)).not.toBe(bo);
  });

  it('gives the booking of a crew whose vehicle no longer fits, or that declines its offer, to another crew', async () => {
    // The clock is that of the test before.
    const shift = [0, 10] as const;
    const ana = await dayCrew(desk, 'Ana', { shift });
    const booking = await bookAt(partner, 11);
    await applyPlan();
    const bo = await dayCrew(desk, 'Bo', { shift, autoAccept: false });
    // The crew changes after the plan.
    clock.advance({ minutes: 1 });
    const { body: truck } = await operator.post('/vehicles', { name: 'Truck', type: 'box_truck_16ft' });
    expect((await operator.patch(`/crews/${ana}`, { vehicle_id: truck.id })).status).toBe(200);
    await until(
      () => crewOf(booking),
      (crew) => crew === bo,
    );
    await livePlan('crew_changed');
    clock.set(new Date(`${DAY}T14:40:00Z`));
    await dispatchAutomatically(test);
    const [offer] = await until(
      async (): Promise<Body[]> => (await operator.get(`/offers?booking_id=${booking.id}`)).body.data,
      ({ length }) => length > 0,
    );
    expect(offer.crew_id).toBe(bo);
    expect((await operator.post(`/offers/${offer.id}/refuse`)).status).toBe(200);
    expect((await livePlan('crew_declined')).result.unserved).toMatchObject([{ booking_id: booking.id }]);
    // Offers would otherwise be faster than the plan.
    await changeArea(test, { planning: { ...DEFAULT_PLANNING, replanning: 'automatic' } });
    const cy = await dayCrew(desk, 'Cy', { shift });
    expect(await planned(booking)).toBe(cy);
    const { crews } = (await operator.get(`/planned-jobs/${booking.id}/explanation`)).body;
    expect(Object.fromEntries(crews.map(({ name, reason }: Body) => [name, reason]))).toEqual({
      Ana: 'vehicle',
      Bo: 'declined',
      Cy: 'assigned',
    });
  });
});
