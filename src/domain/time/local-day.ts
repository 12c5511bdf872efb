// Calendar days in a time zone: start and end instants, correct across clock changes.
import { firstInstantFrom, offsetSpans } from './time-zone-offsets.ts';

export interface DaySpan {
  readonly startMs: number;
  readonly endMs: number;
}

const DAY_MS = 86_400_000;

/** `day` is formatted as 2030-01-15. */
export function daySpan(timeZone: string, day: string): DaySpan {
  const wallMs = Date.parse(`${day}T00:00:00Z`);
  const spans = offsetSpans(timeZone, wallMs - 2 * DAY_MS, wallMs + 3 * DAY_MS);
  return {
    startMs: firstInstantFrom(spans, wallMs),
    endMs: firstInstantFrom(spans, wallMs + DAY_MS),
  };
}

/** The seven days of the week of `day`, from Monday. */
export function weekOf(day: string): readonly string[] {
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  const sinceMonday = (new Date(dayMs).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, nth) =>
    new Date(dayMs + (nth - sinceMonday) * DAY_MS).toISOString().slice(0, 10),
  );
}
