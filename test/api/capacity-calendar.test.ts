// Capacity overrides: planners close days and hours and change the capacity. Partners see it within a second, and no booking
// is lost.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { timeGoal } from '../support/scale.ts';
import { until } from '../support/until.ts';

interface Listed {
  readonly id: string;
  readonly available: boolean;
  readonly ondemand: boolean;
  readonly start_at: string | null;
}

const route = {
  product: 'van',
  origin: '350 5th Ave, New York, NY 10118',
  destination: '1 Main St, Brooklyn, NY 11201',
};
// Fixed at the start, so that all tests use the same days even if they run past midnight.
const startedMs = Date.now();
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(startedMs + days * 86_400_000);
const hourIn = (at: string) =>
  Number(
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      hourCycle: 'h23',
    }).format(new Date(at)),
  );

describe('a planner', () => {
  let test: TestApp;
  let other: TestApp;
  let planner: OperatorClient;
  let partner: ApiClient;
  let neighbour: ApiClient;
  beforeAll(async () => {
    test = await startTestApp();
    other = await startTestApp({ sharing: test });
    planner = await OperatorClient.enter(test, 'dispatcher');
    const { client } = await test.organization();
    partner = await test.partner({ client });
    neighbour = await other.partner({ client });
    // Loads the areas in both processes.
    await Promise.all([listed(partner), listed(neighbour)]);
  });
  afterEach(async () => {
    const { body } = await planner.get('/capacity-overrides');
    for (const { id } of body.data)
      expect((await planner.delete(`/capacity-overrides/${id}`)).status).toBe(200);
  });
  afterAll(async () => {
    await other.close();
    await test.close();
  });

  const listed = async (who: ApiClient): Promise<Listed[]> => (await who.post('/schedule', route)).body.data;
  const startsOn = (windows: readonly Listed[], day: string) =>
    windows.filter(({ start_at }) => start_at !== null && dayOf(start_at) === day);
  const dayOf = (at: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(at));
  const make = async (body: object) => {
    const answer = await planner.post('/capacity-overrides', { area: 'united-states', ...body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const book = (window: Listed | undefined, who = partner) =>
    who.post('/bookings', {
      stops: [{ location: route.origin }, { location: route.destination }],
      product: 'van',
      arrival_window_id: window?.id,
    });

  it('blocks hours: within a second no process lists them, and booking one is refused with 409', async () => {
    const day = dayIn(3);
    const before = startsOn(await listed(partner), day);
    expect(before.map(({ start_at }) => hourIn(start_at ?? ''))).toContain(9);
    const nine = before.find(({ start_at }) => hourIn(start_at ?? '') === 9);
    const madeAtMs = Date.now();
    await make({ kind: 'block', first_day: day, from: '09:00', to: '11:00', reason: 'Street fair' });
    for (const who of [partner, neighbour]) {
      await until(
        async () => startsOn(await listed(who), day).map(({ start_at }) => hourIn(start_at ?? '')),
        (hours) => !hours.includes(9) && !hours.includes(10) && hours.includes(11),
      );
    }
    expect(Date.now() - madeAtMs).toBeLessThan(timeGoal(1_000));
    for (const who of [partner, neighbour]) {
      const refused = await book(nine, who);
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({
        type: 'invalid_request_error',
        param: 'arrival_window_id',
        code: null,
      });
    }
    const custom = await partner.post('/bookings', {
      stops: [{ location: route.origin }, { location: route.destination }],
      product: 'van',
      arrival_window_from: nine?.start_at,
    });
    expect(custom.status).toBe(409);
    expect(custom.body.param).toBe('arrival_window_from');
  });

  it('closes a day: no window is listed on it, and its bookings stay', async () => {
    const day = dayIn(4);
    const [first] = startsOn(await listed(partner), day);
    const { body: booking } = await book(first);
    const preview = await planner.post('/capacity-overrides/preview', {
      area: 'united-states',
      kind: 'holiday',
      first_day: day,
    });
    expect(preview.body.overbooked).toEqual([
      { product: 'van', time_zone: 'America/New_York', start_at: first?.start_at, reserved: 1, capacity: 0 },
    ]);
    const { overbooked } = await make({ kind: 'holiday', first_day: day, reason: 'Day off' });
    expect(overbooked).toEqual(preview.body.overbooked);
    await until(
      async () => startsOn(await listed(partner), day),
      (windows) => windows.length === 0,
    );
    expect((await partner.get(`/bookings/${booking.id}`)).body.state).toBe('created');
    // A booking keeps its window, even if the window can no longer be booked.
    const same = await partner.patch(`/bookings/${booking.id}`, { arrival_window_id: first?.id });
    expect(same.status, same.text).toBe(200);
    expect((await partner.post(`/bookings/${booking.id}/cancel`)).status).toBe(200);
    expect((await book(first)).status).toBe(409);
  });

  it('closes today: the on-demand window is unavailable', async () => {
    await make({ kind: 'holiday', first_day: dayIn(0) });
    const [onDemand] = await until(
      () => listed(partner),
      ([first]) => first?.available === false,
    );
    expect(onDemand).toMatchObject({ ondemand: true, available: false });
    expect((await book(onDemand)).status).toBe(409);
  });

  it('lowers the capacity below the reservations: warns, keeps the bookings and accepts no more', async () => {
    const day = dayIn(5);
    const [, second] = startsOn(await listed(partner), day);
    for (let count = 0; count < 3; count += 1) expect((await book(second)).status).toBe(201);
    const start = second?.start_at ?? '';
    const from = `${String(hourIn(start)).padStart(2, '0')}:00`;
    const to = `${String(hourIn(start) + 1).padStart(2, '0')}:00`;
    const { overbooked } = await make({
      kind: 'capacity',
      product: 'van',
      first_day: day,
      from,
      to,
      capacity: 2,
    });
    expect(overbooked).toEqual([
      { product: 'van', time_zone: 'America/New_York', start_at: start, reserved: 3, capacity: 2 },
    ]);
    const now = await until(
      async () => startsOn(await listed(partner), day).find(({ id }) => id === second?.id),
      (window) => window?.available === false,
    );
    expect(now?.start_at).toBe(start);
    expect((await book(second)).status).toBe(409);
    const { body } = await planner.get(`/calendar?area=united-states&from=${day}&days=1`);
    const van = body.products.find(({ product }: { product: string }) => product === 'van');
    expect(van.hours.find(({ start_at }: { start_at: string }) => start_at === start)).toMatchObject({
      reserved: 3,
      capacity: 2,
      usual_capacity: 1_000,
      closed: false,
    });
    // The doctor accepts reservations from before the override and reports those from after it.
    const examine = async () => {
      const { checks } = await runDoctor(test.system, { publicUrl: test.baseUrl, now: new Date() });
      return checks.find(({ name }) => name.startsWith('capacity'));
    };
    expect(await examine()).toMatchObject({ brokenCount: 0 });
    await queryAsOwner(
      test.connection,
      `update booking set window_taken_at = now() + interval '1 minute' where window_starts_at = $1`,
      [start],
    );
    expect(await examine()).toMatchObject({
      brokenCount: 1,
      broken: [{ table: 'capacity_bucket', message: '3 places are reserved, the capacity is 2' }],
    });
  });

  it('raises the capacity: a full window can be booked again', async () => {
    const day = dayIn(6);
    const [first] = startsOn(await listed(partner), day);
    const usual = { kind: 'capacity', first_day: day, last_day: day };
    await make({ ...usual, capacity: 1 });
    await until(
      async () => (await book(first)).status,
      (status) => status === 409,
    );
    await make({ ...usual, capacity: 1_500 });
    await until(
      async () => (await book(first)).status,
      (status) => status === 201,
    );
  });

  it('gets the name of the invalid field, and every change is audited', async () => {
    const refuse = async (body: object, param: string, code = 'invalid_parameter') =>
      expectRefusal(
        await planner.post('/capacity-overrides', { area: 'united-states', ...body }),
        400,
        code,
        param,
      );
    const first_day = dayIn(3);
    await refuse({ kind: 'holiday', first_day, area: 'atlantis' }, 'area');
    await refuse({ kind: 'holiday', first_day, last_day: dayIn(2) }, 'last_day');
    await refuse({ kind: 'holiday', first_day, last_day: '2099-01-01' }, 'last_day');
    await refuse({ kind: 'block', first_day, from: '10:00', to: '09:00' }, 'to');
    await refuse({ kind: 'block', first_day, from: '10:30' }, 'from');
    await refuse({ kind: 'block', first_day, capacity: 4 }, 'capacity');
    await refuse({ kind: 'capacity', first_day }, 'capacity', 'missing_parameter');
    await refuse({ kind: 'holiday', first_day, product: 'van' }, 'product');
    await refuse({ kind: 'holiday', first_day, from: '09:00' }, 'from');
    await refuse({ kind: 'party', first_day }, 'kind');
    expectRefusal(await planner.delete('/capacity-overrides/nothing'), 404, 'not_found');
    const { override } = await make({
      kind: 'block',
      first_day,
      from: '12:00',
      to: '13:00',
      reason: 'Lunch',
    });
    expect(override).toMatchObject({
      reason: 'Lunch',
      created_by: 'A dispatcher',
      from: '12:00',
      to: '13:00',
    });
    const { body } = await planner.get('/capacity-overrides?area=united-states');
    expect(body.data).toEqual([override]);
    const entries = await queryAsOwner(
      test.connection,
      `select action, actor_kind from audit_entry where subject_id = $1`,
      [override.id],
    );
    expect(entries).toEqual([{ action: 'capacity.override_created', actor_kind: 'operator' }]);
  });

  it('cannot read a calendar of an unknown area, time zone or date', async () => {
    expectRefusal(await planner.get('/calendar?area=atlantis'), 404, 'not_found', 'area');
    expectRefusal(await planner.get('/calendar?time_zone=Mars'), 400, 'invalid_parameter', 'time_zone');
    expectRefusal(await planner.get('/calendar?from=tomorrow'), 400, 'invalid_parameter', 'from');
  });
});
