// Time formatter for the tracking page and the crew page: in the reader's language and the time zone of the stop.
import { fill } from './interpolate.ts';
import type { Language } from './languages.ts';

interface TimeSpan {
  readonly from: string;
  readonly to: string;
}

/** `by` contains `{time}`. */
export interface RelativeDayMessages {
  readonly today: string;
  readonly tomorrow: string;
  readonly by: string;
}

const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** A span that starts sooner than this is shown by its end only ("By 9:50 AM"). */
const SOON_MS = 2 * MINUTE_MS;

export class LocalizedTimeFormatter {
  readonly #language: Language;
  readonly #messages: RelativeDayMessages;
  readonly #nowMs: number;

  constructor(language: Language, messages: RelativeDayMessages, nowMs: number) {
    this.#language = language;
    this.#messages = messages;
    this.#nowMs = nowMs;
  }

  /** "9:40 AM" */
  time(at: string, timeZone: string): string {
    return normalizeSpaces(
      this.#format(timeZone, { hour: 'numeric', minute: '2-digit' }).format(new Date(at)),
    );
  }

  /** For an ETA: "9:40 – 9:50 AM", or "By 9:50 AM" once the span has started. */
  span({ from, to }: TimeSpan, timeZone: string): string {
    const isNow = Date.parse(from) - this.#nowMs < SOON_MS && Date.parse(to) > this.#nowMs;
    if (isNow) return fill(this.#messages.by, { time: this.time(to, timeZone) });
    return this.window({ from, to }, timeZone);
  }

  /** For an arrival window: always both ends, whatever the current time. */
  window({ from, to }: TimeSpan, timeZone: string): string {
    const format = this.#format(timeZone, { hour: 'numeric', minute: '2-digit' });
    return normalizeSpaces(format.formatRange(new Date(from), new Date(to)));
  }

  /** "Today", "Tomorrow" or "Tuesday, March 10". */
  day(at: string, timeZone: string): string {
    const date = this.#format(timeZone, { weekday: 'long', month: 'long', day: 'numeric' });
    const calendar = this.#format(timeZone, { year: 'numeric', month: 'numeric', day: 'numeric' });
    const isSameDay = (ms: number) => calendar.format(new Date(at)) === calendar.format(ms);
    if (isSameDay(this.#nowMs)) return this.#messages.today;
    if (isSameDay(this.#nowMs + DAY_MS)) return this.#messages.tomorrow;
    const text = date.format(new Date(at));
    return text.charAt(0).toLocaleUpperCase(locales[this.#language]) + text.slice(1);
  }

  /** "March 24, 2026" */
  date(at: string, timeZone: string): string {
    return this.#format(timeZone, { year: 'numeric', month: 'long', day: 'numeric' }).format(new Date(at));
  }

  /** "Tuesday, March 10, 11:02 AM" */
  moment(at: string, timeZone: string): string {
    return `${this.day(at, timeZone)}, ${this.time(at, timeZone)}`;
  }

  /** Time only if it is today, else day and time. */
  recent(at: string, timeZone: string): string {
    return this.day(at, timeZone) === this.#messages.today
      ? this.time(at, timeZone)
      : this.moment(at, timeZone);
  }

  /** Name of the time zone if its wall clock differs from the browser's at that time, else null. */
  timeZoneNameIfForeign(at: string, timeZone: string): string | null {
    const wallClock = (zone?: string) =>
      new Intl.DateTimeFormat('en-US', {
        ...(zone !== undefined && { timeZone: zone }),
        dateStyle: 'short',
        timeStyle: 'short',
      }).format(new Date(at));
    if (wallClock() === wallClock(timeZone)) return null;
    const parts = this.#format(timeZone, { timeZoneName: 'long' }).formatToParts(new Date(at));
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null;
  }

  /** "2 minutes ago" */
  ago(atMs: number, nowMs: number): string {
    const seconds = Math.max(0, Math.round((nowMs - atMs) / 1_000));
    const format = new Intl.RelativeTimeFormat(locales[this.#language], { numeric: 'always' });
    if (seconds < 60) return format.format(-seconds, 'second');
    return seconds < 5_400
      ? format.format(-Math.round(seconds / 60), 'minute')
      : format.format(-Math.round(seconds / 3_600), 'hour');
  }

  number(value: number, digits: number): string {
    return new Intl.NumberFormat(locales[this.#language], {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  }

  #format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    return new Intl.DateTimeFormat(locales[this.#language], { timeZone, ...options });
  }
}

/** Replaces the thin spaces that Intl emits by no-break spaces, which fonts and tests handle consistently. */
function normalizeSpaces(text: string): string {
  return text.replace(/[\u2009\u202f]/g, '\u00a0').replace(/\u00a0?–\u00a0?/g, ' – ');
}
