// Plan checks of the doctor: no findings after normal business, and every kind of corruption is reported.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { planChecks } from '../../src/features/plans/system/doctor/plan-check-store.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { idsFromClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { changeArea, type DispatchFixture, openDispatchFixture } from '../support/dispatch-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { bookAt, dayCrew, nightBefore, plan } from '../support/planned-day.ts';
import { snapshotTables, type TableSnapshot } from '../support/table-snapshot.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

const stranger = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
const one = `booking_id = (select min(booking_id::text)::uuid from planned_job)`;

type Break = readonly [what: string, check: string, sql: string, table: string, message: RegExp];
const breaks: readonly Break[] = [
  [
    'the intention of a cancelled booking',
    'plans: intentions only for bookings',
    `update planned_job set booking_id = (select id from booking where state = 'cancelled' limit 1) where ${one}`,
    'planned_job',
    /its booking is cancelled/,
  ],
  [
    'the intention of a booking that does not exist',
    'plans: intentions only for bookings',
    `update planned_job set booking_id = '${stranger}' where ${one}`,
    'planned_job',
    /its booking does not exist/,
  ],
  [
    'the intention of a crew that does not exist',
    'plans: intentions only for crews',
    `update planned_job set crew_id = '${stranger}' where ${one}`,
    'planned_job',
    /does not exist/,
  ],
  [
    'the intention of a retired crew',
    'plans: intentions only for crews',
    `update crew set retired_at = now() - interval '1 hour'; update planned_job set updated_at = now() - interval '1 hour'`,
    'planned_job',
    /is retired/,
  ],
  [
    'overlapping jobs of a crew',
    'plans: jobs of a crew',
    `update planned_job set starts_at = starts_at - interval '12 hours', arrives_at = arrives_at - interval '12 hours',
       ends_at = ends_at + interval '12 hours' where ${one}`,
    'planned_job',
    /overlaps the planned job/,
  ],
  [
    'a job outside of its window',
    'plans: jobs keep the windows',
    `update planned_job set stops = replace(stops::text, '"startsMs":1', '"startsMs":2')::json where ${one}`,
    'planned_job',
    /outside of the window/,
  ],
  [
    'a booking that has lost its place',
    'plans: bookings keep the places',
    `insert into plan_change (area_slug, day, revision, booking_id, cause, at)
       select area_slug, day, 99, booking_id, 'ended', now() from planned_job where ${one};
     delete from planned_job where ${one}`,
    'booking',
    /has no planned job/,
  ],
  [
    'a change without a new revision',
    'plans: the history',
    `update plan_day set revision = revision - 1`,
    'plan_day',
    /its revision is/,
  ],
  [
    'a job that was changed without history',
    'plans: the history',
    `delete from plan_change where ${one}`,
    'planned_job',
    /without history/,
  ],
  [
    'a job that was removed without history',
    'plans: the history',
    `delete from planned_job where ${one}`,
    'planned_job',
    /is missing/,
  ],
  [
    'a plan without a process',
    'plans: computed',
    `update plan set status = 'computing', finished_at = null, result = null, applied_at = null, lease = id,
       lease_until = now() - interval '1 hour'`,
    'plan',
    /its lease ended/,
  ],
];

describe('doctor: plan checks', () => {
  const clock = nightBefore();
  let test: TestApp;
  let desk: DispatchFixture;
  let kept: TableSnapshot;
  let publicUrl = '';
  const examine = async () =>
    (await runDoctor(test.system, { publicUrl, now: clock.now(), more: planChecks })).checks;

  beforeAll(async () => {
    test = await startTestApp({ clock, ids: idsFromClock(clock), corruptsData: true });
    desk = openDispatchFixture(test, { clock });
    const operator = await OperatorClient.enter(test);
    const partner = await test.partner();
    await changeArea(test, { capacity: 'planned' });
    await dayCrew(desk, 'Ana');
    const bookings = [];
    for (const hour of [9, 12, 15]) bookings.push(await bookAt(partner, hour));
    const { body } = await partner.get(`/bookings/${bookings[0]?.id}`);
    publicUrl = new URL(body.share_url).origin;
    const { id, status } = await plan(operator);
    expect(status).toBe('ready');
    expect((await operator.post(`/plans/${id}/apply`)).status).toBe(200);
    await partner.post(`/bookings/${bookings[0]?.id}/cancel`);
    test.app.worker.start();
    await untilFollowersCaughtUp(test.connection);
    await test.app.worker.stop();
    const [left] = await queryAsOwner<{ count: number }>(
      test.connection,
      'select count(*)::int as count from planned_job',
    );
    expect(left).toEqual({ count: 2 });
    kept = await snapshotTables(test.connection, ['planned_job', 'plan_change', 'plan_day', 'plan', 'crew']);
  });
  afterEach(() => kept.restore());
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  it('reports nothing after normal business', async () => {
    const checks = await examine();
    expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
    for (const { name } of planChecks)
      expect(checks.find((check) => check.name === name)?.checked, name).toBeGreaterThan(0);
  });

  it.each(breaks)('reports %s', async (_what, check, statement, table, message) => {
    await kept.corruptWith(statement);
    const result = (await examine()).find(({ name }) => name.startsWith(check));
    expect(result?.broken).toContainEqual(
      expect.objectContaining({ table, message: expect.stringMatching(message) }),
    );
  });

  it('has a failing case for every check', () => {
    const unseen = planChecks.filter(({ name }) => !breaks.some(([, check]) => name.startsWith(check)));
    expect(unseen).toEqual([]);
  });
});
