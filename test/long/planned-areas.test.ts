// Edges of planned capacity: the sandbox, dispatched bookings, two areas with one crew, lost races, and reasons for operators.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SERVICE_AREA } from '../../src/domain/place/default-service-area.ts';
import type { ServiceArea } from '../../src/domain/place/service-area.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { longOperatorSessions, startTestApp, type TestApp } from '../support/app.ts';
import { idsFromClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { changeArea, type DispatchFixture, openDispatchFixture } from '../support/dispatch-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { DAY, dayCrew, nightBefore } from '../support/planned-day.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

// biome-ignore lint/suspicious/noExplicitAny: response bodies.
type Body = any;
const manhattan = '350 5th Ave, New York, NY 10118';
const brooklyn = '1 Main St, Brooklyn, NY 11201';
const job = { product: 'van', origin: manhattan, destination: brooklyn };
/** New York is 5 hours behind. */
const at = (hour: number) => new Date(Date.UTC(2027, 2, 10, 5 + hour)).toISOString();

it('counts bookings in the sandbox, which has no crews', async () => {
  const sandbox = await startTestApp({ environment: 'sandbox', clock: nightBefore() });
  try {
    await changeArea(sandbox, { capacity: 'planned' });
    const partner = await sandbox.partner();
    const { body } = await partner.post('/schedule', job);
    const free = body.data.find(({ available, start_at }: Body) => available && start_at !== null);
    expect(free).toBeDefined();
    const { status, text } = await partner.post('/bookings', { ...job, arrival_window_id: free.id });
    expect(status, text).toBe(201);
    expect(await queryAsOwner(sandbox.connection, 'select from planned_job')).toEqual([]);
  } finally {
    await sandbox.close();
  }
});

describe('an area with planned capacity', () => {
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
    await changeArea(test, { capacity: 'planned' });
    test.app.worker.start();
  });
  afterEach(() =>
    queryAsOwner(
      test.connection,
      `update booking set area_slug = 'over'; update crew set retired_at = now() where retired_at is null;
       update vehicle set retired_at = now() where retired_at is null; delete from capacity_bucket;
       delete from planned_job; delete from plan_change; update plan_day set revision = revision + 1`,
    ),
  );
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  const book = (hour: number, more: object = {}) =>
    partner.post('/bookings', {
      ...job,
      arrival_window_from: at(hour),
      arrival_window_to: at(hour + 1),
      ...more,
    });
  const booked = async (hour: number, more: object = {}): Promise<Body> => {
    const { status, body, text } = await book(hour, more);
    expect(status, text).toBe(201);
    return body;
  };
  const moveTo = (id: string, hour: number) =>
    partner.patch(`/bookings/${id}`, { arrival_window_from: at(hour), arrival_window_to: at(hour + 1) });

  it('moves a dispatched booking only to where its own crew has time', async () => {
    const ana = await dayCrew(desk, 'Ana', { shift: [7.5, 15.5] });
    const moved = await booked(10);
    const other = await booked(13);
    await dayCrew(desk, 'Bo');
    for (const { id } of [moved, other]) {
      const { status, text } = await operator.post(`/bookings/${id}/assign`, { crew_id: ana });
      expect(status, text).toBe(200);
    }
    const { status, text } = await moveTo(moved.id, 11);
    expect(status, text).toBe(200);
    await untilFollowersCaughtUp(test.connection);
    const [engagement] = await queryAsOwner<Body>(
      test.connection,
      'select crew_id, arrives_at from crew_engagement where booking_id = $1 and ended_at is null',
      [moved.id],
    );
    expect(engagement.crew_id).toBe(ana);
    expect(engagement.arrives_at.toISOString() >= at(11)).toBe(true);
    // Ana is at the other booking, or has gone home; Bo would have time.
    for (const hour of [13, 17])
      expectProblem(await moveTo(moved.id, hour), 400, { code: null, param: 'arrival_window_from' });
    expect((await partner.get(`/bookings/${moved.id}`)).body.arrival_window.start_at).toBe(at(11));
  });

  it('sells the time of a crew once, if it works in two areas', async () => {
    const area = { ...DEFAULT_SERVICE_AREA, capacity: 'planned' } as const;
    const [west, south, east, north] = [-74.05, 40.69, -73.9, 40.9];
    const outline = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ] as const;
    const city: ServiceArea = {
      ...area,
      slug: 'city',
      name: 'City',
      priority: 1,
      coverage: { type: 'Polygon', coordinates: [outline] },
    };
    await changeArea(test, { capacity: 'planned' }, [city]);
    try {
      await dayCrew(desk, 'Ana', { shift: [9.5, 11.5] });
      const inManhattan = { origin: manhattan, destination: '41 W 57th St, New York, NY 10019' };
      const elsewhere = { origin: '1 Main St, Boston, MA 02108', destination: '9 Main St, Boston, MA 02109' };
      const first = await booked(10, inManhattan);
      const rows = await queryAsOwner<Body>(test.connection, 'select area_slug, booking_id from planned_job');
      expect(rows).toEqual([{ area_slug: 'city', booking_id: first.id }]);
      expectProblem(await book(10, elsewhere), 409, { code: null, param: 'arrival_window_from' });
      expect((await partner.post(`/bookings/${first.id}/cancel`)).status).toBe(200);
      await booked(10, elsewhere);
    } finally {
      await changeArea(test, { capacity: 'planned' });
    }
  });

  it('refuses with 503 and saves nothing if other bookings are always faster', async () => {
    await dayCrew(desk, 'Ana');
    await queryAsOwner(
      test.connection,
      `create function lose_race() returns trigger language plpgsql as
         $$ begin raise exception 'lost' using errcode = 'WBPLN'; end $$;
       create trigger lose_race before insert on planned_job for each row execute function lose_race()`,
    );
    const count = async () => (await queryAsOwner<Body>(test.connection, 'select id from booking')).length;
    const before = await count();
    const refused = await book(10);
    await queryAsOwner(test.connection, 'drop trigger lose_race on planned_job; drop function lose_race()');
    expectProblem(refused, 503, { code: 'service_unavailable' });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await count()).toBe(before);
    await booked(10);
  });

  it('refuses a window only after it has looked for new shifts', async () => {
    const { id } = await desk.crew('Ana', { autoAccept: true, shift: null });
    expectProblem(await book(10), 409, { code: null, param: 'arrival_window_from' });
    await queryAsOwner(
      test.connection,
      `insert into shift (id, crew_id, starts_at, ends_at, created_at) values (gen_random_uuid(), $1, $2, $3, now())`,
      [id, at(8), at(12)],
    );
    await booked(10);
  });

  it('explains to operators why a window is refused, and which crew comes closest', async () => {
    const ana = await dayCrew(desk, 'Ana', { shift: [9.5, 11.5] });
    const { id } = await booked(10);
    await dayCrew(desk, 'Bo', { shift: [12.5, 14.5] });
    await queryAsOwner(test.connection, 'update plan_day set revision = revision + 1');
    const second = await booked(13);
    const reasons = async (bookingId: string) => {
      const { status, body, text } = await operator.get(`/bookings/${bookingId}/refused-windows`);
      expect(status, text).toBe(200);
      return new Map<string, Body>(body.data.map((each: Body) => [each.window.start_at, each]));
    };
    const ofSecond = await reasons(second.id);
    expect(ofSecond.get(at(10))).toMatchObject({ reason: 'crews_full', crew: { id: ana, name: 'Ana' } });
    expect(ofSecond.get(at(18))).toMatchObject({ reason: 'outside_shifts', crew: { name: 'Bo' } });
    expect(ofSecond.get(at(10 + 48))).toMatchObject({ reason: 'no_shift', crew: null });
    expect(ofSecond.has(at(13))).toBe(false);
    expect((await reasons(id)).has(at(10))).toBe(false);
    await queryAsOwner(test.connection, `update vehicle set type = 'pickup_truck'`);
    await queryAsOwner(test.connection, 'update plan_day set revision = revision + 1');
    expect((await reasons(id)).get(at(11))).toMatchObject({ reason: 'no_suitable_crew', crew: null });
  });

  it('says in the capacity calendar that windows are planned', async () => {
    await dayCrew(desk, 'Ana');
    await booked(10);
    const { body } = await operator.get(`/calendar?from=${DAY}&days=1&time_zone=America/New_York`);
    expect(body.area.capacity).toBe('planned');
    const van = body.products.find(({ product }: Body) => product === 'van');
    expect(van.hours.find(({ hour }: Body) => hour === 10)).toMatchObject({
      reserved: 1,
      capacity: null,
      usual_capacity: null,
    });
  });
});
