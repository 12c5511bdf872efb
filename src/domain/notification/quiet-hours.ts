// Quiet hours: the time of day in which SMS are delayed, in the time zone of the stop that the notice is about.
import { firstInstantFrom, offsetSpans, spanAt } from '../time/time-zone-offsets.ts';

/** Minutes after midnight. If `untilMinute` is smaller, the quiet hours end on the next day. */
export interface QuietHours {
  readonly fromMinute: number;
  readonly untilMinute: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const PATTERN = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** Format: `21:00-08:00`. null for other formats and for an empty range. */
export function parseQuietHours(text: string): QuietHours | null {
  const [, fromHour, fromMinutes, untilHour, untilMinutes] = (PATTERN.exec(text) ?? []).map(Number);
  if (fromHour === undefined || fromMinutes === undefined) return null;
  const fromMinute = fromHour * 60 + fromMinutes;
  const untilMinute = (untilHour ?? 0) * 60 + (untilMinutes ?? 0);
  return fromMinute === untilMinute ? null : { fromMinute, untilMinute };
}

/** End of the current quiet hours; null if it is not quiet now. */
export function quietUntilMs(quiet: QuietHours | null, timeZone: string, nowMs: number): number | null {
  if (quiet === null) return null;
  const { fromMinute, untilMinute } = quiet;
  const spans = offsetSpans(timeZone, nowMs - DAY_MS, nowMs + 3 * DAY_MS);
  const wallMs = nowMs + spanAt(spans, nowMs).offsetMs;
  const midnightMs = Math.floor(wallMs / DAY_MS) * DAY_MS;
  const minute = (wallMs - midnightMs) / MINUTE_MS;
  const isOvernight = untilMinute < fromMinute;
  const isQuiet = isOvernight
    ? minute >= fromMinute || minute < untilMinute
    : minute >= fromMinute && minute < untilMinute;
  if (!isQuiet) return null;
  const endsTomorrow = isOvernight && minute >= fromMinute;
  const endWallMs = midnightMs + (endsTomorrow ? DAY_MS : 0) + untilMinute * MINUTE_MS;
  // If clocks are set back, the end may occur twice: take the first occurrence after now.
  const later = spans.map((span) => ({ ...span, fromMs: Math.max(span.fromMs, nowMs) }));
  return firstInstantFrom(
    later.filter(({ fromMs, untilMs }) => fromMs < untilMs),
    endWallMs,
  );
}
