import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ShiftPattern, shiftsOf } from './shift-pattern.ts';

const pattern: ShiftPattern = {
  weekdays: [1, 2, 3, 4, 5],
  startsMinute: 8 * 60,
  endsMinute: 17 * 60,
  timeZone: 'America/New_York',
  firstDay: '2030-01-01',
  lastDay: '2030-12-31',
  exceptedDays: [],
};
const shown = (change: Partial<ShiftPattern>) =>
  shiftsOf({ ...pattern, ...change }).map(
    ({ day, startsAt, endsAt }) =>
      `${day} ${startsAt.toISOString().slice(5, 16)} ${endsAt.toISOString().slice(5, 16)}`,
  );

describe('a weekly pattern of shifts', () => {
  it('has a shift on each of its weekdays from the first day to the last, except the excepted ones', () => {
    const change = { firstDay: '2030-01-10', lastDay: '2030-01-15', exceptedDays: ['2030-01-14'] };
    expect(shown(change)).toEqual([
      '2030-01-10 01-10T13:00 01-10T22:00',
      '2030-01-11 01-11T13:00 01-11T22:00',
      '2030-01-15 01-15T13:00 01-15T22:00',
    ]);
  });

  it('keeps its local times across clock changes', () => {
    const spring = { weekdays: [6, 7], firstDay: '2030-03-09', lastDay: '2030-03-10' };
    expect(shown(spring)).toEqual([
      '2030-03-09 03-09T13:00 03-09T22:00',
      '2030-03-10 03-10T12:00 03-10T21:00',
    ]);
    const night = { startsMinute: 22 * 60, endsMinute: 6 * 60 };
    // Seven hours long in spring, nine in autumn.
    expect(shown({ ...spring, ...night, lastDay: '2030-03-09' })).toEqual([
      '2030-03-09 03-10T03:00 03-10T10:00',
    ]);
    expect(shown({ ...night, weekdays: [6], firstDay: '2030-11-02', lastDay: '2030-11-02' })).toEqual([
      '2030-11-02 11-03T02:00 11-03T11:00',
    ]);
  });

  it('starts at the next existing time if the clock skips the start, and leaves out what does not exist', () => {
    const spring = { weekdays: [7], firstDay: '2030-03-10', lastDay: '2030-03-10', startsMinute: 150 };
    expect(shown({ ...spring, endsMinute: 360 })).toEqual(['2030-03-10 03-10T07:00 03-10T10:00']);
    expect(shown({ ...spring, endsMinute: 170 })).toEqual([]);
  });

  it('never overlaps itself and is never longer than a day', () => {
    const minute = fc.integer({ min: 0, max: 1_439 });
    const zone = fc.constantFrom('America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kolkata');
    fc.assert(
      fc.property(minute, minute, zone, (startsMinute, endsMinute, timeZone) => {
        const weekdays = [1, 2, 3, 4, 5, 6, 7];
        const shifts = shiftsOf({ ...pattern, weekdays, startsMinute, endsMinute, timeZone });
        const isValid = shifts.every(({ startsAt, endsAt }, nth) => {
          const lengthMs = endsAt.getTime() - startsAt.getTime();
          const next = shifts[nth + 1];
          return lengthMs > 0 && lengthMs <= 86_400_000 && !(next && next.startsAt < endsAt);
        });
        expect(isValid).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
