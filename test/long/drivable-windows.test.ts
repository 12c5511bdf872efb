// Service areas with planned capacity: a window can be booked if a crew can drive it on top of the plan of that day, and the
// booking reserves its place.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../../src/integrations/guarded-service.ts';
import { estimateRouter } from '../../src/integrations/router/estimate-router.ts';
import type { Router } from '../../src/integrations/router/router.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { longOperatorSessions, startTestApp, type TestApp } from '../support/app.ts';
import { idsFromClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { changeArea, type DispatchFixture, openDispatchFixture } from '../support/dispatch-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { expectPlanServesBookings } from '../support/planned-area.ts';
import { AREA, DAY, dayCrew, nightBefore } from '../support/planned-day.ts';
import { rounds } from '../support/scale.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

// biome-ignore lint/suspicious/noExplicitAny: response bodies.
type Body = any;
const manhattan = '350 5th Ave, New York, NY 10118';
const brooklyn = '1 Main St, Brooklyn, NY 11201';
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const job = { product: 'van', origin: manhattan, destination: brooklyn };

describe('planned capacity', () => {
  const clock = nightBefore();
  let isRouterDown = false;
  let hasRoads = false;
  let asked = 0;
  const router: Router = {
    ...estimateRouter,
    identity: async () => (hasRoads ? 'roads of a test' : null),
    matrix: async (sources, targets) => {
      asked += sources.length * targets.length;
      return isRouterDown ? unavailable('stopped', 7) : estimateRouter.matrix(sources, targets);
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
    await changeArea(test, { capacity: 'planned' });
    test.app.worker.start();
  });
  afterEach(async () => {
    isRouterDown = false;
    hasRoads = false;
    await expectPlanServesBookings(test.connection);
    await queryAsOwner(
      test.connection,
      `update booking set area_slug = 'over'; update crew set retired_at = now() where retired_at is null;
       update vehicle set retired_at = now() where retired_at is null; delete from capacity_bucket;
       delete from planned_job; delete from plan_change; delete from plan; update plan_day set revision = revision + 1`,
    );
  });
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  /** Processes notice changed crews within seconds, and a new revision at once. */
  const crewsChanged = () =>
    queryAsOwner(
      test.connection,
      `insert into plan_day (area_slug, day, revision) values ('${AREA}', '${DAY}', 1)
       on conflict (area_slug, day) do update set revision = plan_day.revision + 1`,
    );
  /** Windows of the day, by local hour: New York is 5 hours behind. */
  const windows = async (input: object = job, client = partner): Promise<Map<number, Body>> => {
    const { status, body, text } = await client.post('/schedule', input);
    expect(status, text).toBe(200);
    const ofDay = body.data.filter(({ start_at }: Body) => start_at?.startsWith(DAY));
    return new Map(ofDay.map((each: Body) => [new Date(each.start_at).getUTCHours() - 5, each]));
  };
  const open = async (input: object = job) =>
    [...(await windows(input))].filter(([, { available }]) => available).map(([hour]) => hour);
  const book = async (hour: number, more: object = {}) => {
    const window = (await windows()).get(hour);
    return partner.post('/bookings', { ...job, arrival_window_id: window.id, ...more });
  };
  const rows = (columns = '*') =>
    queryAsOwner<Body>(test.connection, `select ${columns} from planned_job order by arrives_at`);

  it('lists the windows that a crew can drive, and each of them can be booked', async () => {
    expect(await open()).toEqual([]);
    const crew = await dayCrew(desk, 'Ana');
    await crewsChanged();
    const free = await open();
    // From 8:00 to 20:00, with half an hour to the first job, and about an hour per job.
    expect(free).toContain(9);
    expect(free).not.toContain(20);
    const made: string[] = [];
    for (let next = free[0]; next !== undefined; [next] = await open()) {
      const { status, body, text } = await book(next);
      expect(status, text).toBe(201);
      made.push(body.id);
      const stored = await rows('booking_id, crew_id');
      expect(new Set(stored.map(({ booking_id }) => booking_id))).toEqual(new Set(made));
      expect(new Set(stored.map(({ crew_id }) => crew_id))).toEqual(new Set([crew]));
    }
    expect(made.length).toBeGreaterThan(4);
    for (const hour of [9, 12]) {
      const refused = await book(hour);
      expectProblem(refused, 409, { code: null, param: 'arrival_window_id' });
    }
    const [counted] = await queryAsOwner<Body>(
      test.connection,
      `select sum(reserved)::int as sum from capacity_bucket`,
    );
    expect(counted.sum).toBe(made.length);
    const changes = await queryAsOwner<Body>(test.connection, `select distinct cause from plan_change`);
    expect(changes).toEqual([{ cause: 'booked' }]);
  });

  it('frees the place of a cancelled booking at once', async () => {
    await dayCrew(desk, 'Ana', { shift: [8.5, 11] });
    await crewsChanged();
    const before = await open();
    const first = await book(10);
    expect(first.status, first.text).toBe(201);
    expect(await open()).not.toContain(10);
    expect((await partner.post(`/bookings/${first.body.id}/cancel`)).status).toBe(200);
    expect(await rows()).toEqual([]);
    expect(await open()).toEqual(before);
    expect((await book(10)).status).toBe(201);
  });

  it('moves the place with the window and the route of a booking, and keeps it after the events are processed', async () => {
    await dayCrew(desk, 'Ana');
    await crewsChanged();
    const { body: booking } = await book(10);
    const listed = await windows();
    const moved = await partner.patch(`/bookings/${booking.id}`, { arrival_window_id: listed.get(15)?.id });
    expect(moved.status, moved.text).toBe(200);
    const [row] = await rows();
    expect(row.arrives_at.toISOString() >= `${DAY}T20:00`).toBe(true);
    const rerouted = await partner.patch(`/bookings/${booking.id}`, {
      destination: '41 W 57th St, New York, NY 10019',
    });
    expect(rerouted.status, rerouted.text).toBe(200);
    const [after] = await rows();
    expect(after.ends_at).not.toEqual(row.ends_at);
    // A stop more, and the same window.
    const added = await partner.post(`/bookings/${booking.id}/stops`, { location: brooklyn });
    expect([200, 201], added.text).toContain(added.status);
    expect((await rows())[0].stops).toHaveLength(3);
    // The follower removes places of changed bookings, but not those that the change has reserved.
    await untilFollowersCaughtUp(test.connection);
    expect(await rows()).toHaveLength(1);
    const { body: second } = await book(10);
    expect(second.id).toBeDefined();
    await expectPlanServesBookings(test.connection);
    // No crew has a shift on the next day.
    const nextDay = (await partner.post('/schedule', job)).body.data.find(
      ({ start_at }: Body) => start_at > '2027-03-11T12:00',
    );
    const refused = await partner.patch(`/bookings/${booking.id}`, { arrival_window_id: nextDay.id });
    // As for a full window today.
    expectProblem(refused, 400, { code: null, param: 'arrival_window_id' });
  });

  it('asks whether the vehicle fits, and for windows at the destination', async () => {
    await dayCrew(desk, 'Ana');
    await crewsChanged();
    expect(await open({ ...job, product: 'box' })).toEqual([]);
    const atDestination = await open({ ...job, ref: 'destination' });
    expect(atDestination).not.toContain(8);
    expect(atDestination).toContain(12);
    const window = (await windows({ ...job, ref: 'destination' })).get(12);
    const order = { ...job, arrival_window_id: window.id, arrival_window_ref: 'destination' };
    const { status, text } = await partner.post('/bookings', order);
    expect(status, text).toBe(201);
    const [row] = await rows();
    const last = row.stops.at(-1);
    expect(new Date(last.startsMs).toISOString() >= `${DAY}T17:00`).toBe(true);
    expect(new Date(last.startsMs).toISOString() <= `${DAY}T18:00`).toBe(true);
  });

  it('keeps capacity overrides as a further limit', async () => {
    for (const name of ['Ana', 'Bo']) await dayCrew(desk, name);
    await crewsChanged();
    const { status, text } = await operator.post('/capacity-overrides', {
      area: AREA,
      kind: 'capacity',
      first_day: DAY,
      last_day: DAY,
      from: '10:00',
      to: '11:00',
      capacity: 1,
    });
    expect(status, text).toBe(201);
    expect((await book(10)).status).toBe(201);
    expect(await open()).not.toContain(10);
    expectProblem(await partner.post('/bookings', { ...job, arrival_window_from: `${DAY}T15:00:00Z` }), 409, {
      code: null,
      param: 'arrival_window_from',
    });
  });

  it('measures journeys on roads, remembers them, and refuses while the router is down', async () => {
    await dayCrew(desk, 'Ana');
    await crewsChanged();
    hasRoads = true;
    expect((await book(10)).status).toBe(201);
    const before = asked;
    expect(await open()).toContain(13);
    expect(asked).toBeGreaterThan(before);
    const known = asked;
    expect((await book(13)).status).toBe(201);
    expect(asked).toBe(known);
    isRouterDown = true;
    const elsewhere = { ...job, origin: '1600 Broadway, New York, NY 10019' };
    const refused = await partner.post('/schedule', elsewhere);
    expectProblem(refused, 503, { code: 'service_unavailable' });
    expect(refused.headers.get('retry-after')).toBe('7');
  });

  it('after any sequence of bookings, changes and cancellations the plan serves every promised window', async () => {
    for (const name of ['Ana', 'Bo']) await dayCrew(desk, name, { shift: [7.5, 13.5] });
    const outcomes = { made: 0, refused: 0, moved: 0, cancelled: 0 };
    for (let seed = 1; seed <= rounds(20, 1_000); seed += 1) {
      await crewsChanged();
      const random = randomNumbers(seed);
      const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
      const place = () => ({ location: [-74 + random() * 0.15, 40.68 + random() * 0.12] });
      const from = () => new Date(Date.UTC(2027, 2, 10, 13 + Math.floor(random() * 6))).toISOString();
      const live: string[] = [];
      const book = async () => {
        const order = { stops: [place(), place()], product: 'van' };
        const ref = random() < 0.3 ? 'destination' : 'origin';
        const { body: quote } = await partner.post('/quotes', order);
        const listed = [...(await windows({ quote_id: quote.id, ref })).values()];
        const { id, available } = pick(listed.filter(({ start_at }) => start_at < `${DAY}T20:00`));
        const { status, body, text } = await partner.post('/bookings', {
          quote_id: quote.id,
          arrival_window_id: id,
          arrival_window_ref: ref,
        });
        // The schedule and the booking agree, because nothing else happens.
        expect(status, `seed ${seed}: ${text}`).toBe(available ? 201 : 409);
        outcomes[available ? 'made' : 'refused'] += 1;
        if (available) live.push(body.id);
      };
      for (let step = 0; step < 6; step += 1) {
        const chance = random();
        const id = pick(live);
        if (chance < 0.65 || id === undefined) await book();
        else if (chance < 0.8) {
          expect((await partner.post(`/bookings/${id}/cancel`)).status).toBe(200);
          live.splice(live.indexOf(id), 1);
          outcomes.cancelled += 1;
        } else {
          const change = chance < 0.9 ? { arrival_window_from: from() } : { destination: place().location };
          const { status, text } = await partner.patch(`/bookings/${id}`, change);
          expect([200, 400], `seed ${seed}: ${text}`).toContain(status);
          if (status === 200) outcomes.moved += 1;
        }
        await expectPlanServesBookings(test.connection);
      }
      await queryAsOwner(
        test.connection,
        `update booking set area_slug = 'over'; delete from planned_job; delete from plan_change;
         delete from capacity_bucket`,
      );
    }
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(0);
  });
});
