// Unit tests of what a plan changes, of the chosen part, and of the request for the next plan.
import { describe, expect, test } from 'vitest';
import type { Plan, PlanJob } from '../api.ts';
import { placeJobs, planAxis } from './plan-axis.ts';
import { changeOf, chosenPart, countChanges, hasUnapplied, nextPlan } from './plan-changes.ts';
import { formatLateJobs } from './plan-labels.ts';
import { routesOf } from './plan-markers.ts';

const at = (hour: number, minute = 0) => new Date(Date.UTC(2030, 0, 15, hour, minute)).toISOString();
const previous = (crew_id: string, hour: number) => ({
  crew_id,
  starts_at: at(hour - 1, 30),
  arrives_at: at(hour),
  ends_at: at(hour + 1),
});
const job = (id: string, hour: number, more: Partial<PlanJob> = {}): PlanJob => ({
  booking_id: id,
  hid: id,
  status: 'planned',
  starts_at: at(hour - 1, 30),
  arrives_at: at(hour),
  ends_at: at(hour + 1),
  drive_minutes: 10,
  miles: 2,
  is_locked: false,
  stops: [],
  previous: null,
  ...more,
});
const numbers = {
  served: 0,
  unserved: 0,
  crews: 0,
  miles: 0,
  drive_minutes: 0,
  expected_late: 0,
  utilisation: 0,
};
const crew = (crew_id: string, jobs: PlanJob[]) => ({
  crew_id,
  name: crew_id,
  jobs,
  miles: 0,
  drive_minutes: 0,
  utilisation: 0,
});
const result: NonNullable<Plan['result']> = {
  crews: [
    crew('ana', [
      job('new', 9),
      job('moved', 11, { previous: previous('bo', 11) }),
      job('kept', 13, { previous: previous('ana', 13) }),
      job('retimed', 15, { previous: previous('ana', 16) }),
    ]),
    crew('bo', [job('assigned', 9, { status: 'dispatched' })]),
  ],
  unserved: [
    { booking_id: 'removed', hid: 'removed', reason: 'crews_full', previous: previous('bo', 17) },
    { booking_id: 'unserved', hid: 'unserved', reason: 'crews_full', previous: null },
  ],
  before: numbers,
  after: numbers,
  travel: { source: 'estimate', estimated_share: 1 },
  service_level: 0.9,
  buffer_minutes: 2,
  uses_learned_times: false,
  iterations: 1,
};
const plan: Plan = {
  id: 'p1',
  area: 'here',
  day: '2030-01-15',
  version: 3,
  status: 'ready',
  origin: 'dispatcher',
  reasons: [],
  time_zone: 'UTC',
  revision: 0,
  seconds: 15,
  seed: 1,
  locks: { bookings: [], crews: [] },
  created_at: at(5),
  finished_at: at(5),
  applied_at: null,
  undone_at: null,
  progress: null,
  failure: null,
  result,
};

describe('the changes of a plan', () => {
  test('marks each job', () => {
    const marks = result.crews.flatMap(({ crew_id, jobs }) => jobs.map((each) => changeOf(each, crew_id)));
    expect(marks).toEqual(['new', 'moved', 'kept', 'retimed', 'fixed']);
    expect(countChanges(result)).toEqual({ new: 1, moved: 1, retimed: 1, removed: 1 });
  });

  test('has something left to apply until the day is as planned', () => {
    const applied = ['new', 'moved', 'kept', 'retimed'].map((booking_id) => ({ booking_id, crew_id: 'ana' }));
    const none: ReadonlySet<string> = new Set();
    expect(hasUnapplied(result, applied, none)).toBe(false);
    expect(hasUnapplied(result, applied.slice(1), none)).toBe(true);
    expect(hasUnapplied(result, applied.slice(1), new Set(['new'])), 'the rest of a part').toBe(false);
    expect(hasUnapplied(result, [...applied, { booking_id: 'removed', crew_id: 'bo' }], none)).toBe(true);
  });

  test('applies the whole plan, or the chosen part including bookings that lose their crew', () => {
    expect(chosenPart(result, new Set())).toBeUndefined();
    expect(chosenPart(result, new Set(['new', 'kept']))).toEqual({
      bookings: ['moved', 'retimed', 'removed'],
    });
    expect(chosenPart(result, new Set(['assigned'])), 'not changed by the plan').toBeUndefined();
  });

  test('locks what the plan proposes, and searches elsewhere', () => {
    const none = { bookings: new Set<string>(), crews: new Set<string>() };
    expect(nextPlan(plan, none)).toEqual({ area: 'here', day: '2030-01-15', seconds: 15, seed: 4 });
    const hasty = { ...plan, result: { ...result, iterations: 0 } };
    expect(nextPlan(hasty, none), 'searches longer').toMatchObject({ seconds: 45 });
    const locks = { bookings: new Set(['moved', 'assigned', 'unserved']), crews: new Set(['bo']) };
    expect(nextPlan(plan, locks)).toMatchObject({
      locks: { plan_id: 'p1', bookings: ['moved'], crews: ['bo'] },
    });
    expect(nextPlan({ ...plan, result: null }, locks), 'a failed plan proposes nothing').not.toHaveProperty(
      'locks',
    );
  });

  test('has the routes before and after', () => {
    const idsOf = (side: 'before' | 'after') =>
      Object.fromEntries(
        routesOf(result, side).map(({ crewId, jobs }) => [crewId, jobs.map(({ id }) => id)]),
      );
    expect(idsOf('after')).toEqual({ ana: ['new', 'moved', 'kept', 'retimed'], bo: ['assigned'] });
    expect(idsOf('before')).toEqual({ ana: ['kept', 'retimed'], bo: ['assigned', 'moved', 'removed'] });
  });

  test('places jobs on an axis of whole hours, and short ones that would cover each other in lanes', () => {
    const axis = planAxis(result.crews, 'UTC');
    expect([axis.fromMs, axis.toMs].map((ms) => new Date(ms).toISOString())).toEqual([at(8), at(17)]);
    const short = (id: string, minute: number) =>
      job(id, 9, { starts_at: at(9, minute), arrives_at: at(9, minute), ends_at: at(9, minute + 20) });
    expect(placeJobs([short('a', 0), short('b', 30)], axis).map(({ left, lane }) => [left, lane])).toEqual([
      [1, 0],
      [1.5, 1],
    ]);
  });
});

test('says how many jobs are expected to be late', () => {
  expect([0, 0.04, 0.4, 2].map(formatLateJobs)).toEqual(['none', 'none', 'about 0.4', 'about 2.0']);
});
