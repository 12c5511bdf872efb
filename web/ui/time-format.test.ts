// Tests of time formats: examples, and properties over instants, time zones and languages.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { languages } from './languages.ts';
import { formatMilliseconds, TimeFormatter } from './time-format.ts';

const zone = 'America/New_York';
const timesAt = (now: string, language: 'en' | 'es' = 'en') => new TimeFormatter(language, Date.parse(now));
const noon = '2027-03-10T17:00:00Z';
const noonMs = Date.parse(noon);
const minute = 60_000;
const day = 1_440 * minute;

describe('clock times', () => {
  it('are in the time zone of the stop', () => {
    expect(timesAt(noon).time('2027-03-10T19:05:00Z', zone)).toMatch(/^2:05\sPM$/);
    expect(timesAt(noon).time('2027-03-10T19:05:00Z', 'America/Chicago')).toMatch(/^1:05\sPM$/);
    expect(timesAt(noon, 'es').time('2027-03-10T19:05:00Z', zone)).toMatch(/^2:05\sp\.\s?m\.$/);
  });

  it('are correct on the day daylight saving time starts', () => {
    // Daylight saving time starts on March 14: 2:00 becomes 3:00.
    const window = { from: '2027-03-14T06:30:00Z', to: '2027-03-14T07:30:00Z' };
    expect(timesAt(noon).window(window, zone)).toBe('1:30–3:30\u00a0AM');
    expect(timesAt(noon).day(window.from, zone)).toBe('Sunday, March 14');
  });

  it('show only the end of a range that has started', () => {
    const eta = { from: '2027-03-10T17:20:00Z', to: '2027-03-10T17:35:00Z' };
    expect(timesAt(noon).span(eta, zone)).toBe('12:20–12:35\u00a0PM');
    expect(timesAt('2027-03-10T17:25:00Z').span(eta, zone)).toMatch(/^By 12:35\sPM$/);
  });

  it('have no dates in a range over midnight', () => {
    const window = { from: '2027-03-11T04:30:00Z', to: '2027-03-11T05:30:00Z' };
    expect(timesAt(noon).window(window, zone)).toBe('11:30\u00a0PM–12:30\u00a0AM');
  });

  it('have one style for all ranges: no minutes at full hours, the half of the day once', () => {
    const range = (from: string, to: string, language: 'en' | 'es' = 'en') =>
      timesAt(noon, language)
        .window({ from: `2027-03-10T${from}Z`, to: `2027-03-10T${to}Z` }, 'UTC')
        .replace(/\u00a0/g, ' ');
    expect(range('08:00', '09:00')).toBe('8–9 AM');
    expect(range('08:25', '09:55')).toBe('8:25–9:55 AM');
    expect(range('11:00', '12:30')).toBe('11 AM–12:30 PM');
    expect(range('11:00', '12:30', 'es')).toBe('11 a.m.–12:30 p.m.');
    expect(range('13:00', '14:15', 'es')).toBe('1–2:15 p.m.');
  });

  it('keep the half of the day on the line of the time', () => {
    for (const language of languages) {
      const times = timesAt(noon, language);
      const at = '2027-03-10T17:28:00Z';
      for (const text of [
        times.time(at, zone),
        times.dateTime(at, zone),
        times.exact(at, zone),
        times.part(at, 'hour', zone),
      ])
        expect(text).toMatch(/\d\u00a0p/i);
    }
  });

  it('name yesterday, today and tomorrow by the time zone of the stop', () => {
    const late = timesAt('2027-03-11T04:30:00Z');
    expect(late.day('2027-03-11T04:45:00Z', zone)).toBe('Today');
    expect(late.day('2027-03-11T05:15:00Z', zone)).toBe('Tomorrow');
    expect(late.day('2027-03-10T04:45:00Z', zone)).toBe('Yesterday');
    expect(timesAt(noon, 'es').day('2027-03-11T17:00:00Z', zone)).toBe('Mañana');
    expect(timesAt(noon, 'es').day('2027-03-12T17:00:00Z', zone)).toBe('Viernes, 12 de marzo');
  });

  it('write days after a colon in lower case, as the language does', () => {
    expect(timesAt(noon).dayInSentence('2027-03-10T17:00:00Z', zone)).toBe('today');
    expect(timesAt(noon).dayInSentence('2027-03-12T17:00:00Z', zone)).toBe('Friday, March 12');
    expect(timesAt(noon, 'es').dayInSentence('2027-03-12T17:00:00Z', zone)).toBe('viernes, 12 de marzo');
    expect(timesAt(noon, 'es').recent('2027-03-11T22:49:00Z', zone)).toBe('mañana, 5:49\u00a0p.m.');
  });
});

test.each([
  [-1_000, 'just now', 'ahora mismo'],
  [2_000, 'just now', 'ahora mismo'],
  [-54_000, 'just now', 'ahora mismo'],
  [-3 * minute, '3 minutes ago', 'hace 3 minutos'],
  [-59.9 * minute, '59 minutes ago', 'hace 59 minutos'],
  [-26 * 60 * minute, '1 day ago', 'hace 1 día'],
  [-70 * day, '2 months ago', 'hace 2 meses'],
  [3 * day, 'in 3 days', 'dentro de 3 días'],
])('an event %i ms from now reads "%s"', (distance, english, spanish) => {
  expect(timesAt(noon).ago(noonMs + distance)).toBe(english);
  expect(timesAt(noon, 'es').ago(noonMs + distance)).toBe(spanish);
});

test.each([
  [-54_000, 'now', 'ahora'],
  [54_000, 'in less than a minute', 'dentro de menos de un minuto'],
  [3.5 * minute, 'in 3 minutes', 'dentro de 3 minutos'],
  [26 * 60 * minute, 'in 1 day', 'dentro de 1 día'],
])('something due in %i ms reads "%s"', (distance, english, spanish) => {
  expect(timesAt(noon).until(noonMs + distance)).toBe(english);
  expect(timesAt(noon, 'es').until(noonMs + distance)).toBe(spanish);
});

test.each([
  [0, '0 sec'],
  [-5, '0 sec'],
  [42_000, '42 sec'],
  [61_000, '1 min'],
  [60 * minute, '1 hr'],
  [(26 * 60 + 3) * minute, '1 day 2 hr'],
])('a duration of %i ms reads "%s"', (ms, words) => {
  expect(timesAt(noon).duration(ms)).toBe(words);
});

test.each([
  [84.4, '84 ms'],
  [1_240, '1.2 s'],
  [15_000, '15 s'],
])('%d ms of waiting reads "%s"', (waited, words) => {
  expect(formatMilliseconds(waited)).toBe(words);
});

describe('for every instant, time zone and language', () => {
  const instants = fc.integer({ min: Date.UTC(1990), max: Date.UTC(2100) });
  const distances = fc.oneof(
    fc.integer({ min: -3 * minute, max: 3 * minute }),
    fc.integer({ min: -400 * day, max: 400 * day }),
  );
  const widths = fc.constantFrom('narrow' as const, 'long' as const);
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const isPast = /\bago\b|^hace\b/;
  const isFuture = /^(in|dentro de|en)\b/;
  const unitMs = { m: minute, h: 60 * minute, d: day };

  it('a future instant is never "ago", a past one never "in", and seconds are never shown', () => {
    fc.assert(
      fc.property(
        instants,
        distances,
        fc.constantFrom(...languages),
        widths,
        (now, distance, language, width) => {
          const times = new TimeFormatter(language, now);
          for (const phrase of [times.ago(now + distance, width), times.until(now + distance, width)]) {
            if (distance > 0) expect(phrase).not.toMatch(isPast);
            else expect(phrase).not.toMatch(isFuture);
            expect(phrase).not.toMatch(/\d\s?s(ec|eg)?\b/);
          }
          expect(times.until(now + distance, width)).not.toMatch(isPast);
          if (Math.abs(distance) < minute) expect(times.ago(now + distance, width)).not.toMatch(/\d/);
        },
      ),
    );
  });

  it('the number of a phrase is the distance, rounded towards now', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: minute, max: 29 * day }), (now, distance) => {
        const phrase = new TimeFormatter('en', now).ago(now - distance, 'narrow');
        const [, count = '', unit = ''] = /^(\d+)([mhd]) ago$/.exec(phrase) ?? [];
        const size = unitMs[unit as keyof typeof unitMs];
        expect(Number(count)).toBe(Math.floor(distance / size));
      }),
    );
  });

  it('a day is named relative to the calendar of the time zone', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -3 * day, max: 3 * day }), zones, (now, distance, timeZone) => {
        const dateOf = (ms: number) =>
          new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms);
        const days = (Date.parse(dateOf(now + distance)) - Date.parse(dateOf(now))) / day;
        const names = new Map([
          [-1, 'Yesterday'],
          [0, 'Today'],
          [1, 'Tomorrow'],
        ]);
        const name = new TimeFormatter('en', now).day(now + distance, timeZone);
        if (names.has(days)) expect(name).toBe(names.get(days));
        else expect(name).toMatch(/^\w+day, \w+ \d+$/);
      }),
    );
  });

  it('a Spanish time in a sentence has the article of its hour', () => {
    fc.assert(
      fc.property(instants, zones, (at, timeZone) => {
        const times = new TimeFormatter('es', at);
        const by = times.span({ from: at, to: at + minute }, timeZone);
        const hour = Number(/\d+/.exec(by)?.[0]);
        expect(hour).toBeGreaterThanOrEqual(1);
        expect(hour).toBeLessThanOrEqual(12);
        expect(by).toMatch(hour === 1 ? /^Antes de la 1:\d\d/ : /^Antes de las \d+:\d\d/);
        expect(by).toBe(`Antes de ${times.timeInSentence(at + minute, timeZone)}`);
        expect(new TimeFormatter('en', at).timeInSentence(at, timeZone)).toMatch(/^\d+:\d\d\s[AP]M$/);
      }),
    );
  });

  it('a window has the wall clock of the time zone at both ends', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: minute, max: 300 * minute }), zones, (from, ms, timeZone) => {
        const times = new TimeFormatter('en', from);
        const window = times.window({ from, to: from + ms }, timeZone);
        for (const at of [from, from + ms])
          expect(window).toContain(times.time(at, timeZone).split(/:00|\s/)[0]);
      }),
    );
  });
});

it('is the only file that creates formats of times', () => {
  const web = path.join(import.meta.dirname, '..');
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!node_modules).*\.tsx?$/.test(file),
  );
  const formatting = files.filter((file) => {
    const isAllowed = /^ui\/time-format(\.test)?\.ts$/.test(file);
    const text = readFileSync(path.join(web, file), 'utf8');
    return !isAllowed && /Intl\.(DateTime|RelativeTime|Duration)Format|toLocale(Date|Time)String/.test(text);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(formatting).toEqual([]);
});
