// Starts of listed windows: the grid of an area's opening hours in local time, converted to instants.
//
// At clock changes, a skipped hour is not offered and a repeated hour is offered twice; the labels differ (1:00 AM
// PDT, 1:00 AM PST). The length of a window is elapsed time. Opening hours start and end at the first instant whose
// local time is theirs or later: adjacent opening hours stay adjacent, and no window belongs to two of them.
import type { WindowPolicy } from '../place/service-area.ts';
import { MINUTES_PER_DAY, WEEKDAYS, type Weekday, type WeeklyHours } from './opening-hours.ts';
import { firstInstantFrom, instantsAt, type OffsetSpan, spanAt } from './time-zone-offsets.ts';

const MINUTE_MS = 60_000;
const DAY_MS = MINUTES_PER_DAY * MINUTE_MS;
/** 1 January 1970 was a Thursday. */
const EPOCH_WEEKDAY = WEEKDAYS.indexOf('thursday');

type Grid = Pick<WindowPolicy, 'lengthMinutes' | 'everyMinutes'>;

/**
 * The starts of all windows that fit into the opening hours, from one instant to another, both included, in order.
 * The spans must extend two days beyond either side.
 */
export function windowStarts(
  hours: WeeklyHours,
  grid: Grid,
  spans: readonly OffsetSpan[],
  fromMs: number,
  untilMs: number,
): number[] {
  if (fromMs > untilMs) return [];
  const lastDayMs = wallDay(spans, untilMs);
  const starts: number[] = [];
  for (let dayMs = wallDay(spans, fromMs); dayMs <= lastDayMs; dayMs += DAY_MS) {
    for (const startMs of startsOfDay(hours, grid, spans, dayMs)) {
      if (startMs >= fromMs && startMs <= untilMs) starts.push(startMs);
    }
  }
  return starts.sort((a, b) => a - b);
}

function startsOfDay(hours: WeeklyHours, grid: Grid, spans: readonly OffsetSpan[], dayMs: number): number[] {
  const starts: number[] = [];
  for (const { opensMinute, closesMinute } of hours[weekdayOf(dayMs)]) {
    const lastStartMs =
      firstInstantFrom(spans, dayMs + closesMinute * MINUTE_MS) - grid.lengthMinutes * MINUTE_MS;
    for (let minute = opensMinute; minute < closesMinute; minute += grid.everyMinutes) {
      for (const startMs of instantsAt(spans, dayMs + minute * MINUTE_MS)) {
        if (startMs <= lastStartMs) starts.push(startMs);
      }
    }
  }
  return starts;
}

/** The local day of an instant, as the wall time of its midnight. */
function wallDay(spans: readonly OffsetSpan[], instantMs: number): number {
  return Math.floor((instantMs + spanAt(spans, instantMs).offsetMs) / DAY_MS) * DAY_MS;
}

function weekdayOf(dayMs: number): Weekday {
  const weekday = WEEKDAYS[(dayMs / DAY_MS + EPOCH_WEEKDAY) % WEEKDAYS.length];
  if (weekday === undefined) throw new RangeError('no weekday before 1970');
  return weekday;
}
