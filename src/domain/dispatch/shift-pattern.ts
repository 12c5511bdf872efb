// Weekly pattern of shifts of a crew, in local time. The local times stay the same across clock changes; the instants and
// the length of a shift in the night of a change do not.
import { firstInstantFrom, offsetSpans } from '../time/time-zone-offsets.ts';

export interface ShiftPattern {
  /** ISO weekdays: 1 is Monday. */
  readonly weekdays: readonly number[];
  /** Minutes after midnight. */
  readonly startsMinute: number;
  /** Not after the start: on the next day. */
  readonly endsMinute: number;
  readonly timeZone: string;
  /** 2030-01-15 */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Days on which the pattern does not apply. */
  readonly exceptedDays: readonly string[];
}

export interface PatternShift {
  /** Local day on which the shift starts. */
  readonly day: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** 53 weeks. */
export const MAX_PATTERN_DAYS = 371;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MAX_SHIFT_MS = DAY_MS;

const midnightMs = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Number of days from the first to the last, both included. */
export function patternDays({ firstDay, lastDay }: Pick<ShiftPattern, 'firstDay' | 'lastDay'>): number {
  return (midnightMs(lastDay) - midnightMs(firstDay)) / DAY_MS + 1;
}

/** The shifts of the pattern, by day. A shift whose local times are all skipped by a clock change is left out. */
export function shiftsOf(pattern: ShiftPattern): PatternShift[] {
  const { weekdays, startsMinute, endsMinute, timeZone, firstDay, lastDay, exceptedDays } = pattern;
  const [firstMs, lastMs] = [midnightMs(firstDay), midnightMs(lastDay)];
  const spans = offsetSpans(timeZone, firstMs - 2 * DAY_MS, lastMs + 4 * DAY_MS);
  const lengthDays = endsMinute <= startsMinute ? 1 : 0;
  const shifts: PatternShift[] = [];
  for (let dayMs = firstMs; dayMs <= lastMs; dayMs += DAY_MS) {
    const day = new Date(dayMs).toISOString().slice(0, 10);
    const weekday = new Date(dayMs).getUTCDay() || 7;
    if (!weekdays.includes(weekday) || exceptedDays.includes(day)) continue;
    const startsMs = firstInstantFrom(spans, dayMs + startsMinute * MINUTE_MS);
    const endsMs = firstInstantFrom(spans, dayMs + lengthDays * DAY_MS + endsMinute * MINUTE_MS);
    // An hour that is repeated must not make a shift longer than a shift may be.
    const cappedMs = Math.min(endsMs, startsMs + MAX_SHIFT_MS);
    if (cappedMs > startsMs) shifts.push({ day, startsAt: new Date(startsMs), endsAt: new Date(cappedMs) });
  }
  return shifts;
}
