// Time axis of the board: the hours shown, their time zone, and the position of an instant on the axis.
import type { Board, Span } from '../api.ts';

export interface BoardHour {
  readonly startMs: number;
  readonly label: string;
}

export interface Axis {
  readonly fromMs: number;
  readonly toMs: number;
  readonly hours: readonly BoardHour[];
  /** IANA time zone of the hour labels. */
  readonly timeZone: string;
}

const HOUR_MS = 3_600_000;
/** Hours that are always shown. */
const DEFAULT_HOURS = { from: 8, to: 18 };

/** Time axis of a day: from 8 to 18, extended to all windows, engagements and shifts. */
export function axisOf(board: Board): Axis {
  const dayMs = Date.parse(board.starts_at);
  const dayEndMs = Date.parse(board.ends_at);
  const windows = board.bookings.map(({ window }) => window);
  const clipToDay = (span: Span) => clip(span, dayMs, dayEndMs);
  // Clipped to the day, so that an engagement that began days ago does not stretch the axis.
  const slots = board.bookings.flatMap(({ slot }) => (slot ? [clipToDay(slot)] : []));
  const shifts = board.crews.flatMap((crew) => crew.shifts.map(clipToDay));
  const spans = [...windows, ...slots, ...shifts].filter(({ starts_at, ends_at }) => starts_at < ends_at);
  const starts = spans.map(({ starts_at }) => Date.parse(starts_at));
  const ends = spans.map(({ ends_at }) => Date.parse(ends_at));
  const first = Math.min(...starts, dayMs + DEFAULT_HOURS.from * HOUR_MS);
  const last = Math.max(...ends, dayMs + DEFAULT_HOURS.to * HOUR_MS);
  // At most 12 hours before and after the day, so that an unusual booking cannot stretch the axis without limit.
  const fromMs = roundToHour(Math.max(first, dayMs - 12 * HOUR_MS), dayMs, Math.floor);
  const toMs = roundToHour(Math.min(last, dayEndMs + 12 * HOUR_MS), dayMs, Math.ceil);
  return { fromMs, toMs, hours: hoursOf(fromMs, toMs, board.time_zone), timeZone: board.time_zone };
}

function clip({ starts_at, ends_at }: Span, fromMs: number, toMs: number): Span {
  return {
    starts_at: new Date(Math.max(Date.parse(starts_at), fromMs)).toISOString(),
    ends_at: new Date(Math.min(Date.parse(ends_at), toMs)).toISOString(),
  };
}

/** Rounds to full hours counted from the start of the day, which also works in zones with a half-hour offset. */
function roundToHour(ms: number, dayMs: number, round: (hours: number) => number): number {
  return dayMs + round((ms - dayMs) / HOUR_MS) * HOUR_MS;
}

function hoursOf(fromMs: number, toMs: number, timeZone: string): BoardHour[] {
  const format = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone });
  return Array.from({ length: Math.max(1, Math.round((toMs - fromMs) / HOUR_MS)) }, (_, nth) => {
    const startMs = fromMs + nth * HOUR_MS;
    return { startMs, label: format.format(startMs) };
  });
}

/** Position on the axis: hours from the left edge, clamped to the axis. */
export function hoursFromStart({ fromMs, toMs }: Axis, ms: number): number {
  return (Math.min(Math.max(ms, fromMs), toMs) - fromMs) / HOUR_MS;
}

export type TimeFormatter = (iso: string) => string;

/** "1:30 PM" */
export function createTimeFormatter(timeZone: string): TimeFormatter {
  const format = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone });
  return (iso) => format.format(Date.parse(iso));
}

/** "12–1 PM", "11:30 AM–12:30 PM" */
export function createSpanFormatter(timeZone: string): (span: Span) => string {
  const format = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone });
  const cache = new Map<string, string>();
  return ({ starts_at, ends_at }) => {
    const key = starts_at + ends_at;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const label = shortenSpan(format.format(Date.parse(starts_at)), format.format(Date.parse(ends_at)));
    cache.set(key, label);
    return label;
  };
}

function shortenSpan(from: string, to: string): string {
  const [start = '', startPeriod] = from.replace(':00', '').split(/\s/);
  const [end = '', endPeriod] = to.replace(':00', '').split(/\s/);
  return startPeriod === endPeriod
    ? `${start}–${end} ${endPeriod ?? ''}`.trim()
    : `${start} ${startPeriod}–${end} ${endPeriod}`;
}

const DAY_MS = 86_400_000;

/** The day that is `days` days after `day`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Current date in the browser's time zone. */
export function today(now = new Date()): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** "Tuesday, January 15" */
export function formatDayLabel(day: string): string {
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`));
}

export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}
