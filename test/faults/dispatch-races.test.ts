// Many bookings for few crews, with two dispatch workers and a dispatcher that decide concurrently.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { listOffers } from '../../src/features/dispatch/system/answer-offer.ts';
import { assignCrewTo } from '../../src/features/dispatch/system/assign-crew.ts';
import { acceptForCrew } from '../../src/features/dispatch/system/dispatch-jobs.ts';
import { dispatchChecks } from '../../src/features/dispatch/system/doctor/dispatch-check-store.ts';
import { runDispatchRound } from '../../src/features/dispatch/system/run-dispatch-round.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  type DispatchFixture,
  dana,
  dispatchAutomatically,
  openDispatchFixture,
} from '../support/dispatch-actions.ts';
import { measured } from '../support/fault-report-notes.ts';
import { rounds, timeGoal } from '../support/scale.ts';

const bookingCount = rounds(60, 500);
const crewCount = rounds(12, 100);
const goalMs = timeGoal(1_000);
const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
const rules = { offerSeconds: 60, aheadMinutes: 240 };

describe('many bookings for few crews', () => {
  let test: TestApp;
  let partner: ApiClient;
  let desk: DispatchFixture;
  let ids: string[];
  let crewIds: string[];
  beforeAll(async () => {
    test = await startTestApp({ clock, variables: { RATE_LIMIT_REQUESTS: '100000' } });
    await dispatchAutomatically(test);
    partner = await test.partner();
    desk = openDispatchFixture(test, { clock, connections: 6 });
    ids = [];
    for (let nth = 0; nth < bookingCount; nth++) {
      const location = (shift: number) => [
        -73.98 + ((nth * 7 + shift) % 40) / 500,
        40.7 + ((nth * 3 + shift) % 30) / 500,
      ];
      const { status, text, body } = await partner.post('/bookings', {
        stops: [{ location: location(0) }, { location: location(5) }],
        product: 'van',
        arrival_window_from: new Date(clock.now().getTime() + (5 + (nth % 200)) * 60_000).toISOString(),
      });
      if (status !== 201) throw new Error(text);
      ids.push(body.id);
    }
    crewIds = await insertCrews(crewCount);
  });
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  /** Inserted directly: creating a hundred crews over the API would take longer than the measured work. */
  const insertCrews = async (count: number): Promise<string[]> => {
    const crews = Array.from({ length: count }, (_, nth) => ({
      id: randomUUID(),
      vehicle: randomUUID(),
      name: `Crew ${nth}`,
      longitude: -73.98 + (nth % 20) / 250,
      latitude: 40.7 + (nth % 15) / 250,
    }));
    await queryAsOwner(
      test.connection,
      `with given as (select * from json_to_recordset($1) as g (id uuid, vehicle uuid, name text, longitude float8, latitude float8)),
        vehicles as (insert into vehicle (id, type, name, created_at, updated_at) select vehicle, 'van', name, now(), now() from given returning id),
        crews as (insert into crew (id, name, vehicle_id, home_areas, rating, auto_accept, longitude, latitude, position_at, created_at, updated_at)
          select id, name, vehicle, '{}', 4.5, true, longitude, latitude, now(), now(), now() from given returning id),
        people as (insert into crew_member (id, crew_id, position, first_name, created_at, updated_at)
          select gen_random_uuid(), id, nth, 'Ana', now(), now() from given, generate_series(0, 1) nth returning id)
       insert into shift (id, crew_id, starts_at, ends_at, created_at) select gen_random_uuid(), id, $2, $3, now() from given`,
      [JSON.stringify(crews), clock.now(), new Date(clock.now().getTime() + 10 * 3_600_000)],
    );
    return crews.map(({ id }) => id);
  };
  const expectConsistent = async () => {
    const { share_url } = (await partner.get(`/bookings/${ids[0]}`)).body;
    const { checks } = await runDoctor(test.system, {
      publicUrl: new URL(share_url).origin,
      now: clock.now(),
      more: dispatchChecks,
    });
    expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
    const clashes = await queryAsOwner(
      test.connection,
      `with held as (select crew_id, booking_id, starts_at, ends_at from crew_engagement where ended_at is null
         union all select crew_id, booking_id, starts_at, ends_at from dispatch_offer where state = 'open')
       select from held a join held b on b.crew_id = a.crew_id and b.booking_id <> a.booking_id
         and b.starts_at < a.ends_at and b.ends_at > a.starts_at`,
    );
    expect(clashes).toEqual([]);
  };

  it(`are dispatched in a round of less than a second, and concurrent rounds do not assign overlapping jobs`, async () => {
    const context = { ...desk.context, rules };
    const startedAt = performance.now();
    const [first, second] = await Promise.all([runDispatchRound(context), runDispatchRound(context)]);
    const bothMs = performance.now() - startedAt;
    expect(first.waiting).toBe(bookingCount);
    expect(first.offered + second.offered).toBeGreaterThanOrEqual(Math.min(crewCount, bookingCount));
    const offers = await listOffers(desk.context, { state: 'open', limit: 1_000 });
    expect(offers).toHaveLength(first.offered + second.offered);
    expect(new Set(offers.map(({ bookingId }) => bookingId)).size).toBe(offers.length);
    await expectConsistent();
    // Once more without a concurrent round, for the time: all offers are removed first.
    await queryAsOwner(
      test.connection,
      'delete from dispatch_offer; delete from due_job; update crew set version = 0',
    );
    const alone = performance.now();
    const { offered } = await runDispatchRound(context);
    const roundMs = performance.now() - alone;
    measured(
      `${bookingCount} bookings, ${crewCount} crews: ${offered} offers in ${Math.round(roundMs)} ms; two rounds at once ${Math.round(bothMs)} ms`,
    );
    expect(roundMs).toBeLessThan(goalMs);
  });

  it('are assigned by two workers and a dispatcher concurrently without overlapping jobs', async () => {
    const jobs = await queryAsOwner<{ key: string; account_id: string }>(
      test.connection,
      `select key, account_id from due_job where kind = 'dispatch.accept'`,
    );
    expect(jobs.length).toBeGreaterThan(0);
    const work = [...jobs, ...jobs].map(({ key, account_id: accountId }, nth) => ({
      id: String(nth),
      kind: 'dispatch.accept',
      key,
      accountId,
      tries: 1,
      dueAt: desk.context.clock.now(),
      data: {},
    }));
    const byHand = ids
      .slice(0, crewCount)
      .map((bookingId, nth) => ({ bookingId, crewId: crewIds[nth] ?? '' }));
    const outcomes = await Promise.allSettled([
      ...work.map((job) => acceptForCrew(desk.context, job)),
      ...byHand.map((assignment) => assignCrewTo(desk.context, dana, assignment)),
      runDispatchRound({ ...desk.context, rules }),
    ]);
    // Only the dispatcher's assignments are refused, with a reason.
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of refused)
      expect(['crew_unavailable', 'booking_not_editable'], String(reason)).toContain(reason.code);
    await expectConsistent();
    const [{ engaged } = { engaged: 0 }] = await queryAsOwner<{ engaged: number }>(
      test.connection,
      'select count(*)::int as engaged from crew_engagement where ended_at is null',
    );
    expect(engaged).toBeGreaterThanOrEqual(jobs.length / 2);
  });
});
