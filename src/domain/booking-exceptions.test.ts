import { describe, expect, it } from 'vitest';
import { bookingTroubles, type WatchedBooking } from './booking-exceptions.ts';

const at = (time: string) => Date.parse(`2030-01-15T${time}:00Z`);
const waiting: WatchedBooking = {
  state: 'created',
  window: { startMs: at('12:00'), endMs: at('13:00') },
  takenAtMs: at('01:00'),
  refPosition: 0,
  progress: null,
  failure: null,
  etaMs: null,
  etaToldMs: null,
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
  bookingTroubles(booking, at(time)).map(({ kind, severity }) => `${kind} ${severity}`);

describe('a booking that is watched', () => {
  it('is missed by nobody while its window is far off', () => {
    expect(kinds(waiting, '09:59')).toEqual([]);
    expect(kinds(assigned, '11:00')).toEqual([]);
  });

  it('should have a crew two hours before, at the latest when its window begins', () => {
    expect(kinds(waiting, '10:00')).toEqual(['unassigned high']);
    expect(kinds(waiting, '12:00')).toEqual(['unassigned critical']);
  });

  it('is in danger when the crew does not set out, or will not make it', () => {
    expect(kinds(assigned, '11:39')).toEqual([]);
    expect(kinds(assigned, '11:40')).toEqual(['at_risk high']);
    const driving = { ...assigned, progress: { state: 'driving', position: 0 } as const };
    expect(kinds({ ...driving, etaMs: at('13:05') }, '12:00')).toEqual([]);
    expect(kinds({ ...driving, etaMs: at('13:06') }, '12:00')).toEqual(['at_risk high']);
  });

  it('is late five minutes after its window, unless the crew is there', () => {
    expect(kinds(assigned, '13:05')).toEqual(['at_risk high']);
    expect(kinds(assigned, '13:06')).toEqual(['late critical']);
    expect(kinds(waiting, '13:06')).toEqual(['late critical']);
    expect(kinds({ ...assigned, progress: { state: 'at', position: 0 } }, '13:06')).toEqual([]);
    expect(kinds({ ...assigned, refPosition: 1, progress: { state: 'at', position: 0 } }, '13:06')).toEqual([
      'late critical',
    ]);
  });

  it('waits for a decision where the crew cannot go on', () => {
    const failure = { reason: 'Nobody opens', atMs: at('12:20') };
    const stuck = { ...assigned, progress: { state: 'at', position: 0 } as const, failure };
    expect(bookingTroubles(stuck, at('12:21'))).toMatchObject([
      { kind: 'failed_stop', sinceMs: at('12:20'), says: expect.stringContaining('Nobody opens') },
    ]);
  });

  it('waits ten minutes for somebody on demand', () => {
    const now = { ...waiting, window: null, takenAtMs: at('12:00') };
    expect(kinds(now, '12:09')).toEqual([]);
    expect(kinds(now, '12:10')).toEqual(['unassigned high']);
    expect(kinds(now, '12:30')).toEqual(['unassigned critical']);
  });

  it('is missed anew when it loses another crew, and never when it is over', () => {
    const [first] = bookingTroubles(waiting, at('11:00'));
    const [again] = bookingTroubles({ ...waiting, crewsLost: 1 }, at('11:30'));
    expect(again?.mark).not.toBe(first?.mark);
    for (const state of ['completed', 'cancelled'] as const)
      expect(kinds({ ...assigned, state }, '20:00')).toEqual([]);
  });
});
