// Listed windows across clock changes: twelve zones, both changes, two years, compared with Temporal and Intl.
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import { PRODUCTS } from '../dispatch/product.ts';
import { DEFAULT_SERVICE_AREA } from '../place/default-service-area.ts';
import { DEFAULT_OFFER, type WindowPolicy } from '../place/service-area.ts';
import { listWindows, type ScheduledWindow } from './arrival-window.ts';
import { everyDay, type WeeklyHours } from './opening-hours.ts';

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Phoenix',
  'America/Puerto_Rico',
  'Pacific/Honolulu',
  'America/St_Johns', // half-hour offset
  'America/Havana', // clocks are set back to midnight
  'America/Santiago', // midnight is skipped
  'Australia/Lord_Howe', // clocks change by half an hour
];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const aroundTheClock = everyDay({ opensMinute: 0, closesMinute: 1_440 });
const nights = everyDay({ opensMinute: 0, closesMinute: 150 }, { opensMinute: 150, closesMinute: 300 });
const zoned = (instantMs: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone);

interface Case {
  readonly zone: string;
  readonly hours: WeeklyHours;
  readonly policy: Partial<WindowPolicy>;
  readonly nowMs: number;
}

function list({ zone, hours, policy, nowMs }: Case): ScheduledWindow[] {
  const offer = { ...DEFAULT_OFFER, windows: { ...DEFAULT_OFFER.windows, ...policy } };
  const area = { ...DEFAULT_SERVICE_AREA, hours, products: { van: offer } };
  const windows = listWindows({ area, product: 'van', timeZone: zone }, nowMs, sha256Hex);
  return windows.filter((window): window is ScheduledWindow => window.kind === 'listed');
}

/** All clock changes of 2026 and 2027; for zones without any, the changes of Los Angeles. */
function changesOf(zone: string): number[] {
  const changes: number[] = [];
  let local = zoned(Date.UTC(2026, 0, 1), zone);
  for (;;) {
    const next = local.getTimeZoneTransition('next');
    if (next === null || next.year > 2027) break;
    changes.push(next.epochMilliseconds);
    local = next;
  }
  return changes.length > 0 ? changes : changesOf('America/Los_Angeles');
}

/** All instants with this local time, determined by Temporal. */
function instantsShowing(wall: Temporal.PlainDateTime, zone: string): number[] {
  try {
    return [wall.toZonedDateTime(zone, { disambiguation: 'reject' }).epochMilliseconds];
  } catch {
    return (['earlier', 'later'] as const)
      .map((disambiguation) => wall.toZonedDateTime(zone, { disambiguation }))
      .filter((moment) => moment.toPlainDateTime().equals(wall))
      .map((moment) => moment.epochMilliseconds);
  }
}

/** Expected starts of a schedule around the clock: each full local hour, as often as it occurs. */
function everyHour(zone: string, fromMs: number, untilMs: number): number[] {
  const starts: number[] = [];
  let wall = zoned(fromMs, zone).toPlainDate().toPlainDateTime();
  const last = zoned(untilMs, zone).toPlainDateTime();
  for (; Temporal.PlainDateTime.compare(wall, last) <= 0; wall = wall.add({ hours: 1 })) {
    starts.push(...instantsShowing(wall, zone));
  }
  return starts.filter((startMs) => startMs >= fromMs && startMs <= untilMs).sort((a, b) => a - b);
}

function expectSound(windows: readonly ScheduledWindow[], { nowMs, policy }: Case): void {
  const { lengthMinutes, leadMinutes, horizonDays } = { ...DEFAULT_OFFER.windows, ...policy };
  const unsound = windows.filter(
    ({ startMs, endMs }, index) =>
      startMs <= (windows[index - 1]?.startMs ?? nowMs) ||
      startMs < nowMs + leadMinutes * MINUTE_MS ||
      startMs > nowMs + horizonDays * DAY_MS ||
      endMs - startMs !== lengthMinutes * MINUTE_MS,
  );
  expect(unsound).toEqual([]);
  expect(new Set(windows.map((window) => window.id)).size).toBe(windows.length);
  expect(new Set(windows.map((window) => window.label)).size).toBe(windows.length);
}

/** The label, built with Intl as an independent reference. */
function intlLabel(zone: string): (window: ScheduledWindow) => string {
  const date = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  const time = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' });
  const names = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' });
  const nameAt = (ms: number) => names.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value;
  return ({ startMs, endMs }) => {
    const startName = nameAt(startMs) === nameAt(endMs) ? '' : ` ${nameAt(startMs)}`;
    const endDate = date.format(startMs) === date.format(endMs) ? '' : `${date.format(endMs)}, `;
    const text = `${date.format(startMs)}, ${time.format(startMs)}${startName} – ${endDate}${time.format(endMs)} ${nameAt(endMs)}`;
    return text.replaceAll('\u202f', ' ');
  };
}

describe.each(ZONES)('windows in %s', (zone) => {
  const cases = changesOf(zone).map((changeMs) => ({ zone, changeMs, nowMs: changeMs - 20 * HOUR_MS }));

  it('list each local hour around a clock change as often as it occurs', () => {
    for (const { nowMs } of cases) {
      const around = { zone, hours: aroundTheClock, policy: { leadMinutes: 0, horizonDays: 2 }, nowMs };
      const windows = list(around);
      const starts = everyHour(zone, nowMs + 1, nowMs + 2 * DAY_MS);
      expectSound(windows, around);
      // Midnight closes the day: on Lord Howe Island an hour does not fit into the time left before the change.
      const fitting = starts.filter((startMs) => fitsItsDay(startMs, zone));
      expect(windows.map((window) => window.startMs)).toEqual(fitting);
    }
  });

  it('keep order, length, lead time and local labels on every grid', () => {
    const label = intlLabel(zone);
    for (const { nowMs } of cases) {
      for (const hours of [aroundTheClock, nights, DEFAULT_SERVICE_AREA.hours]) {
        for (const [lengthMinutes, everyMinutes] of [
          [60, 60],
          [90, 30],
          [45, 75],
        ] as const) {
          const around = { zone, hours, policy: { lengthMinutes, everyMinutes, horizonDays: 3 }, nowMs };
          const windows = list(around);
          expectSound(windows, around);
          expect(windows.map((window) => window.label)).toEqual(windows.map(label));
        }
      }
    }
  });

  it('never start outside the local opening hours', () => {
    for (const { nowMs } of cases) {
      const windows = list({ zone, hours: nights, policy: { everyMinutes: 30, horizonDays: 3 }, nowMs });
      const outside = windows.filter(({ startMs }) => {
        const { hour, minute } = zoned(startMs, zone);
        return hour * 60 + minute >= 300 || minute % 30 !== 0;
      });
      expect(windows.length).toBeGreaterThan(0);
      expect(outside).toEqual([]);
    }
  });

  it('are twelve per day from 8 AM to 8 PM, also on days with a clock change', () => {
    for (const { changeMs, nowMs } of cases) {
      const windows = list({ zone, hours: DEFAULT_SERVICE_AREA.hours, policy: {}, nowMs });
      const day = zoned(changeMs + 6 * HOUR_MS, zone).toPlainDate();
      const ofDay = windows
        .map(({ startMs }) => zoned(startMs, zone))
        .filter((start) => start.toPlainDate().equals(day));
      expect(ofDay.map((start) => start.toPlainTime().toString({ smallestUnit: 'minute' }))).toEqual(
        Array.from({ length: 12 }, (_, index) => `${String(8 + index).padStart(2, '0')}:00`),
      );
    }
  });
});

function fitsItsDay(startMs: number, zone: string): boolean {
  const day = zoned(startMs, zone).toPlainDate();
  return zoned(startMs + HOUR_MS - 1, zone)
    .toPlainDate()
    .equals(day);
}

describe('windows at any moment of two years', () => {
  it('are sorted, in the future, of full length, with unique ids and labels', () => {
    const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 2, 2) });
    const hours = fc.constantFrom(aroundTheClock, nights, DEFAULT_SERVICE_AREA.hours);
    const policy = fc.record({
      lengthMinutes: fc.constantFrom(15, 60, 90, 240),
      everyMinutes: fc.constantFrom(15, 30, 60, 100),
      leadMinutes: fc.constantFrom(0, 60, 1_440),
    });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), hours, policy, moment, (zone, openHours, rules, nowMs) => {
        const around = { zone, hours: openHours, policy: { ...rules, horizonDays: 4 }, nowMs };
        expectSound(list(around), around);
      }),
      { numRuns: 200 },
    );
  });

  it('differ between products of the default area only in their ids', () => {
    const nowMs = Date.UTC(2028, 1, 28, 12);
    const area = DEFAULT_SERVICE_AREA;
    const schedules = PRODUCTS.map((product) =>
      listWindows({ area, product, timeZone: 'America/Chicago' }, nowMs, sha256Hex),
    );
    const labels = schedules.map((windows) => windows.map((window) => window.label));
    expect(labels.every((list) => list.join() === labels[0]?.join())).toBe(true);
    expect(labels[0]).toContain('Tue, Feb 29, 9:00 AM – 10:00 AM CST');
    expect(new Set(schedules.flat().map((window) => window.id)).size).toBe(schedules.flat().length);
  });
});
