// Calendar days as text ("2030-01-15"), without a time zone.
import { englishTimes } from './time-format.ts';

const DAY_MS = 86_400_000;
const noonMs = (day: string) => Date.parse(`${day}T12:00:00Z`);

export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(noonMs(text));
}

/** The day that is `days` days after `day`. */
export function dayAfter(day: string, days: number): string {
  return new Date(noonMs(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Current date in the time zone (default: the browser's). */
export const today = (timeZone?: string) => englishTimes.calendarDay(Date.now(), timeZone);

/** "Tuesday, January 15" */
export const formatLongDay = (day: string) => englishTimes.longDay(noonMs(day), 'UTC');
/** "Tue, Jan 15" */
export const formatShortDay = (day: string) => englishTimes.shortDay(noonMs(day), 'UTC');
/** "Jan 15" */
export const formatMonthDay = (day: string) => englishTimes.part(noonMs(day), 'month-day', 'UTC');
/** "Tue" */
export const formatWeekday = (day: string) => englishTimes.part(noonMs(day), 'weekday', 'UTC');
