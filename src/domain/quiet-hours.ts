// The hours in which nobody is texted without need, on the wall clock where the message is about.
import { clockSpans, firstInstantFrom, spanAt } from './time-zone-offsets.ts';

/** Minutes after midnight; the end is on the next day if it is the smaller one. */
export interface QuietHours {
  readonly fromMinute: number;
  readonly untilMinute: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const PATTERN = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** `21:00-08:00`; null for what is not like that, or would be quiet all day. */
export function parseQuietHours(text: string): QuietHours | null {
  const [, fromHour, fromMinutes, untilHour, untilMinutes] = (PATTERN.exec(text) ?? []).map(Number);
  if (fromHour === undefined || fromMinutes === undefined) return null;
  const fromMinute = fromHour * 60 + fromMinutes;
  const untilMinute = (untilHour ?? 0) * 60 + (untilMinutes ?? 0);
  return fromMinute === untilMinute ? null : { fromMinute, untilMinute };
}

/** When the quiet that reigns at an instant ends; null where there is none. */
export function quietUntilMs(quiet: QuietHours | null, timeZone: string, nowMs: number): number | null {
  if (quiet === null) return null;
  const { fromMinute, untilMinute } = quiet;
  const spans = clockSpans(timeZone, nowMs - DAY_MS, nowMs + 3 * DAY_MS);
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
  // Where the clock shows the hour twice, the first that is still to come.
  const later = spans.map((span) => ({ ...span, fromMs: Math.max(span.fromMs, nowMs) }));
  return firstInstantFrom(
    later.filter(({ fromMs, untilMs }) => fromMs < untilMs),
    endWallMs,
  );
}
