// Time axis of the board: the hours shown, their time zone, and the position of an instant on the axis.
import { englishTimes } from '../../ui/time-format.ts';
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

/** Time axis of a day: from 8 to 18, extended to all windows, engagements and shifts, and to now if a job is overdue. */
export function axisOf(board: Board, nowMs: number): Axis {
  const dayMs = Date.parse(board.starts_at);
  const dayEndMs = Date.parse(board.ends_at);
  const windows = board.bookings.map(({ window }) => window);
  const clipToDay = (span: Span) => clip(span, dayMs, dayEndMs);
  // Clipped to the day, so that an engagement that began days ago does not stretch the axis.
  const slots = board.bookings.flatMap(({ slot, planned }) => {
    const span = slot ?? planned;
    return span ? [clipToDay(span)] : [];
  });
  const shifts = board.crews.flatMap((crew) => crew.shifts.map(clipToDay));
  const overdue = board.bookings.flatMap(({ state, slot }) =>
    state === 'dispatched' && slot ? [clipToDay({ ...slot, ends_at: new Date(nowMs).toISOString() })] : [],
  );
  const spans = [...windows, ...slots, ...shifts, ...overdue].filter(
    ({ starts_at, ends_at }) => starts_at < ends_at,
  );
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
  return Array.from({ length: Math.max(1, Math.round((toMs - fromMs) / HOUR_MS)) }, (_, nth) => {
    const startMs = fromMs + nth * HOUR_MS;
    return { startMs, label: englishTimes.part(startMs, 'hour', timeZone) };
  });
}

/** Position on the axis: hours from the left edge, clamped to the axis. */
export function hoursFromStart({ fromMs, toMs }: Axis, ms: number): number {
  return (Math.min(Math.max(ms, fromMs), toMs) - fromMs) / HOUR_MS;
}
