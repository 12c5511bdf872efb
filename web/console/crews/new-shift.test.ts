// Unit tests of the times of a new shift.
import { expect, test } from 'vitest';
import { newShiftTimes } from './new-shift.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2030, 0, day, hour, minute);
const span = (from: Date, to: Date) => ({ starts_at: from.toISOString(), ends_at: to.toISOString() });
const times = (now: Date, ...shifts: ReturnType<typeof span>[]) =>
  newShiftTimes(shifts, '2030-01-15', now.getTime());

test('starts in the future, outside of other shifts, and ends before the next one', () => {
  expect(times(at(14, 9))).toEqual(span(at(15, 8), at(15, 17)));
  expect(times(at(15, 9, 20))).toEqual(span(at(15, 10), at(15, 19)));
  expect(times(at(15, 9, 20), span(at(15, 7), at(15, 21)))).toEqual(span(at(15, 21), at(16, 0)));
  expect(times(at(14, 9), span(at(15, 12), at(15, 20)))).toEqual(span(at(15, 8), at(15, 12)));
});

test('offers nothing on a day that is over or full', () => {
  expect(times(at(16, 9))).toBeNull();
  expect(times(at(14, 9), span(at(14, 20), at(16, 6)))).toBeNull();
});
