// Unit tests of the list of available windows.
import { expect, test } from 'vitest';
import { freeDays, freeDaysWithCurrent } from './free-windows.ts';

const window = (id: string, start_at: string | null, label: string, available = true) => ({
  id,
  available,
  ondemand: start_at === null,
  start_at,
  end_at: start_at === null ? null : new Date(Date.parse(start_at) + 3_600_000).toISOString(),
  label,
});

test('groups available windows by day in the time zone of the stop, without full windows and the current one', () => {
  const schedule = {
    time_zone: 'America/New_York',
    data: [
      window('now', null, 'As soon as possible'),
      window('a', '2030-01-31T14:00:00Z', 'Thu, Jan 31, 9:00 AM – 10:00 AM EST'),
      window('full', '2030-01-31T15:00:00Z', 'Thu, Jan 31, 10:00 AM – 11:00 AM EST', false),
      window('own', '2030-01-31T16:00:00Z', 'Thu, Jan 31, 11:00 AM – 12:00 PM EST'),
      // Past midnight in UTC, but not in New York.
      window('b', '2030-02-01T00:00:00Z', 'Thu, Jan 31, 7:00 PM – 8:00 PM EST'),
      window('c', '2030-02-01T13:00:00Z', 'Fri, Feb 1, 8:00 AM – 9:00 AM EST'),
    ],
  };
  expect(
    freeDays(schedule, 'own').map(({ label, windows }) => [
      label,
      windows.map((each) => each.label.replace(/\s/g, ' ')),
    ]),
  ).toEqual([
    ['As soon as possible', ['As soon as possible']],
    ['Thu, Jan 31', ['9–10 AM', '7–8 PM']],
    ['Fri, Feb 1', ['8–9 AM']],
  ]);
  expect(freeDays(undefined, 'own')).toEqual([]);
});

test('keeps the current window in its place, unless its day has no other', () => {
  const own = window('own', '2030-01-31T16:00:00Z', 'Thu, Jan 31, 11:00 AM – 12:00 PM EST');
  const earlier = window('a', '2030-01-31T14:00:00Z', 'Thu, Jan 31, 9:00 AM – 10:00 AM EST');
  const later = window('c', '2030-02-01T13:00:00Z', 'Fri, Feb 1, 8:00 AM – 9:00 AM EST');
  const idsOf = (data: readonly ReturnType<typeof window>[]) =>
    freeDaysWithCurrent({ time_zone: 'America/New_York', data: [...data] }, own).map(({ windows }) =>
      windows.map(({ value }) => value),
    );
  expect(idsOf([earlier, { ...own, available: false }, later])).toEqual([['a', 'own'], ['c']]);
  // A window that an operator has entered is not in the schedule.
  expect(idsOf([earlier])).toEqual([['a', 'own']]);
  expect(idsOf([own, later])).toEqual([['c']]);
});
