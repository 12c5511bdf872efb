// Capacity of an area per hour over a range of days, with capacity overrides applied.
import type { Product } from '../dispatch/product.ts';
import { type CapacityOverride, effectiveOverride, type ServedArea } from './capacity-override.ts';
import { firstInstantFrom, hourStart, type OffsetSpan, offsetSpans, spanAt } from './time-zone-offsets.ts';
import { windowStarts } from './window-starts.ts';

export interface CalendarSpan {
  readonly product: Product;
  readonly timeZone: string;
  /** 2030-01-15, in the time zone. */
  readonly firstDay: string;
  readonly dayCount: number;
}

export interface CalendarHour {
  readonly startMs: number;
  readonly day: string;
  /** Local hour, 0 to 23. */
  readonly hour: number;
  /** Capacity by the area document, and capacity with overrides applied. */
  readonly usual: number;
  readonly places: number;
  /** The override that determines `places`; null if none. */
  readonly override: CapacityOverride | null;
}

const DAY_MS = 86_400_000;

/** The hours in which listed windows start, plus the given bucket starts (a custom window may start in any hour). */
export function calendarHours(
  area: ServedArea,
  { product, timeZone, firstDay, dayCount }: CalendarSpan,
  extraStartsMs: readonly number[] = [],
): CalendarHour[] {
  const offer = area.products[product];
  if (!offer) return [];
  const firstWallMs = Date.parse(firstDay);
  const spans = offsetSpans(timeZone, firstWallMs - 3 * DAY_MS, firstWallMs + (dayCount + 3) * DAY_MS);
  const fromMs = firstInstantFrom(spans, firstWallMs);
  const untilMs = firstInstantFrom(spans, firstWallMs + dayCount * DAY_MS) - 1;
  const starts = windowStarts(area.hours, offer.windows, spans, fromMs, untilMs);
  const extraStarts = extraStartsMs.filter((startMs) => startMs >= fromMs && startMs <= untilMs);
  const hours = new Set([...starts.map((startMs) => hourStart(spans, startMs)), ...extraStarts]);
  return [...hours]
    .sort((a, b) => a - b)
    .map((startMs) => {
      const override = effectiveOverride(area, { product, timeZone, startMs });
      const places = override === null ? offer.capacity : (override.capacity ?? 0);
      return { startMs, ...localDayAndHour(spans, startMs), usual: offer.capacity, places, override };
    });
}

function localDayAndHour(spans: readonly OffsetSpan[], startMs: number): Pick<CalendarHour, 'day' | 'hour'> {
  const wall = new Date(startMs + spanAt(spans, startMs).offsetMs);
  return { day: wall.toISOString().slice(0, 10), hour: wall.getUTCHours() };
}
