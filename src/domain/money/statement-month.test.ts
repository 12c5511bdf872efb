import { describe, expect, it } from 'vitest';
import { bookingTime, boundsOf, isClosed, isMonth, monthOf } from './statement-month.ts';

const at = (text: string) => new Date(text).getTime();
const newYork = 'America/New_York';

describe('the statement month', () => {
  it('is the local month of the time zone', () => {
    expect(monthOf(at('2030-11-01T02:00:00Z'), 'UTC')).toBe('2030-11');
    expect(monthOf(at('2030-11-01T02:00:00Z'), newYork)).toBe('2030-10');
  });

  it('runs from midnight to midnight, also across clock changes', () => {
    const { fromMs, untilMs } = boundsOf('2030-11', newYork);
    expect(new Date(fromMs).toISOString()).toBe('2030-11-01T04:00:00.000Z');
    expect(new Date(untilMs).toISOString()).toBe('2030-12-01T05:00:00.000Z');
    expect(new Date(boundsOf('2030-12', 'UTC').untilMs).toISOString()).toBe('2031-01-01T00:00:00.000Z');
  });

  it('is open until one day after its end', () => {
    expect(isClosed('2030-11', 'UTC', at('2030-12-01T23:59:59Z'))).toBe(false);
    expect(isClosed('2030-11', 'UTC', at('2030-12-02T00:00:00Z'))).toBe(true);
  });

  it('accepts late entries until it is closed', () => {
    const happened = at('2030-11-30T23:59:00Z');
    expect(bookingTime(happened, at('2030-12-01T10:00:00Z'), 'UTC')).toEqual({
      bookedAtMs: happened,
      month: '2030-11',
    });
    const late = at('2030-12-05T10:00:00Z');
    expect(bookingTime(happened, late, 'UTC')).toEqual({ bookedAtMs: late, month: '2030-12' });
  });

  it.each(['2030-13', '2030-00', '2030-1', '203-11', '2030-11 ', '02030-11', '', '٢٠٣٠-١١'])(
    'cannot be %s',
    (text) => {
      expect(isMonth(text)).toBe(false);
    },
  );
});
