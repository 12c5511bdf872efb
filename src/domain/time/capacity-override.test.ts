import { describe, expect, it } from 'vitest';
import { DEFAULT_SERVICE_AREA } from '../place/default-service-area.ts';
import { calendarHours } from './capacity-calendar.ts';
import { type CapacityOverride, capacityAt, isClosedAt, type ServedArea } from './capacity-override.ts';

const wholeDay: Omit<CapacityOverride, 'kind' | 'capacity'> = {
  id: 'a',
  areaSlug: 'united-states',
  product: null,
  firstDay: '2030-12-24',
  lastDay: '2030-12-25',
  fromHour: 0,
  toHour: 24,
  createdAtMs: 1,
};
const holiday: CapacityOverride = { ...wholeDay, kind: 'holiday', capacity: null };
const served = (...overrides: CapacityOverride[]): ServedArea => ({ ...DEFAULT_SERVICE_AREA, overrides });
const newYork = (time: string) => ({
  product: 'van' as const,
  timeZone: 'America/New_York',
  startMs: Date.parse(`${time}-05:00`),
});

describe('a capacity override', () => {
  it('applies to local days and hours in every zone', () => {
    const area = served(holiday);
    expect(isClosedAt(area, newYork('2030-12-23T23:00:00'))).toBe(false);
    expect(isClosedAt(area, newYork('2030-12-24T00:00:00'))).toBe(true);
    expect(isClosedAt(area, newYork('2030-12-25T23:00:00'))).toBe(true);
    expect(isClosedAt(area, newYork('2030-12-26T00:00:00'))).toBe(false);
    // At midnight in New York it is still December 23 in Los Angeles.
    expect(isClosedAt(area, { ...newYork('2030-12-24T00:00:00'), timeZone: 'America/Los_Angeles' })).toBe(
      false,
    );
  });

  it('does not affect other products and hours', () => {
    const area = served({
      ...wholeDay,
      kind: 'block',
      capacity: null,
      product: 'van',
      fromHour: 8,
      toHour: 10,
    });
    expect(isClosedAt(area, newYork('2030-12-24T09:00:00'))).toBe(true);
    expect(isClosedAt(area, newYork('2030-12-24T10:00:00'))).toBe(false);
    expect(isClosedAt(area, { ...newYork('2030-12-24T09:00:00'), product: 'box' })).toBe(false);
  });

  it('closes with precedence over numbers, and the later of two numbers applies', () => {
    const four: CapacityOverride = { ...wholeDay, id: 'b', kind: 'capacity', capacity: 4, createdAtMs: 2 };
    const six: CapacityOverride = { ...four, id: 'c', capacity: 6, createdAtMs: 3 };
    const noon = newYork('2030-12-24T12:00:00');
    expect(capacityAt(served(), noon)).toBe(1_000);
    expect(capacityAt(served(six, four), noon)).toBe(6);
    expect(capacityAt(served(six, holiday, four), noon)).toBe(0);
  });

  it('appears in the calendar of the area, next to the regular capacity', () => {
    const hours = calendarHours(served(holiday), {
      product: 'van',
      timeZone: 'America/New_York',
      firstDay: '2030-12-23',
      dayCount: 2,
    });
    expect(hours).toHaveLength(24);
    expect(hours[0]).toMatchObject({ day: '2030-12-23', hour: 8, places: 1_000, override: null });
    expect(hours[12]).toMatchObject({
      day: '2030-12-24',
      hour: 8,
      usual: 1_000,
      places: 0,
      override: holiday,
    });
  });

  it('counts a repeated hour as two', () => {
    const hours = calendarHours(
      {
        ...served(),
        hours: { ...DEFAULT_SERVICE_AREA.hours, sunday: [{ opensMinute: 0, closesMinute: 180 }] },
      },
      { product: 'van', timeZone: 'America/New_York', firstDay: '2030-11-03', dayCount: 1 },
    );
    expect(hours.map(({ hour }) => hour)).toEqual([0, 1, 1, 2]);
  });
});
