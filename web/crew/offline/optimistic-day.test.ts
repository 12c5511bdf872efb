import { describe, expect, it } from 'vitest';
import type { CrewDay, CrewJob, CrewStop } from '../api.generated.ts';
import { listedEndedJobs } from './ended-jobs.ts';
import type { StepAction } from './offline-store.ts';
import { applyQueuedSteps, currentStop } from './optimistic-day.ts';
import { stopDecisions } from './stop-decisions.ts';

function stop(id: string, position: number, state: CrewStop['state']): CrewStop {
  return {
    id,
    position,
    kind: position === 0 ? 'pickup' : 'dropoff',
    state,
    name: `${id} street`,
    locality: 'Town',
    unit: null,
    floor: null,
    has_elevator: null,
    instructions: null,
    point: [0, 0],
    time_zone: 'America/New_York',
    planned: null,
    notes: [],
    contacts: [],
    photos_required: 1,
    arrived_at: null,
    done_at: null,
  };
}

function job(id: string, isUnderWay = false): CrewJob {
  return {
    booking_id: id,
    code: id,
    order_number: null,
    description: null,
    starts_at: '2027-03-10T15:00:00Z',
    window: null,
    is_under_way: isUnderWay,
    dispatch_phone_number: null,
    stops: [stop(`${id}0`, 0, 'pending'), stop(`${id}1`, 1, 'waiting')],
    geometry: [null],
  };
}

const day: CrewDay = {
  now: '2027-03-10T15:00:00Z',
  crew: null,
  shift: null,
  jobs: [job('a'), job('b')],
  ended_jobs: [],
  offers: [],
  dispatch_phone_number: null,
  finished_count: 1,
  skipped_stop_ids: [],
  map: { kind: 'vector', url: '/maps/0/{z}/{x}/{y}', attribution: '' },
};

const step = (stopId: string, kind: StepAction['kind']): StepAction => {
  const fields = {
    id: `${stopId}${kind}`,
    booking_id: stopId[0] ?? '',
    stop_id: stopId,
    at: '2027-03-10T16:00:00Z',
  };
  if (kind === 'complete') return { ...fields, kind, photo_ids: ['p'] };
  return kind === 'cannot_complete' ? { ...fields, kind, reason: 'no_access' } : { ...fields, kind };
};
const apply = (shown: CrewDay, waiting: readonly StepAction[]) => applyQueuedSteps(shown, waiting, 'Ana');
const states = (shown: CrewDay) =>
  shown.jobs.map(({ code, stops }) => `${code}: ${stops.map(({ state }) => state).join(' ')}`);

describe('the optimistic day of an offline phone', () => {
  it('applies queued steps and moves the job in progress to the top', () => {
    const shown = apply(day, [step('b0', 'depart'), step('b0', 'arrive')]);
    expect(states(shown)).toEqual(['b: at waiting', 'a: pending waiting']);
    expect(shown.jobs[0]?.stops[0]?.arrived_at).toBe('2027-03-10T16:00:00Z');
    expect(currentStop(shown.jobs[0] ?? job('x'))?.id).toBe('b0');
  });

  it('completes a job with its last stop', () => {
    const all = ['a0', 'a1'].flatMap((id) => [step(id, 'depart'), step(id, 'arrive'), step(id, 'complete')]);
    expect(states(apply(day, all.slice(0, 3)))).toEqual(['a: done pending', 'b: pending waiting']);
    const shown = apply(day, all);
    expect(states(shown)).toEqual(['b: pending waiting']);
    expect(shown.finished_count).toBe(2);
  });

  it('shows a queued note once, before and after the server has it', () => {
    const note: StepAction = { ...step('a0', 'arrive'), kind: 'note', note: 'Gate is broken' };
    const shown = apply(day, [note]);
    expect(shown.jobs[0]).toMatchObject({
      is_under_way: false,
      stops: [
        { state: 'pending', notes: [{ at: note.at, by: 'Ana', text: 'Gate is broken', problem: null }] },
        {},
      ],
    });
    expect(apply(shown, [note])).toEqual(shown);
  });

  it('ignores a step that the server has already applied', () => {
    const heard = apply(day, [step('a0', 'depart'), step('a0', 'arrive')]);
    expect(apply(heard, [step('a0', 'depart'), step('a0', 'arrive')])).toEqual(heard);
  });

  it('stays at a failed stop', () => {
    const shown = apply(day, [
      step('a0', 'depart'),
      step('a0', 'arrive'),
      step('a0', 'cannot_complete'),
      step('a0', 'complete'),
    ]);
    expect(states(shown)).toEqual(['a: failed waiting', 'b: pending waiting']);
  });
});

describe('lost jobs', () => {
  const lost = (id: string) => ({ booking_id: id, code: id, place: 'Street', reason: 'cancelled' as const });
  const after: CrewDay = { ...day, jobs: [], ended_jobs: [lost('a'), lost('c')] };

  it('are announced if the phone has listed them, until they are dismissed', () => {
    expect(listedEndedJobs(after, day)).toEqual([lost('a')]);
    expect(listedEndedJobs(after, { ...day, jobs: [], ended_jobs: [lost('a')] })).toEqual([lost('a')]);
    expect(listedEndedJobs(after, { ...day, jobs: [] })).toEqual([]);
    expect(listedEndedJobs(after, null)).toEqual([]);
  });
});

describe('decisions of a dispatcher about a stop', () => {
  const inStates = (first: CrewStop['state'], second: CrewStop['state']): CrewDay => ({
    ...day,
    jobs: [{ ...job('a', true), stops: [stop('a0', 0, first), stop('a1', 1, second)] }],
  });
  const skipped = { stopId: 'a1', place: 'a1 street', kind: 'skipped' as const, hasItems: true };
  const retried = { ...skipped, kind: 'retried' as const };
  const ended: CrewDay = { ...day, jobs: [] };

  it('are announced once, also if the job has ended', () => {
    const waits = inStates('done', 'failed');
    expect(stopDecisions(waits, inStates('done', 'at'), [])).toEqual([retried]);
    expect(stopDecisions(waits, inStates('done', 'skipped'), [])).toEqual([skipped]);
    expect(stopDecisions(waits, { ...ended, skipped_stop_ids: ['a1'] }, [])).toEqual([skipped]);
    expect(stopDecisions(inStates('done', 'skipped'), { ...ended, skipped_stop_ids: ['a1'] }, [])).toEqual(
      [],
    );
    expect(stopDecisions(ended, { ...ended, skipped_stop_ids: ['a1'] }, [])).toEqual([]);
    expect(stopDecisions(inStates('failed', 'waiting'), inStates('skipped', 'pending'), [])).toEqual([
      { stopId: 'a0', place: 'a0 street', kind: 'skipped', hasItems: false },
    ]);
  });

  it('are not announced by a server of an earlier version, which names no skipped stops', () => {
    const earlier = { ...ended, skipped_stop_ids: undefined } as unknown as CrewDay;
    expect(stopDecisions(inStates('done', 'failed'), earlier, [])).toEqual([]);
  });

  it('stay until they are dismissed or replaced by a later one', () => {
    expect(stopDecisions(inStates('done', 'at'), inStates('done', 'failed'), [retried])).toEqual([retried]);
    expect(stopDecisions(inStates('done', 'failed'), inStates('done', 'skipped'), [retried])).toEqual([
      skipped,
    ]);
  });

  it('do not ask to try a stop again that is done, or whose job has ended', () => {
    expect(stopDecisions(inStates('done', 'at'), inStates('done', 'done'), [retried])).toEqual([]);
    expect(stopDecisions(inStates('done', 'at'), ended, [retried, { ...skipped, stopId: 'b0' }])).toEqual([
      { ...skipped, stopId: 'b0' },
    ]);
  });

  it('are not derived from a step of the crew', () => {
    expect(stopDecisions(inStates('done', 'driving'), inStates('done', 'at'), [])).toEqual([]);
    expect(stopDecisions(inStates('done', 'failed'), ended, [])).toEqual([]);
  });
});
