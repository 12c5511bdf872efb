import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import { DEFAULT_SERVICE_AREA } from '../place/default-service-area.ts';
import { DEFAULT_OFFER, type ServiceArea, type WindowPolicy } from '../place/service-area.ts';
import {
  capacityBucket,
  customWindow,
  findWindow,
  listWindows,
  type ScheduledWindow,
  type WindowCalendar,
} from './arrival-window.ts';
import { everyDay } from './opening-hours.ts';

const at = (text: string) => Date.parse(text);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Monday, 2 March 2026, 9:30 AM in Los Angeles. */
const NOW = at('2026-03-02T17:30Z');

function areaWith(policy: Partial<WindowPolicy>, hours = DEFAULT_SERVICE_AREA.hours): ServiceArea {
  const windows = { ...DEFAULT_OFFER.windows, ...policy };
  return { ...DEFAULT_SERVICE_AREA, hours, products: { van: { ...DEFAULT_OFFER, windows } } };
}
const calendar: WindowCalendar = { area: areaWith({}), product: 'van', timeZone: 'America/Los_Angeles' };
const aroundTheClock = everyDay({ opensMinute: 0, closesMinute: 1_440 });

const list = (change: Partial<WindowCalendar> = {}, nowMs = NOW) => {
  const windows = listWindows({ ...calendar, ...change }, nowMs, sha256Hex);
  return windows.filter((window): window is ScheduledWindow => window.kind === 'listed');
};
const find = (id: string, change: Partial<WindowCalendar> = {}, nowMs = NOW) =>
  findWindow({ ...calendar, ...change }, id, nowMs, sha256Hex);
const notFound = { found: false, reason: 'arrival_window_not_found' };

describe('a schedule', () => {
  it('starts with the on-demand window, which has no times', () => {
    const [first, ...rest] = listWindows(calendar, NOW, sha256Hex);
    expect(first).toMatchObject({
      kind: 'on_demand',
      startMs: null,
      endMs: null,
      label: 'As soon as possible',
    });
    expect(rest.every((window) => window.kind === 'listed')).toBe(true);
  });

  it('lists windows from 8 AM to 8 PM, one hour ahead, for 14 days', () => {
    const windows = list();
    expect(windows.length).toBe(14 * 12);
    expect(windows[0]?.label).toBe('Mon, Mar 2, 11:00 AM – 12:00 PM PST');
    expect(windows.slice(8, 10).map((window) => window.label)).toEqual([
      'Mon, Mar 2, 7:00 PM – 8:00 PM PST',
      'Tue, Mar 3, 8:00 AM – 9:00 AM PST',
    ]);
    expect(windows.at(-1)?.label).toBe('Mon, Mar 16, 10:00 AM – 11:00 AM PDT');
  });

  it('applies the lead time to the millisecond', () => {
    const nine = at('2026-03-02T17:00Z');
    expect(list({}, nine)[0]?.startMs).toBe(nine + HOUR_MS);
    expect(list({}, nine + 1)[0]?.startMs).toBe(nine + 2 * HOUR_MS);
  });

  it('applies the window policy of the product', () => {
    const area = areaWith({ lengthMinutes: 120, everyMinutes: 90, leadMinutes: 0, horizonDays: 1 });
    expect(list({ area }).map((window) => window.label)).toEqual([
      'Mon, Mar 2, 11:00 AM – 1:00 PM PST',
      'Mon, Mar 2, 12:30 PM – 2:30 PM PST',
      'Mon, Mar 2, 2:00 PM – 4:00 PM PST',
      'Mon, Mar 2, 3:30 PM – 5:30 PM PST',
      'Mon, Mar 2, 5:00 PM – 7:00 PM PST',
      'Tue, Mar 3, 8:00 AM – 10:00 AM PST',
      'Tue, Mar 3, 9:30 AM – 11:30 AM PST',
    ]);
  });

  it('omits days off and lunch breaks', () => {
    const hours = {
      ...everyDay(),
      tuesday: [
        { opensMinute: 600, closesMinute: 690 },
        { opensMinute: 780, closesMinute: 900 },
      ],
    };
    const starts = list({ area: areaWith({}, hours) }).map((window) => window.label);
    expect(starts).toEqual([
      'Tue, Mar 3, 10:00 AM – 11:00 AM PST',
      'Tue, Mar 3, 1:00 PM – 2:00 PM PST',
      'Tue, Mar 3, 2:00 PM – 3:00 PM PST',
      'Tue, Mar 10, 10:00 AM – 11:00 AM PDT',
      'Tue, Mar 10, 1:00 PM – 2:00 PM PDT',
      'Tue, Mar 10, 2:00 PM – 3:00 PM PDT',
    ]);
  });

  it('has only the on-demand window if the lead time exceeds the horizon', () => {
    expect(list({ area: areaWith({ leadMinutes: 43_200, horizonDays: 1 }) })).toEqual([]);
  });

  it('uses the time zone of the stop', () => {
    const [first] = list({ timeZone: 'America/New_York' });
    expect(first?.label).toBe('Mon, Mar 2, 2:00 PM – 3:00 PM EST');
  });

  it('omits the hour that is skipped in spring', () => {
    const area = areaWith({}, aroundTheClock);
    expect(
      list({ area }, at('2026-03-08T07:30Z'))
        .slice(0, 3)
        .map((window) => window.label),
    ).toEqual([
      'Sun, Mar 8, 1:00 AM PST – 3:00 AM PDT',
      'Sun, Mar 8, 3:00 AM – 4:00 AM PDT',
      'Sun, Mar 8, 4:00 AM – 5:00 AM PDT',
    ]);
  });

  it('lists the hour that is repeated in autumn twice, with different labels and ids', () => {
    const area = areaWith({}, aroundTheClock);
    const windows = list({ area }, at('2026-11-01T06:30Z')).slice(0, 3);
    expect(windows.map((window) => window.label)).toEqual([
      'Sun, Nov 1, 1:00 AM PDT – 1:00 AM PST',
      'Sun, Nov 1, 1:00 AM – 2:00 AM PST',
      'Sun, Nov 1, 2:00 AM – 3:00 AM PST',
    ]);
    expect(new Set(windows.map((window) => window.id)).size).toBe(3);
  });

  it('closes at the first occurrence of a repeated closing time', () => {
    const area = areaWith(
      { everyMinutes: 30, lengthMinutes: 30 },
      everyDay({ opensMinute: 60, closesMinute: 90 }),
    );
    expect(list({ area }, at('2026-11-01T05:00Z'))[0]?.label).toBe('Sun, Nov 1, 1:00 AM – 1:30 AM PDT');
    expect(list({ area }, at('2026-11-01T05:00Z'))[1]?.label).toBe('Mon, Nov 2, 1:00 AM – 1:30 AM PST');
  });

  it('shows the date of the end if it is on another day', () => {
    const area = areaWith({ lengthMinutes: 60 }, everyDay({ opensMinute: 1_380, closesMinute: 1_440 }));
    expect(list({ area })[0]?.label).toBe('Mon, Mar 2, 11:00 PM – Tue, Mar 3, 12:00 AM PST');
  });

  it('refuses a product that the area does not offer', () => {
    expect(() => list({ product: 'box' })).toThrow('united-states does not offer box');
  });
});

describe('the id of a window', () => {
  it('is a stable UUID that sorts by start', () => {
    const ids = list().map((window) => window.id);
    const later = list({}, NOW + 3 * HOUR_MS).map((window) => window.id);
    expect(later).toEqual(expect.arrayContaining(ids.slice(3)));
    expect([...ids].sort()).toEqual(ids);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('differs by area, zone, product and start', () => {
    const bothProducts = { ...calendar.area, products: { van: DEFAULT_OFFER, xl: DEFAULT_OFFER } };
    const ids = [
      ...list(),
      ...list({ area: { ...calendar.area, slug: 'elsewhere' } }),
      ...list({ timeZone: 'America/Tijuana' }),
      ...list({ area: bothProducts, product: 'xl' }),
    ].map((window) => window.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('resolves to its window, case-insensitively', () => {
    for (const window of listWindows(calendar, NOW, sha256Hex)) {
      expect(find(window.id)).toEqual({ found: true, window });
      expect(find(window.id.toUpperCase())).toEqual({ found: true, window });
    }
  });

  it('is not found in another area, zone or product', () => {
    const area = { ...calendar.area, products: { van: DEFAULT_OFFER, xl: DEFAULT_OFFER } };
    for (const { id } of listWindows(calendar, NOW, sha256Hex).slice(0, 2)) {
      expect(find(id, { timeZone: 'America/Denver' })).toEqual(notFound);
      expect(find(id, { area: { ...area, slug: 'elsewhere' } })).toEqual(notFound);
      expect(find(id, { area, product: 'xl' })).toEqual(notFound);
    }
  });

  it('is not found if it was never listed', () => {
    const [window] = list();
    const id = window?.id ?? '';
    const offGrid = `${(Number.parseInt(id.slice(0, 8), 16) + 7).toString(16).padStart(8, '0')}${id.slice(8)}`;
    for (const invented of [
      offGrid,
      `ffffffff${id.slice(8)}`,
      'nonsense',
      '0d5e5a3c-3b1b-4a51-9d7e-1c2f3a4b5c6d',
    ]) {
      expect(find(invented)).toEqual(notFound);
    }
  });

  it('is accepted until the window starts, even within the lead time', () => {
    const [window] = list();
    const { id = '', startMs = 0 } = window ?? {};
    expect(find(id, {}, startMs - 1)).toEqual({ found: true, window });
    expect(find(id, {}, startMs)).toEqual({ found: false, reason: 'window_in_past' });
  });

  it('is not found beyond the horizon, or after the opening hours changed', () => {
    const last = list().at(-1);
    expect(find(last?.id ?? '', {}, NOW - DAY_MS)).toEqual(notFound);
    expect(find(last?.id ?? '', { area: areaWith({}, everyDay()) })).toEqual(notFound);
  });
});

describe('capacity', () => {
  const bucketOf = (window: ScheduledWindow) => capacityBucket(calendar, window);
  const custom = (start: string, end: string) => customWindow(calendar, at(start), at(end), sha256Hex);

  it('is counted by area, zone, product and hour; a listed window uses its own hour', () => {
    const [window] = list();
    expect(window && bucketOf(window)).toEqual({
      areaSlug: 'united-states',
      timeZone: 'America/Los_Angeles',
      product: 'van',
      startMs: window?.startMs,
    });
  });

  it('counts a custom window in the hour of the listed window in which it starts', () => {
    const window = custom('2026-03-02T19:47:12.345Z', '2026-03-02T23:00Z');
    expect(bucketOf(window)).toEqual(bucketOf(list()[0] ?? window));
  });

  it('is counted by full local hours', () => {
    const kolkata = customWindow(
      { ...calendar, timeZone: 'Asia/Kolkata' },
      at('2026-03-03T04:10Z'),
      at('2026-03-03T05:00Z'),
      sha256Hex,
    );
    expect(kolkata.bucketStartMs).toBe(at('2026-03-03T03:30Z'));
  });

  it('is counted separately for both occurrences of a repeated hour', () => {
    const first = custom('2026-11-01T08:30Z', '2026-11-01T09:00Z');
    const second = custom('2026-11-01T09:30Z', '2026-11-01T10:00Z');
    expect([first.bucketStartMs, second.bucketStartMs]).toEqual([
      at('2026-11-01T08:00Z'),
      at('2026-11-01T09:00Z'),
    ]);
  });
});

describe('a custom window', () => {
  const [startMs, endMs] = [at('2026-03-10T16:15Z'), at('2026-03-10T18:00Z')];
  const window = customWindow(calendar, startMs, endMs, sha256Hex);

  it('has a label like a listed window, and its own id', () => {
    expect(window).toMatchObject({
      kind: 'custom',
      startMs,
      endMs,
      label: 'Tue, Mar 10, 9:15 AM – 11:00 AM PDT',
    });
    expect(customWindow(calendar, startMs, endMs, sha256Hex)).toEqual(window);
    expect(customWindow(calendar, startMs, endMs + 1, sha256Hex).id).not.toBe(window.id);
  });

  it('does not share its id with a listed window at the same time', () => {
    const [listed] = list();
    const same = customWindow(calendar, listed?.startMs ?? 0, listed?.endMs ?? 0, sha256Hex);
    expect(same.id).not.toBe(listed?.id);
    expect(find(same.id)).toEqual(notFound);
  });
});
