// Unit tests of days and weeks of the calendar.
import { describe, expect, test } from 'vitest';
import { daySpan, weekOf } from './local-day.ts';

const hours = ({ startMs, endMs }: { startMs: number; endMs: number }) => (endMs - startMs) / 3_600_000;

describe('a day', () => {
  test('starts at local midnight', () => {
    expect(new Date(daySpan('America/New_York', '2030-01-15').startMs).toISOString()).toBe(
      '2030-01-15T05:00:00.000Z',
    );
  });

  test.each([
    ['2030-01-15', 24],
    ['2030-03-10', 23],
    ['2030-11-03', 25],
  ])('%s in New York has %i hours', (day, length) => {
    expect(hours(daySpan('America/New_York', day))).toBe(length);
  });

  test('starts an hour later if midnight is skipped', () => {
    const { startMs } = daySpan('America/Havana', '2026-03-08');
    expect(new Date(startMs).toISOString()).toBe('2026-03-08T05:00:00.000Z');
  });
});

test.each(['2030-01-14', '2030-01-17', '2030-01-20'])('the week of %s runs from Monday to Sunday', (day) => {
  const week = weekOf(day);
  expect([week[0], week[6]]).toEqual(['2030-01-14', '2030-01-20']);
});
