import { describe, expect, it } from 'vitest';
import { bookingExceptions, type WatchedBooking } from './booking-exceptions.ts';

const at = (time: string) => Date.parse(`2030-01-15T${time}:00Z`);
const waiting: WatchedBooking = {
  state: 'created',
  window: { startMs: at('12:00'), endMs: at('13:00') },
  takenAtMs: at('01:00'),
  refPosition: 0,
  progress: null,
  failure: null,
  problem: null,
  etaMs: null,
  etaReportedMs: null,
  departsMs: null,
  crewsLost: 0,
};
const assigned: WatchedBooking = {
  ...waiting,
  state: 'dispatched',
  progress: { state: 'pending', position: 0 },
  departsMs: at('11:30'),
};
const kinds = (booking: WatchedBooking, time: string) =>
  bookingExceptions(booking, at(time)).map(({ kind, severity }) => `${kind} ${severity}`);

describe('the exceptions of a booking', () => {
  it('has none while its window is far ahead', () => {
    expect(kinds(waiting, '09:59')).toEqual([]);
    expect(kinds(assigned, '11:00')).toEqual([]);
  });

  it('is unassigned two hours before its window, and critical when the window starts', () => {
    expect(kinds(waiting, '10:00')).toEqual(['unassigned high']);
    expect(kinds(waiting, '12:00')).toEqual(['unassigned critical']);
  });

  it('is a problem of the crew on its way, until it arrives', () => {
    const problem = { text: 'Vehicle breakdown', atMs: at('12:05') };
    const driving = { ...assigned, problem, progress: { state: 'driving', position: 0 } as const };
    expect(bookingExceptions(driving, at('12:10'))).toMatchObject([
      { kind: 'crew_problem', says: 'The crew reports a problem on its way: Vehicle breakdown' },
    ]);
    expect(kinds({ ...driving, progress: { state: 'at', position: 0 } }, '12:10')).toEqual([]);
  });

  it('is at risk if the crew does not depart on time, or its ETA misses the window', () => {
    expect(kinds(assigned, '11:39')).toEqual([]);
    expect(kinds(assigned, '11:40')).toEqual(['at_risk high']);
    const driving = { ...assigned, progress: { state: 'driving', position: 0 } as const };
    expect(kinds({ ...driving, etaMs: at('13:05') }, '12:00')).toEqual([]);
    expect(kinds({ ...driving, etaMs: at('13:06') }, '12:00')).toEqual(['at_risk high']);
  });

  it('is late five minutes after its window, unless the crew has arrived', () => {
    expect(kinds(assigned, '13:05')).toEqual(['at_risk high']);
    expect(kinds(assigned, '13:06')).toEqual(['late critical']);
    expect(kinds(waiting, '13:06')).toEqual(['late critical']);
    expect(kinds({ ...assigned, progress: { state: 'at', position: 0 } }, '13:06')).toEqual([]);
    expect(kinds({ ...assigned, refPosition: 1, progress: { state: 'at', position: 0 } }, '13:06')).toEqual([
      'late critical',
    ]);
  });

  it('has a failed stop while it waits for a decision', () => {
    const failure = { reason: 'Door locked', atMs: at('12:20') };
    const stuck = { ...assigned, progress: { state: 'at', position: 0 } as const, failure };
    expect(bookingExceptions(stuck, at('12:21'))).toMatchObject([
      { kind: 'failed_stop', sinceMs: at('12:20'), says: expect.stringContaining('Door locked') },
    ]);
  });

  it('is unassigned after ten minutes if it is on demand', () => {
    const now = { ...waiting, window: null, takenAtMs: at('12:00') };
    expect(kinds(now, '12:09')).toEqual([]);
    expect(kinds(now, '12:10')).toEqual(['unassigned high']);
    expect(kinds(now, '12:30')).toEqual(['unassigned critical']);
  });

  it('gets a new mark with every lost crew, and has none once it is final', () => {
    const [first] = bookingExceptions(waiting, at('11:00'));
    const [again] = bookingExceptions({ ...waiting, crewsLost: 1 }, at('11:30'));
    expect(again?.mark).not.toBe(first?.mark);
    for (const state of ['completed', 'cancelled'] as const)
      expect(kinds({ ...assigned, state }, '20:00')).toEqual([]);
  });
});
