// Dispatch checks of the doctor: no findings after normal business, and every kind of corruption is reported.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { arriveAtStop, departForStop, skipStop } from '../../src/features/dispatch/report-progress.ts';
import { assignCrewTo, loseCrewOf } from '../../src/features/dispatch/system/assign-crew.ts';
import { dispatchChecks } from '../../src/features/dispatch/system/doctor/dispatch-check-store.ts';
import { runDispatchRound } from '../../src/features/dispatch/system/run-dispatch-round.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { idsFromClock, TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  type DispatchFixture,
  dana,
  dispatchAutomatically,
  openDispatchFixture,
} from '../support/dispatch-actions.ts';
import { snapshotTables, type TableSnapshot } from '../support/table-snapshot.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

const stranger = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
const live = 'ended_at is null';

type Break = readonly [what: string, check: string, sql: string, table: string, message: RegExp];
const breaks: readonly Break[] = [
  [
    'overlapping engagements of a crew',
    'crews: engagements never',
    `update crew_engagement set ends_at = ends_at + interval '20 hours' where ${live}`,
    'crew_engagement',
    /is engaged in booking .* at the same time/,
  ],
  [
    'a crew that is engaged for a booking without a crew',
    'crews: engaged',
    `update crew_engagement set ended_at = null, end_reason = null where end_reason = 'lost'`,
    'crew_engagement',
    /its booking is created with crew none/,
  ],
  [
    'a crew that is engaged for a booking of another crew',
    'crews: engaged',
    `update crew_engagement set crew_id = '${stranger}' where ${live}`,
    'crew_engagement',
    /its booking is dispatched with crew/,
  ],
  [
    'a crew that is engaged after the last stop is done',
    'crews: engaged',
    `update crew_engagement set ended_at = null, end_reason = null where end_reason = 'completed'`,
    'crew_engagement',
    /the last stop of its booking is done/,
  ],
  [
    'a completed stop from which no job moves on',
    'bookings: a job moves on',
    `delete from due_job where kind = 'dispatch.move_on'`,
    'booking',
    /its stop is done, but no job moves on from it/,
  ],
  [
    'a booking whose crew has no engagement for it',
    'crews: engaged',
    `delete from crew_engagement where ${live}`,
    'booking',
    /is not engaged in it/,
  ],
  [
    'an engagement for a booking that does not exist',
    'crews: engaged',
    `update crew_engagement set booking_id = '${stranger}' where id = (select id from crew_engagement where ${live} limit 1)`,
    'crew_engagement',
    /does not exist/,
  ],
  [
    'an engagement in another account',
    'crews: engaged',
    `update crew_engagement set account_id = '${stranger}' where ${live}`,
    'crew_engagement',
    /belongs to account/,
  ],
  [
    'an open offer for a booking that has a crew',
    'offers',
    `update dispatch_offer set booking_id = (select id from booking where state = 'dispatched' limit 1)
     where id = (select id from dispatch_offer where state = 'open' limit 1)`,
    'dispatch_offer',
    /is open, its booking is dispatched/,
  ],
  [
    'an offer for a booking that does not exist',
    'offers',
    `update dispatch_offer set booking_id = '${stranger}'
     where id = (select id from dispatch_offer where state = 'open' limit 1)`,
    'dispatch_offer',
    /does not exist/,
  ],
  [
    'an offer in another account',
    'offers',
    `update dispatch_offer set account_id = '${stranger}'`,
    'dispatch_offer',
    /belongs to account/,
  ],
  [
    'overlapping shifts of a crew',
    'shifts',
    `insert into shift select gen_random_uuid(), crew_id, starts_at, ends_at, created_at from shift limit 1`,
    'shift',
    /overlaps the shift/,
  ],
];

describe('doctor: dispatch checks', () => {
  const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
  let test: TestApp;
  let desk: DispatchFixture;
  let kept: TableSnapshot;
  let publicUrl = '';
  const examine = async () => {
    const { checks } = await runDoctor(test.system, { publicUrl, now: clock.now(), more: dispatchChecks });
    return checks;
  };

  beforeAll(async () => {
    test = await startTestApp({ clock, ids: idsFromClock(clock), corruptsData: true });
    desk = openDispatchFixture(test, { clock });
    const partnerAccount = await test.organization();
    const partner = await test.partner({ client: partnerAccount.client });
    const book = async (hours: number): Promise<string> => {
      const from = new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
      const { body } = await partner.post('/bookings', { stops, product: 'van', arrival_window_from: from });
      publicUrl = new URL(body.share_url).origin;
      return body.id;
    };
    /** Completes the first stops without moving on from the last of them. */
    const skipStops = async (bookingId: string, count: number) => {
      const { body } = await partner.get(`/bookings/${bookingId}`);
      const bookingRef = { accountId: partnerAccount.id, bookingId };
      const report = { context: desk.context, actor: dana, bookingRef };
      for (const { id: stopId } of body.route.slice(0, count)) {
        await departForStop(report, { stopId, eta: null });
        await arriveAtStop(report, { stopId });
        await skipStop(report, { stopId, reason: 'Nothing to fetch' });
      }
    };
    // Different ratings make the order of the offers deterministic.
    const [crew, other] = [await desk.crew('One', { rating: 4 }), await desk.crew('Other')];
    for (const [hours, crewId, stopsDone] of [
      [1, crew.id, 1],
      [5, crew.id, 0],
      [1, other.id, 2],
    ] as const) {
      const bookingId = await book(hours);
      await assignCrewTo(desk.context, dana, { bookingId, crewId });
      await skipStops(bookingId, stopsDone);
    }
    const lost = await book(8);
    await assignCrewTo(desk.context, dana, { bookingId: lost, crewId: other.id });
    await loseCrewOf(desk.context, dana, { bookingId: lost });
    await dispatchAutomatically(test);
    const waiting = await book(7);
    await runDispatchRound({ ...desk.context, rules: { offerSeconds: 60, aheadMinutes: 600 } });
    expect(waiting).toBeTruthy();
    await queryAsOwner(
      test.connection,
      `update service_area set document = jsonb_set(document::jsonb, '{dispatch}', '"manual"')::json`,
    );
    test.app.worker.start();
    await untilFollowersCaughtUp(test.connection);
    await test.app.worker.stop();
    kept = await snapshotTables(test.connection, ['crew_engagement', 'dispatch_offer', 'shift', 'due_job']);
  });
  afterEach(() => kept.restore());
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  it('reports nothing after normal business', async () => {
    const checks = await examine();
    expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
    for (const { name } of dispatchChecks)
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
    const unseen = dispatchChecks.filter(({ name }) => !breaks.some(([, check]) => name.startsWith(check)));
    expect(unseen).toEqual([]);
  });
});
