import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  firstInstantFrom,
  hourStart,
  instantsAt,
  isTimeZone,
  offsetSpans,
  spanAt,
} from './time-zone-offsets.ts';

const at = (text: string) => Date.parse(text);
const LOS_ANGELES = 'America/Los_Angeles';
const yearOf = (zone: string, year = 2026) => offsetSpans(zone, Date.UTC(year, 0, 1), Date.UTC(year, 11, 31));

describe('the offset spans of a zone', () => {
  it('change with the clocks', () => {
    expect(yearOf(LOS_ANGELES)).toEqual([
      {
        fromMs: at('2026-01-01T00:00Z'),
        untilMs: at('2026-03-08T10:00Z'),
        offsetMs: -28_800_000,
        abbreviation: 'PST',
      },
      {
        fromMs: at('2026-03-08T10:00Z'),
        untilMs: at('2026-11-01T09:00Z'),
        offsetMs: -25_200_000,
        abbreviation: 'PDT',
      },
      {
        fromMs: at('2026-11-01T09:00Z'),
        untilMs: at('2027-01-01T00:00Z'),
        offsetMs: -28_800_000,
        abbreviation: 'PST',
      },
    ]);
  });

  it('are one span per year if clocks never change', () => {
    expect(yearOf('America/Phoenix').map((span) => span.abbreviation)).toEqual(['MST']);
    expect(yearOf('Asia/Kolkata').map((span) => span.offsetMs)).toEqual([19_800_000]);
  });

  it('have no gaps between years', () => {
    const spans = offsetSpans(LOS_ANGELES, at('2025-12-31T23:00Z'), at('2028-01-01T01:00Z'));
    spans.slice(1).forEach((span, index) => {
      expect(span.fromMs).toBe(spans[index]?.untilMs);
    });
  });

  it('have no instant for a skipped hour and two for a repeated hour', () => {
    const spans = yearOf(LOS_ANGELES);
    expect(instantsAt(spans, at('2026-03-08T02:30Z'))).toEqual([]);
    expect(instantsAt(spans, at('2026-03-08T03:00Z'))).toEqual([at('2026-03-08T10:00Z')]);
    expect(instantsAt(spans, at('2026-11-01T01:30Z'))).toEqual([
      at('2026-11-01T08:30Z'),
      at('2026-11-01T09:30Z'),
    ]);
    expect(instantsAt(spans, at('2026-11-01T02:00Z'))).toEqual([at('2026-11-01T10:00Z')]);
  });

  it('resolve a skipped time to the clock change, and a repeated time to its first occurrence', () => {
    const spans = yearOf(LOS_ANGELES);
    expect(firstInstantFrom(spans, at('2026-03-08T02:30Z'))).toBe(at('2026-03-08T10:00Z'));
    expect(firstInstantFrom(spans, at('2026-11-01T01:30Z'))).toBe(at('2026-11-01T08:30Z'));
    expect(firstInstantFrom(spans, at('2026-06-01T09:00Z'))).toBe(at('2026-06-01T16:00Z'));
  });

  it('have their own full hours if the offset is not a whole hour', () => {
    const spans = yearOf('Asia/Kolkata');
    expect(hourStart(spans, at('2026-06-01T03:47Z'))).toBe(at('2026-06-01T03:30Z'));
    expect(hourStart(spans, at('2026-06-01T03:30Z'))).toBe(at('2026-06-01T03:30Z'));
  });

  it('agree with Temporal on any instant and any local time, in every zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const minute = fc.integer({
      min: at('2026-01-01T00:00Z') / 60_000,
      max: at('2028-01-01T00:00Z') / 60_000,
    });
    fc.assert(
      fc.property(zone, minute, (timeZone, minutes) => {
        const instantMs = minutes * 60_000;
        const spans = offsetSpans(timeZone, instantMs - 172_800_000, instantMs + 172_800_000);
        const local = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone);
        expect(spanAt(spans, instantMs).offsetMs).toBe(local.offsetNanoseconds / 1e6);

        const wall = Temporal.PlainDateTime.from(new Date(instantMs).toISOString().slice(0, -1));
        const expected = new Set<number>();
        for (const disambiguation of ['earlier', 'later'] as const) {
          const zoned = wall.toZonedDateTime(timeZone, { disambiguation });
          if (zoned.toPlainDateTime().equals(wall)) expected.add(zoned.epochMilliseconds);
        }
        expect(instantsAt(spans, instantMs)).toEqual([...expected]);
      }),
      { numRuns: 300 },
    );
  });

  it('have different abbreviations before and after each change, in every zone', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const spans = yearOf(zone, 2027);
      spans.slice(1).forEach((span, index) => {
        expect(`${zone} ${span.abbreviation}`).not.toBe(`${zone} ${spans[index]?.abbreviation}`);
      });
    }
  });
});

describe('time zone names', () => {
  it('are IANA names, not offsets or unknown names', () => {
    expect([LOS_ANGELES, 'UTC', 'Pacific/Guam'].map(isTimeZone)).toEqual([true, true, true]);
    expect(['+05:00', 'America/Nowhere', '', 'PDT8'].map(isTimeZone)).toEqual([false, false, false, false]);
  });
});
