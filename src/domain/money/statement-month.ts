// Months of billing statements, in a given time zone. A month closes one day after it ends. Its statement never
// changes afterwards: late entries are booked in the current month.
import { Temporal } from 'temporal-polyfill';

/** `2030-01` */
export type StatementMonth = string;

export interface Booked {
  readonly bookedAtMs: number;
  readonly month: StatementMonth;
}

const CLOSING_MS = 24 * 3_600_000;
/** Four-digit years, so that months sort as strings. */
const MONTH_PATTERN = /^[0-9]{4}-(?:0[1-9]|1[0-2])$/;

export function isMonth(text: string): boolean {
  return MONTH_PATTERN.test(text);
}

export function monthOf(instantMs: number, timeZone: string): StatementMonth {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** From the first instant of the month to the first instant of the next. */
export function boundsOf(month: StatementMonth, timeZone: string): { fromMs: number; untilMs: number } {
  const first = Temporal.PlainYearMonth.from(month);
  const start = (of: Temporal.PlainYearMonth) =>
    of.toPlainDate({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  return { fromMs: start(first), untilMs: start(first.add({ months: 1 })) };
}

export function isClosed(month: StatementMonth, timeZone: string, nowMs: number): boolean {
  return nowMs >= boundsOf(month, timeZone).untilMs + CLOSING_MS;
}

/** Booking date and month of an entry that happened at `happenedAtMs` and becomes known now. */
export function bookingTime(happenedAtMs: number, nowMs: number, timeZone: string): Booked {
  const month = monthOf(happenedAtMs, timeZone);
  return isClosed(month, timeZone, nowMs)
    ? { bookedAtMs: nowMs, month: monthOf(nowMs, timeZone) }
    : { bookedAtMs: happenedAtMs, month };
}
