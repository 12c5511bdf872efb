// Plans of an area and day: search, result, apply, undo, locks, explanations, and what happens when the day changes.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { relearnTimes } from '../../src/features/plans/system/learned-time-store.ts';
import { unavailable } from '../../src/integrations/guarded-service.ts';
import { estimateRouter } from '../../src/integrations/router/estimate-router.ts';
import type { Router } from '../../src/integrations/router/router.ts';
import type { ApiClient } from '../support/api-client.ts';
import { longOperatorSessions, startTestApp, type TestApp } from '../support/app.ts';
import { idsFromClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  type DispatchFixture,
  dispatchAutomatically,
  openDispatchFixture,
} from '../support/dispatch-actions.ts';
import { go, photograph } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { AREA, bookAt, clearDay, DAY, dayCrew, nightBefore, plan } from '../support/planned-day.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: response bodies.
type Body = any;
const crewsOf = ({ result }: Body): Body[] => result.crews.filter(({ jobs }: Body) => jobs.length > 0);
const jobsOf = (body: Body): Body[] => crewsOf(body).flatMap(({ jobs }) => jobs);

describe('plans', () => {
  const clock = nightBefore();
  let isRouterDown = false;
  let asked = 0;
  /** Measures as the estimate does, but as roads. */
  const router: Router = {
    ...estimateRouter,
    identity: async () => 'roads of a test',
    matrix: async (sources, targets) => {
      asked += 1;
      if (isRouterDown) return unavailable('stopped', 7);
      const outcome = await estimateRouter.matrix(sources, targets);
      if (outcome.kind === 'unavailable') return outcome;
      return {
        ...outcome,
        rows: outcome.rows.map((row) => row.map((cell) => ({ ...cell, estimated: false }))),
      };
    },
  };
  let test: TestApp;
  let partner: ApiClient;
  let operator: OperatorClient;
  let desk: DispatchFixture;
  beforeAll(async () => {
    test = await startTestApp({ clock, ids: idsFromClock(clock), router, variables: longOperatorSessions });
    partner = await test.partner();
    operator = await OperatorClient.enter(test);
    desk = openDispatchFixture(test, { clock });
    test.app.worker.start();
  });
  afterEach(async () => {
    isRouterDown = false;
    await clearDay(test.connection);
  });
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  const plannedJobs = async (): Promise<Body> => {
    const { status, body, text } = await operator.get(`/planned-jobs?area=${AREA}&day=${DAY}`);
    expect(status, text).toBe(200);
    return body;
  };
  const apply = async (id: string, part?: object): Promise<Body> => {
    const { status, body, text } = await operator.post(`/plans/${id}/apply`, part);
    expect(status, text).toBe(200);
    return body;
  };

  it('serves twelve bookings with five crews, within windows and shifts, and changes nothing', async () => {
    for (const name of ['Ana', 'Bo', 'Cy', 'Di', 'Ed']) await dayCrew(desk, name);
    const bookings = [];
    for (let nth = 0; nth < 12; nth += 1) bookings.push(await bookAt(partner, 9 + (nth % 6), nth));
    const body = await plan(operator);
    expect(body).toMatchObject({ status: 'ready', version: 1, time_zone: 'America/New_York', failure: null });
    const { result } = body;
    expect(result.unserved).toEqual([]);
    expect(result.before).toMatchObject({ served: 0, unserved: 12 });
    expect(result.after).toMatchObject({ served: 12, unserved: 0 });
    expect(result.before.expected_late).toBe(0);
    // Planned durations cover 90 % of those that occur, so that hardly any window is missed.
    expect(result.after.expected_late).toBeLessThan(1);
    expect(result.travel).toEqual({ source: 'roads', estimated_share: 0 });
    expect(new Set(jobsOf(body).map(({ booking_id }) => booking_id))).toEqual(
      new Set(bookings.map(({ id }) => id)),
    );
    for (const { jobs } of crewsOf(body))
      for (const [nth, job] of jobs.entries()) {
        const next = jobs[nth + 1];
        expect(job.status).toBe('planned');
        expect(job.stops).toHaveLength(2);
        if (next) expect(job.ends_at <= next.starts_at).toBe(true);
        expect(job.starts_at >= `${DAY}T13:00`).toBe(true);
        const { body: booking } = await partner.get(`/bookings/${job.booking_id}`);
        const { start_at: from, end_at: to } = booking.arrival_window;
        expect([from <= job.arrives_at, job.arrives_at <= to]).toEqual([true, true]);
        expect(booking.state).toBe('created');
      }
    expect((await plannedJobs()).jobs).toEqual([]);
    const before = asked;
    const again = await plan(operator, { seed: 2 });
    expect(again.version).toBe(2);
    // All travel times are cached.
    expect(asked).toBe(before);
    const listed = (await operator.get(`/plans?area=${AREA}&day=${DAY}`)).body.data;
    expect(listed.map(({ version }: Body) => version)).toEqual([2, 1]);
  });

  it('applies a plan and restores what was intended before', async () => {
    await dayCrew(desk, 'Ana');
    await bookAt(partner, 9);
    const first = await plan(operator);
    expect(await apply(first.id)).toMatchObject({ status: 'applied' });
    const { jobs, revision } = await plannedJobs();
    expect(jobs).toHaveLength(1);
    expect(jobs[0]).toMatchObject({
      plan_id: first.id,
      is_locked: false,
      booking_id: jobsOf(first)[0].booking_id,
    });
    await bookAt(partner, 12);
    const second = await plan(operator);
    expect(second.result.before).toMatchObject({ served: 1, unserved: 1 });
    await apply(second.id);
    expect((await plannedJobs()).jobs).toHaveLength(2);
    const undone = await operator.post(`/plans/${second.id}/undo`);
    expect(undone.body, undone.text).toMatchObject({ status: 'undone' });
    const restored = await plannedJobs();
    expect(restored.jobs).toEqual(jobs);
    expect(restored.revision).toBeGreaterThan(revision);
    expectRefusal(await operator.post(`/plans/${second.id}/undo`), 409, 'plan_not_ready');
    expectRefusal(await operator.post(`/plans/${second.id}/apply`), 409, 'plan_not_ready');
  });

  it('applies a part, refuses a plan of an older revision, and undoes only what nothing has changed since', async () => {
    const [ana, bo] = [await dayCrew(desk, 'Ana'), await dayCrew(desk, 'Bo')];
    const one = await bookAt(partner, 9, 1);
    const two = await bookAt(partner, 9, 5);
    const body = await plan(operator);
    const outdated = await plan(operator);
    expect(new Set(crewsOf(body).map(({ crew_id }) => crew_id))).toEqual(new Set([ana, bo]));
    await apply(body.id, { bookings: [one.id] });
    expect((await plannedJobs()).jobs.map(({ booking_id }: Body) => booking_id)).toEqual([one.id]);
    await apply(body.id, { crews: [ana, bo] });
    expect((await plannedJobs()).jobs).toHaveLength(2);
    const refused = await operator.post(`/plans/${outdated.id}/apply`);
    expectRefusal(refused, 409, 'plan_outdated');
    expect(refused.body.message).toContain(one.hid);
    expectRefusal(
      await operator.post(`/plans/${body.id}/apply`, { bookings: ['7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11'] }),
      400,
      'invalid_parameter',
      'bookings[0]',
    );
    const locked = await operator.put(`/planned-jobs/${two.id}/lock`, { is_locked: true });
    expect(locked.body, locked.text).toMatchObject({ booking_id: two.id, hid: two.hid, is_locked: true });
    const conflict = await operator.post(`/plans/${body.id}/undo`);
    expectRefusal(conflict, 409, 'plan_outdated');
    expect(conflict.body.message).toContain(two.hid);
  });

  it('keeps locked bookings and crews, and gives locked crews no other bookings', async () => {
    const ana = await dayCrew(desk, 'Ana');
    const first = await bookAt(partner, 9, 1);
    await apply((await plan(operator)).id);
    await dayCrew(desk, 'Bo', { rating: 5 });
    const second = await bookAt(partner, 14, 3);
    const body = await plan(operator, { locks: { crews: [ana] } });
    const jobsByCrew = Object.fromEntries(
      crewsOf(body).map(({ name, jobs }) => [name, jobs.map(({ booking_id }: Body) => booking_id)]),
    );
    expect(jobsByCrew).toEqual({ Ana: [first.id], Bo: [second.id] });
    expectRefusal(
      await operator.post('/plans', { area: AREA, day: DAY, locks: { bookings: [second.id] } }),
      400,
      'invalid_parameter',
      'locks.bookings[0]',
    );
  });

  it('names the reason for every crew, and for every booking that is not served', async () => {
    await dayCrew(desk, 'Ana');
    await dayCrew(desk, 'Late', { shift: [16.5, 19.5] });
    await dayCrew(desk, 'Small', { vehicle: 'pickup_truck' });
    const one = await bookAt(partner, 9, 1);
    const two = await bookAt(partner, 9, 6);
    const truck = await bookAt(partner, 12, 1, { product: 'box' });
    const body = await plan(operator);
    const served = jobsOf(body)[0].booking_id;
    const unserved = served === one.id ? two.id : one.id;
    const reasons = Object.fromEntries(
      body.result.unserved.map(({ booking_id, reason }: Body) => [booking_id, reason]),
    );
    expect(reasons).toEqual({ [unserved]: 'crews_full', [truck.id]: 'no_suitable_crew' });
    const explain = async (id: string) => {
      const { status, body: found, text } = await operator.get(`/plans/${body.id}/explanations/${id}`);
      expect(status, text).toBe(200);
      return {
        ...found,
        crews: Object.fromEntries(found.crews.map((crew: Body) => [crew.name, crew.reason])),
      };
    };
    expect(await explain(served)).toMatchObject({
      summary: 'Ana serves it. No other crew could serve it.',
      crews: { Ana: 'assigned', Late: 'shift', Small: 'vehicle' },
    });
    expect(await explain(unserved)).toMatchObject({
      summary: 'All crews that fit are full. The nearest crew, Ana, has no time left between its other jobs.',
      crews: { Ana: 'full', Late: 'shift', Small: 'vehicle' },
    });
    expect(await explain(truck.id)).toMatchObject({
      crew_id: null,
      crews: { Ana: 'vehicle', Late: 'vehicle', Small: 'vehicle' },
    });
    expectRefusal(await operator.get(`/plans/${body.id}/explanations/nothing`), 404, 'not_found');
  });

  it('responds 503 with Retry-After while the router is down, and says so in the plan', async () => {
    await dayCrew(desk, 'Ana');
    await bookAt(partner, 9, 1);
    await bookAt(partner, 11, 4);
    await queryAsOwner(test.connection, 'delete from travel_time');
    isRouterDown = true;
    const refused = await operator.post('/plans', { area: AREA, day: DAY });
    expectRefusal(refused, 503, 'service_unavailable');
    expect(refused.headers.get('retry-after')).toBe('7');
    const [failed] = (await operator.get(`/plans?area=${AREA}&day=${DAY}`)).body.data;
    expect(failed).toMatchObject({
      status: 'failed',
      failure: { code: 'router_unavailable', retry_after_seconds: 7 },
    });
    isRouterDown = false;
    expect(await plan(operator)).toMatchObject({ status: 'ready' });
  });

  it('computes one plan per area and day at a time, and fails one whose process is gone', async () => {
    await dayCrew(desk, 'Ana');
    await bookAt(partner, 9, 1);
    const running = (await operator.post('/plans', { area: AREA, day: DAY, seconds: 2 })).body;
    const refused = await operator.post('/plans', { area: AREA, day: DAY });
    expectRefusal(refused, 409, 'plan_running');
    expect(refused.body.message).toContain(running.id);
    expectRefusal(await operator.post(`/plans/${running.id}/apply`), 409, 'plan_not_ready');
    // As after kill -9: the lease is not renewed, and belongs to a process that does not exist.
    await queryAsOwner(
      test.connection,
      `update plan set lease = gen_random_uuid(), lease_until = now() - interval '1 second'`,
    );
    expect(await plan(operator)).toMatchObject({ status: 'ready', version: 2 });
    const { body: abandoned } = await operator.get(`/plans/${running.id}`);
    expect(abandoned).toMatchObject({ status: 'failed', failure: { code: 'interrupted' }, result: null });
  });

  it.each([
    ['area', { area: 'nowhere' }],
    ['day', { day: '2027-02-30' }],
    ['seconds', { seconds: 61 }],
    ['seed', { seed: 0 }],
    ['locks.crews[0]', { locks: { crews: ['7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11'] } }],
  ])('refuses an invalid %s', async (param, change) => {
    const refused = await operator.post('/plans', { area: AREA, day: DAY, ...change });
    expectRefusal(refused, 400, 'invalid_parameter', param);
  });

  it('is for dispatchers; viewers read', async () => {
    const viewer = await OperatorClient.enter(test, 'viewer');
    expectRefusal(await viewer.post('/plans', { area: AREA, day: DAY }), 403, 'insufficient_role');
    expect((await viewer.get('/plans')).status).toBe(200);
  });

  it('lets exactly one of two plans be applied at the same time, over two processes', async () => {
    const other = await startTestApp({ sharing: test, clock, router, variables: longOperatorSessions });
    try {
      const there = new OperatorClient(other.baseUrl, operator.headers);
      await dayCrew(desk, 'Ana');
      await bookAt(partner, 9, 1);
      const plans = [await plan(operator), await plan(there)];
      const outcomes = await Promise.all([
        operator.post(`/plans/${plans[0].id}/apply`),
        there.post(`/plans/${plans[1].id}/apply`),
      ]);
      expect(outcomes.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
      expect((await plannedJobs()).jobs).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it('removes the intention of a booking that is cancelled or moved, with a new revision', async () => {
    await dayCrew(desk, 'Ana');
    const [cancelled, moved] = [await bookAt(partner, 9, 1), await bookAt(partner, 12, 4)];
    const body = await plan(operator);
    await apply(body.id);
    const { revision } = await plannedJobs();
    expect((await partner.post(`/bookings/${cancelled.id}/cancel`)).status).toBe(200);
    await until(plannedJobs, ({ jobs }) => jobs.length === 1);
    const later = { arrival_window_from: `${DAY}T20:00:00Z`, arrival_window_to: `${DAY}T21:00:00Z` };
    expect((await partner.patch(`/bookings/${moved.id}`, later)).status).toBe(200);
    const empty = await until(plannedJobs, ({ jobs }) => jobs.length === 0);
    expect(empty.revision).toBe(revision + 2);
    // Nothing of the plan is left to restore.
    const undone = await operator.post(`/plans/${body.id}/undo`);
    expectRefusal(undone, 409, 'plan_outdated');
    expect(undone.body.message).toContain(moved.hid);
  });

  it('refuses to apply a plan to bookings that have changed since', async () => {
    await dayCrew(desk, 'Ana');
    const [cancelled, kept] = [await bookAt(partner, 9, 1), await bookAt(partner, 12, 4)];
    const body = await plan(operator);
    expect((await partner.post(`/bookings/${cancelled.id}/cancel`)).status).toBe(200);
    const refused = await operator.post(`/plans/${body.id}/apply`);
    expectRefusal(refused, 409, 'plan_outdated');
    expect(refused.body.message).toContain(cancelled.hid);
    await apply(body.id, { bookings: [kept.id] });
    expect((await plannedJobs()).jobs).toHaveLength(1);
  });

  it('keeps assigned bookings with their crew, and plans around them', async () => {
    const [ana, bo] = [await dayCrew(desk, 'Ana'), await dayCrew(desk, 'Bo')];
    const assigned = await bookAt(partner, 9, 1);
    expect((await operator.post(`/bookings/${assigned.id}/assign`, { crew_id: bo })).status).toBe(200);
    await bookAt(partner, 9, 5);
    const body = await plan(operator);
    expect(body.result.before).toMatchObject({ served: 1, unserved: 1 });
    const statuses = Object.fromEntries(
      crewsOf(body).map(({ crew_id, jobs }) => [crew_id, jobs.map(({ status }: Body) => status)]),
    );
    expect(statuses).toEqual({ [ana]: ['planned'], [bo]: ['dispatched'] });
    await apply(body.id);
    expect((await plannedJobs()).jobs.map(({ crew_id }: Body) => crew_id)).toEqual([ana]);
  });

  it('learns how long journeys and services take, and shows it to operators', async () => {
    const ana = await dayCrew(desk, 'Ana');
    const booking = await bookAt(partner, 9, 1);
    expect((await operator.post(`/bookings/${booking.id}/assign`, { crew_id: ana })).status).toBe(200);
    const [quote] = await queryAsOwner<{ minutes: number }>(
      test.connection,
      `select (q.facts #>> '{travel,minutes}')::float8 as minutes from booking b join quote q on q.id = b.quote_id
       where b.id = $1`,
      [booking.id],
    );
    const moveAt = async (minutes: number, position: number, move: string, more?: object) => {
      clock.set(new Date(Date.UTC(2027, 2, 10, 14, minutes)));
      await go(operator, booking, position, move, more);
    };
    const photo_urls = [await photograph(operator, booking.id)];
    await moveAt(0, 0, 'depart');
    await moveAt(10, 0, 'arrive');
    await moveAt(20, 0, 'complete', { photo_urls });
    await moveAt(21, 1, 'depart');
    await moveAt(51, 1, 'arrive');
    await moveAt(71, 1, 'complete', { photo_urls });
    await moveAt(72, 1, 'move-on');
    await relearnTimes(test.system, { since: new Date(0), now: clock.now() });
    const learned = (await operator.get(`/areas/${AREA}/learned-times`)).body;
    expect(learned).toMatchObject({ area: AREA, is_used: false });
    const drive = learned.data.find(({ kind, hour }: Body) => kind === 'drive' && hour === 9);
    expect(drive).toMatchObject({ observations: 1, factor: null, product: null });
    expect(drive.median).toBeCloseTo(30 / (quote?.minutes ?? 0), 3);
    const service = learned.data.find(({ kind }: Body) => kind === 'service');
    // 10 and 20 minutes.
    expect(service).toMatchObject({ product: 'van', hour: null, observations: 2 });
    clock.set(nightBefore().now());
  });

  it('dispatches a planned booking to its planned crew at the horizon, without telling partners before', async () => {
    await dispatchAutomatically(test);
    const ana = await dayCrew(desk, 'Ana');
    const booking = await bookAt(partner, 9, 1);
    const body = await plan(operator);
    await apply(body.id);
    // Better rated: the greedy rule would take it.
    await dayCrew(desk, 'Bo', { rating: 5 });
    const events = async () => (await partner.get(`/events?booking_id=${booking.id}`)).body.data;
    const shown = async () => (await partner.get(`/bookings/${booking.id}`)).body;
    expect(await shown()).toMatchObject({ state: 'created', crew: null });
    expect((await events()).map(({ type }: Body) => type)).toEqual(['booking.created']);
    clock.advance({ hours: 7, minutes: 10 });
    await until(shown, ({ state, crew }) => state === 'dispatched' && crew !== null);
    const { data } = (await operator.get(`/offers?booking_id=${booking.id}`)).body;
    expect(data).toMatchObject([{ crew_id: ana, state: 'accepted', plan: 'followed' }]);
    const [{ arrives_at: plannedAt }] = jobsOf(body);
    expect(data[0].arrives_at).toBe(plannedAt);
    // Until the crew departs, its ETA is that of the plan; for partners and customers.
    expect((await shown()).crew.eta).toBe(plannedAt);
  });
});
