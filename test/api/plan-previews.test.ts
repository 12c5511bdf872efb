// What dispatchers need to review a plan: an early end of the search, locks of proposed jobs, what was intended before, the places
// of the map, and planned crews on the board.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { longOperatorSessions, startTestApp, type TestApp } from '../support/app.ts';
import { idsFromClock } from '../support/clock.ts';
import { type DispatchFixture, openDispatchFixture } from '../support/dispatch-actions.ts';
import { EventStream } from '../support/event-stream.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { AREA, bookAt, clearDay, DAY, dayCrew, nightBefore, plan } from '../support/planned-day.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: response bodies.
type Body = any;
const jobsOf = ({ result }: Body): Body[] =>
  result.crews.flatMap(({ crew_id, jobs }: Body) => jobs.map((job: Body) => ({ ...job, crew_id })));

describe('reviewing a plan', () => {
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
  });
  afterEach(async () => {
    await clearDay(test.connection);
  });
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  const apply = async (id: string, part?: object): Promise<void> => {
    const { status, text } = await operator.post(`/plans/${id}/apply`, part);
    expect(status, text).toBe(200);
  };
  const boardBooking = async (id: string): Promise<Body> => {
    const { body, text } = await operator.get(`/board?day=${DAY}&area=${AREA}`);
    const found = body.bookings.find((booking: Body) => booking.id === id);
    expect(found, text).toBeDefined();
    return found;
  };

  it('ends the search early, over two processes, and keeps the best plan', async () => {
    const elsewhere = await startTestApp({ sharing: test, clock, ids: idsFromClock(clock) });
    const other = await OperatorClient.enter(elsewhere);
    await dayCrew(desk, 'Ana');
    for (const hour of [9, 12, 15]) await bookAt(partner, hour);
    const started = await operator.post('/plans', { area: AREA, day: DAY, seconds: 60 });
    expect(started.body, started.text).toMatchObject({ status: 'computing', result: null });
    const stopped = await other.post(`/plans/${started.body.id}/stop`);
    expect(stopped.status, stopped.text).toBe(200);
    const found = await until(
      async () => (await operator.get(`/plans/${started.body.id}`)).body,
      ({ status }) => status !== 'computing',
    );
    expect(found).toMatchObject({ status: 'ready', failure: null });
    expect(found.result.after).toMatchObject({ served: 3, unserved: 0 });
    // A plan that is ready stays as it is.
    expect((await operator.post(`/plans/${found.id}/stop`)).body).toEqual(found);
    expectRefusal(await operator.post('/plans/7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11/stop'), 404, 'not_found');
    await elsewhere.close();
  });

  it('keeps proposed jobs that a dispatcher locks, before any plan is applied', async () => {
    const [ana, bo] = [await dayCrew(desk, 'Ana'), await dayCrew(desk, 'Bo')];
    const [one, two] = [await bookAt(partner, 9, 1), await bookAt(partner, 9, 5)];
    const first = await plan(operator);
    const crewOf = (body: Body, id: string) => jobsOf(body).find((job) => job.booking_id === id)?.crew_id;
    expect(new Set([crewOf(first, one.id), crewOf(first, two.id)])).toEqual(new Set([ana, bo]));
    const third = await bookAt(partner, 14, 3);
    const locks = { plan_id: first.id, bookings: [one.id], crews: [crewOf(first, two.id)] };
    const second = await plan(operator, { locks, seed: 7 });
    expect(second.locks).toEqual({ bookings: [one.id], crews: [crewOf(first, two.id)] });
    expect(crewOf(second, one.id)).toBe(crewOf(first, one.id));
    expect(crewOf(second, two.id)).toBe(crewOf(first, two.id));
    expect(crewOf(second, third.id), 'a locked crew gets no other booking').toBe(crewOf(first, one.id));
    const isLocked = (id: string) => jobsOf(second).find((job) => job.booking_id === id).is_locked;
    expect([one, two, third].map(({ id }) => isLocked(id))).toEqual([true, true, false]);
    // Nothing is intended yet, so that all three are new.
    expect(second.result.before).toMatchObject({ served: 0, utilisation: 0 });
    expect(jobsOf(second).map(({ previous }) => previous)).toEqual([null, null, null]);
    const refused = (more: object) => operator.post('/plans', { area: AREA, day: DAY, locks: more });
    expectRefusal(
      await refused({ plan_id: '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11' }),
      400,
      'invalid_parameter',
      'locks.plan_id',
    );
    expectRefusal(
      await refused({ plan_id: first.id, bookings: [third.id] }),
      400,
      'invalid_parameter',
      'locks.bookings[0]',
    );
  });

  it('says what was intended before, and names bookings that would overlap if a part is applied', async () => {
    const ana = await dayCrew(desk, 'Ana', { vehicle: 'pickup_truck' });
    const sofa = await bookAt(partner, 9, 1, { product: 'lite' });
    await apply((await plan(operator)).id);
    const { planned } = await boardBooking(sofa.id);
    const week = await operator.get(`/board/week?day=${DAY}&area=${AREA}`);
    expect(week.body.days.find((each: Body) => each.day === DAY)).toMatchObject({
      unassigned: 1,
      planned: 1,
    });
    const bo = await dayCrew(desk, 'Bo', { vehicle: 'pickup_truck', people: ['Bo'] });
    // Needs two crew members: Ana's crew.
    const crate = await bookAt(partner, 9, 5, { product: 'pickup' });
    const moved = await plan(operator);
    const jobs = Object.fromEntries(jobsOf(moved).map((job) => [job.booking_id, job]));
    expect(jobs[sofa.id]).toMatchObject({
      crew_id: bo,
      previous: { crew_id: ana, starts_at: planned.starts_at, arrives_at: planned.arrives_at },
    });
    expect(jobs[crate.id]).toMatchObject({ crew_id: ana, previous: null });
    const { before, after } = moved.result;
    expect(before.utilisation).toBeGreaterThan(0);
    expect(after.utilisation).toBeGreaterThan(before.utilisation / 2);
    const refused = await operator.post(`/plans/${moved.id}/apply`, { bookings: [crate.id] });
    expectRefusal(refused, 409, 'plan_outdated');
    for (const { hid } of [sofa, crate]) expect(refused.body.message).toContain(hid);
    await apply(moved.id);
    // Undo restores exactly the rows before.
    expect((await operator.post(`/plans/${moved.id}/undo`)).status).toBe(200);
    expect((await boardBooking(sofa.id)).planned).toEqual(planned);
  });

  it('shows planned crews on the board until a crew is assigned, and the places of a plan', async () => {
    const ana = await dayCrew(desk, 'Ana');
    const sofa = await bookAt(partner, 9, 1);
    expect((await boardBooking(sofa.id)).planned).toBeNull();
    const found = await plan(operator);
    const stream = await EventStream.open(`${test.baseUrl}/operator/stream`, operator.headers);
    await apply(found.id);
    for (let kind = ''; kind !== 'planned_jobs'; ) {
      const change = (await stream.nextChange()) as { readonly kind: string } | null;
      if (!change) throw new Error('the stream ended without planned_jobs');
      kind = change.kind;
    }
    stream.close();
    const [job] = jobsOf(found);
    expect(await boardBooking(sofa.id)).toMatchObject({
      state: 'created',
      crew_id: null,
      planned: {
        crew_id: ana,
        plan_id: found.id,
        starts_at: job.starts_at,
        arrives_at: job.arrives_at,
        ends_at: job.ends_at,
        is_locked: false,
        is_overdue: false,
      },
    });
    await operator.put(`/planned-jobs/${sofa.id}/lock`, { is_locked: true });
    expect((await boardBooking(sofa.id)).planned).toMatchObject({ is_locked: true });
    const map = await operator.get(`/plans/${found.id}/map`);
    expect(map.body, map.text).toEqual({
      bookings: [{ booking_id: sofa.id, stops: [expect.any(Array), expect.any(Array)] }],
      crews: [{ crew_id: ana, location: null }],
    });
    clock.advance({ minutes: (Date.parse(job.starts_at) - clock.now().getTime()) / 60_000 + 1 });
    expect((await boardBooking(sofa.id)).planned).toMatchObject({ is_overdue: true });
    await operator.post(`/bookings/${sofa.id}/assign`, { crew_id: ana });
    expect(await boardBooking(sofa.id)).toMatchObject({ state: 'dispatched', crew_id: ana, planned: null });
  });
});
