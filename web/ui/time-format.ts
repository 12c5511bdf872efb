// Formats times and durations for all pages: in the language of the page, and in the time zone of the stop or area
// (default: the browser's). The phrases come from `Intl`, except those of `phrases`. No other file creates formats of
// `Intl` for times; a test holds that.
import { fill } from './interpolate.ts';
import type { Language } from './languages.ts';

/** ISO 8601 text, or milliseconds since the epoch. */
export type Instant = string | number;

export interface TimeRange {
  readonly from: Instant;
  readonly to: Instant;
}

/** `narrow` for tables ("3m ago"), `long` for sentences ("3 minutes ago"). */
export type PhraseWidth = 'narrow' | 'long';

const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };
/** Phrases that `Intl` does not have. */
const phrases = {
  en: { justNow: 'just now', verySoon: 'in less than a minute', now: 'now', by: 'By {time}' },
  es: {
    justNow: 'ahora mismo',
    verySoon: 'dentro de menos de un minuto',
    now: 'ahora',
    by: 'Antes de {time}',
  },
} as const;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const relativeUnits = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;
const durationUnits = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;
/** A range that starts sooner than this is shown by its end only ("By 9:50 AM"). */
const SOON_MS = 2 * MINUTE_MS;

let zone: string | undefined;

/** The first format of a page loads the locale data of the browser, which takes long: not while scripts are evaluated. */
export function browserTimeZone(): string {
  zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}

const clock = { hour: 'numeric', minute: '2-digit' } as const;
const longDay = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const shortDay = { weekday: 'short', month: 'short', day: 'numeric' } as const;

export class TimeFormatter {
  readonly #language: Language;
  readonly #nowMs: number | null;

  /** `nowMs` null: the browser's clock at each call. */
  constructor(language: Language, nowMs: number | null = null) {
    this.#language = language;
    this.#nowMs = nowMs;
  }

  /** "9:40 AM" */
  time(at: Instant, timeZone?: string): string {
    return this.#format(at, clock, timeZone);
  }

  /** The time after a preposition: "9:40 AM"; in Spanish with its article, "las 9:40 a.m." or "la 1:05 p.m.". */
  timeInSentence(at: Instant, timeZone?: string): string {
    const time = this.time(at, timeZone);
    if (this.#language !== 'es') return time;
    return `${/^1\D/.test(time) ? 'la' : 'las'} ${time}`;
  }

  /** For an ETA: "9:40–9:50 AM", or "By 9:50 AM" once the range has started. */
  span({ from, to }: TimeRange, timeZone?: string): string {
    const nowMs = this.#now();
    const isNow = toMs(from) - nowMs < SOON_MS && toMs(to) > nowMs;
    if (isNow) return fill(phrases[this.#language].by, { time: this.timeInSentence(to, timeZone) });
    return this.window({ from, to }, timeZone);
  }

  /** The span after a colon: "9:40–9:50 AM" or "by 9:50 AM". */
  spanInSentence(range: TimeRange, timeZone?: string): string {
    const text = this.span(range, timeZone);
    return text.charAt(0).toLowerCase() + text.slice(1);
  }

  /**
   * For an arrival window or a shift: "12–1 PM", "11:30 AM–12:30 PM". Always both ends, whatever the current time. No
   * dates, also over midnight.
   */
  window({ from, to }: TimeRange, timeZone?: string): string {
    const [start, end] = [this.time(from, timeZone), this.time(to, timeZone)];
    const [half, isSameHalf] = [
      end.replace(/^[\d:]+/, ''),
      startOfUtcDay(from, timeZone) === startOfUtcDay(to, timeZone),
    ];
    const first = isSameHalf && start.endsWith(half) ? start.slice(0, -half.length) : start;
    return `${first}–${end}`.replace(/:00\b/g, '');
  }

  /** "Yesterday", "Today", "Tomorrow" or "Tuesday, March 10". */
  day(at: Instant, timeZone?: string): string {
    return this.#capitalize(this.dayInSentence(at, timeZone));
  }

  /** The day after a colon or a preposition: "today" or "Tuesday, March 10"; in Spanish "martes, 10 de marzo". */
  dayInSentence(at: Instant, timeZone?: string): string {
    const days = this.#daysFromToday(at, timeZone);
    if (Math.abs(days) > 1) return this.#format(at, longDay, timeZone);
    return relativeOf(locales[this.#language], 'long', 'auto').format(days, 'day');
  }

  /** "Tuesday, March 10" */
  longDay(at: Instant, timeZone?: string): string {
    return this.#capitalize(this.#format(at, longDay, timeZone));
  }

  /** "Tue, Mar 10" */
  shortDay(at: Instant, timeZone?: string): string {
    return this.#format(at, shortDay, timeZone);
  }

  /** "March 24, 2026" */
  date(at: Instant, timeZone?: string): string {
    return this.#format(at, { year: 'numeric', month: 'long', day: 'numeric' }, timeZone);
  }

  /** "Today, 11:02 AM" or "Tuesday, March 10, 11:02 AM" */
  moment(at: Instant, timeZone?: string): string {
    return `${this.day(at, timeZone)}, ${this.time(at, timeZone)}`;
  }

  /** The moment after a colon or a comma: "today, 11:02 AM" or "Tuesday, March 10, 11:02 AM". */
  momentInSentence(at: Instant, timeZone?: string): string {
    return `${this.dayInSentence(at, timeZone)}, ${this.time(at, timeZone)}`;
  }

  /** "2026-03-10" */
  calendarDay(at: Instant, timeZone?: string): string {
    return new Date(startOfUtcDay(at, timeZone)).toISOString().slice(0, 10);
  }

  isToday(at: Instant, timeZone?: string): boolean {
    return this.#daysFromToday(at, timeZone) === 0;
  }

  /** Time only if it is today, else day and time; after a colon or a comma. */
  recent(at: Instant, timeZone?: string): string {
    return this.isToday(at, timeZone) ? this.time(at, timeZone) : this.momentInSentence(at, timeZone);
  }

  /** "Tue, Mar 10, 11:02 AM", for times within a few days. */
  dateTime(at: Instant, timeZone?: string): string {
    return this.#format(at, { ...shortDay, ...clock }, timeZone);
  }

  /** "Tue, Mar 10, 2026, 11:02:05 AM EST" */
  exact(at: Instant, timeZone?: string): string {
    const options = {
      ...shortDay,
      year: 'numeric',
      ...clock,
      second: '2-digit',
      timeZoneName: 'short',
    } as const;
    return this.#format(at, options, timeZone);
  }

  /** Parts of a date for the axis of a chart or a calendar. */
  part(at: Instant, part: 'weekday' | 'month-day' | 'hour', timeZone?: string): string {
    const options = {
      weekday: { weekday: 'short' },
      'month-day': { month: 'short', day: 'numeric' },
      hour: { hour: 'numeric' },
    } as const;
    return this.#format(at, options[part], timeZone);
  }

  /** "EST" or "Eastern Standard Time" */
  zoneName(at: Instant, timeZone: string, width: 'short' | 'long'): string | null {
    const format = formatOf(locales[this.#language], { timeZone, timeZoneName: width });
    return format.formatToParts(toMs(at)).find(({ type }) => type === 'timeZoneName')?.value ?? null;
  }

  /** Name of the time zone if its wall clock differs from the browser's at that time, else null. */
  zoneNameIfForeign(at: Instant, timeZone: string): string | null {
    const isSame = wallClock(at, timeZone) === wallClock(at, browserTimeZone());
    return isSame ? null : this.zoneName(at, timeZone, 'long');
  }

  /**
   * Age of an event: "3 minutes ago", "just now" within the first minute. An event that is ahead of this clock by less
   * than a minute happened just now: clocks differ. One further ahead (a test clock) is "in 3 days".
   */
  ago(at: Instant, width: PhraseWidth = 'long'): string {
    const distanceMs = toMs(at) - this.#now();
    return this.#relative(distanceMs, width) ?? phrases[this.#language].justNow;
  }

  /** Milliseconds since the instant; negative if it is ahead. */
  ageMs(at: Instant): number {
    return this.#now() - toMs(at);
  }

  /** Time until something is due: "in 3 minutes", "in less than a minute", "now" once it has passed. */
  until(at: Instant, width: PhraseWidth = 'long'): string {
    const distanceMs = toMs(at) - this.#now();
    const { now, verySoon } = phrases[this.#language];
    if (distanceMs <= 0) return now;
    return this.#relative(distanceMs, width) ?? verySoon;
  }

  /** The two largest units: "2 days 4 hr", "12 min". Seconds only within the first minute: "42 sec". */
  duration(ms: number): string {
    const locale = locales[this.#language];
    let rest = Math.max(0, ms);
    const first = durationUnits.findIndex(([, size]) => rest >= size);
    if (first === -1) return unitOf(locale, 'second').format(Math.floor(rest / SECOND_MS));
    const parts = durationUnits.slice(first, first + 2).flatMap(([unit, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count > 0 ? [unitOf(locale, unit).format(count)] : [];
    });
    return normalizeSpaces(new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(parts));
  }

  number(value: number, digits: number): string {
    return new Intl.NumberFormat(locales[this.#language], {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  }

  #now(): number {
    return this.#nowMs ?? Date.now();
  }

  /** null: less than a minute away. */
  #relative(distanceMs: number, width: PhraseWidth): string | null {
    const unit = relativeUnits.find(([, size]) => Math.abs(distanceMs) >= size);
    if (unit === undefined) return null;
    const [name, size] = unit;
    return relativeOf(locales[this.#language], width, 'always').format(Math.trunc(distanceMs / size), name);
  }

  /** Calendar days, not spans of 24 hours. */
  #daysFromToday(at: Instant, timeZone: string | undefined): number {
    return (startOfUtcDay(at, timeZone) - startOfUtcDay(this.#now(), timeZone)) / DAY_MS;
  }

  #format(at: Instant, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
    const format = formatOf(locales[this.#language], { ...options, timeZone });
    return normalizeSpaces(format.format(toMs(at)));
  }

  #capitalize(text: string): string {
    return text.charAt(0).toLocaleUpperCase(locales[this.#language]) + text.slice(1);
  }
}

/** For pages in English. */
export const englishTimes = new TimeFormatter('en');

/** Latency: "84 ms" or "1.2 s". */
export function formatMilliseconds(ms: number): string {
  return ms < SECOND_MS
    ? `${Math.round(ms)} ms`
    : `${(ms / SECOND_MS).toFixed(ms < 10 * SECOND_MS ? 1 : 0)} s`;
}

const toMs = (at: Instant) => (typeof at === 'number' ? at : Date.parse(at));

/** Midnight, in UTC, of the calendar date that the instant has in the time zone. */
function startOfUtcDay(at: Instant, timeZone: string | undefined): number {
  const format = formatOf('en-US', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone });
  const parts = new Map(format.formatToParts(toMs(at)).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts.get('year') ?? 0, (parts.get('month') ?? 1) - 1, parts.get('day') ?? 1);
}

function wallClock(at: Instant, timeZone: string): string {
  return formatOf('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(toMs(at));
}

// Creating a format takes about as long as formatting a hundred values, and a board has hundreds of cards.
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function formatOf(
  locale: string,
  { timeZone = browserTimeZone(), ...options }: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, options]);
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  dateFormats.set(key, format);
  return format;
}

function relativeOf(locale: string, style: PhraseWidth, numeric: 'always' | 'auto'): Intl.RelativeTimeFormat {
  const key = `${locale} ${style} ${numeric}`;
  const format = relativeFormats.get(key) ?? new Intl.RelativeTimeFormat(locale, { style, numeric });
  relativeFormats.set(key, format);
  return format;
}

function unitOf(locale: string, unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
}

/**
 * Replaces the thin spaces that Intl emits by no-break spaces, which fonts and tests handle consistently. A time keeps its
 * half of the day on the same line: "9:40 AM", "9:40 p.m.".
 */
function normalizeSpaces(text: string): string {
  return text.replace(/[\u2009\u202f]/g, '\u00a0').replace(/(\d) (?=[ap]\.?\s?m\b)/gi, '$1\u00a0');
}
