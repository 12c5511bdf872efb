// Times in the zone of the stop, derived from window labels.
import { describe, expect, it } from 'vitest';
import { clockTime, dateAndTime, utc, windowText, zoneOf } from './stop-time.ts';

const window = (label: string | null, start_at: string | null, end_at: string | null) => ({
  ondemand: start_at === null,
  start_at,
  end_at,
  label,
});

describe('the zone of a window', () => {
  it.each([
    ['Thu, Jan 31, 9:00 AM – 10:00 AM EST', '2030-01-31T15:00:00.000Z', -300],
    ['Thu, Jan 31, 11:00 AM – 12:30 PM PST', '2030-01-31T20:30:00.000Z', -480],
    ['Thu, Jan 31, 11:00 PM – Fri, Feb 1, 12:00 AM EST', '2030-02-01T05:00:00.000Z', -300],
    ['Thu, Jan 31, 7:00 PM – 8:00 PM HST', '2030-02-01T06:00:00.000Z', -600],
    ['Sun, Nov 1, 1:00 AM PDT – 1:00 AM PST', '2026-11-01T09:00:00.000Z', -480],
    ['Fri, Feb 1, 8:00 AM – 9:00 AM GMT+10', '2030-01-31T23:00:00.000Z', 600],
  ])('of %s has the offset %#', (label, end_at, offsetMinutes) => {
    const zone = zoneOf(window(label, '2030-01-31T00:00:00.000Z', end_at));
    expect(zone).toEqual({ abbreviation: label.split(' ').at(-1), offsetMinutes });
  });

  it('is UTC without a time', () => {
    expect(zoneOf(window('As soon as possible', null, null))).toEqual(utc);
  });
});

describe('a time', () => {
  const est = { abbreviation: 'EST', offsetMinutes: -300 };

  it('has the format of window labels and names its zone', () => {
    expect(dateAndTime('2030-01-30T20:12:40.000Z', est)).toBe('Wed, Jan 30, 3:12 PM EST');
    expect(clockTime('2030-01-30T02:04:11.250Z', est)).toBe('21:04:11 EST');
    expect(clockTime('2030-01-30T02:04:11.250Z', utc)).toBe('02:04:11 UTC');
  });

  it('of a window is its label; in UTC if there is none', () => {
    const times = ['2030-01-31T14:00:00.000Z', '2030-01-31T15:00:00.000Z'] as const;
    const label = 'Thu, Jan 31, 9:00 AM – 10:00 AM EST';
    expect(windowText(window(label, ...times))).toBe(label);
    expect(windowText(window(null, ...times))).toBe('Thu, Jan 31, 2:00 PM UTC – Thu, Jan 31, 3:00 PM UTC');
    expect(windowText(window('As soon as possible', null, null))).toBe('on demand');
  });
});
