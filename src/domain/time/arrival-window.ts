// Arrival windows: the time spans in which a crew may arrive at the reference stop. Listed windows are derived from
// the opening hours of the area and the window policy of the product, in the time zone of the reference stop. A
// window is stored only with the booking that uses it.
//
// Capacity is counted per area, time zone, product and hour bucket. A listed window uses its own hour, a custom
// window the hour in which it starts, an on-demand window none.
import type { Product } from '../dispatch/product.ts';
import type { ServiceArea, WindowPolicy } from '../place/service-area.ts';
import { hourStart, type OffsetSpan, offsetSpans } from './time-zone-offsets.ts';
import { type HashHex, startOfWindowId, windowId, windowIdTail } from './window-id.ts';
import { ON_DEMAND_LABEL, windowLabel } from './window-label.ts';
import { windowStarts } from './window-starts.ts';

/**
 * The inputs that determine a list of windows. `timeZone` is that of the reference stop, as returned by `zoneFor`.
 */
export interface WindowCalendar {
  readonly area: ServiceArea;
  readonly product: Product;
  readonly timeZone: string;
}

export interface ScheduledWindow {
  readonly kind: 'listed' | 'custom';
  readonly id: string;
  readonly timeZone: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly label: string;
  /** Start of the hour bucket whose capacity the window uses. */
  readonly bucketStartMs: number;
}

export interface OnDemandWindow {
  readonly kind: 'on_demand';
  readonly id: string;
  readonly timeZone: string;
  readonly startMs: null;
  readonly endMs: null;
  readonly label: string;
  /** On-demand capacity limits the number of live bookings, not bookings per hour. */
  readonly bucketStartMs: null;
}

export type ArrivalWindow = ScheduledWindow | OnDemandWindow;

/** The key by which capacity is counted. */
export interface CapacityBucket {
  readonly areaSlug: string;
  readonly timeZone: string;
  readonly product: Product;
  readonly startMs: number;
}

export type WindowLookup =
  | { readonly found: true; readonly window: ArrivalWindow }
  | { readonly found: false; readonly reason: 'window_in_past' | 'arrival_window_not_found' };

type Spans = readonly OffsetSpan[];

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/**
 * The on-demand window first, then all listed windows by start. Includes full windows: this function does not know
 * how much capacity is used.
 */
export function listWindows(calendar: WindowCalendar, nowMs: number, hashHex: HashHex): ArrivalWindow[] {
  const policy = policyOf(calendar);
  // A window that starts exactly now can no longer be booked.
  const earliestMs = nowMs + Math.max(1, policy.leadMinutes * MINUTE_MS);
  const latestMs = nowMs + policy.horizonDays * DAY_MS;
  const spans = spansAround(calendar, nowMs, latestMs);
  const tail = windowIdTail(windowFamily(calendar), hashHex);
  const starts = windowStarts(calendar.area.hours, policy, spans, earliestMs, latestMs);
  const listed = starts.map((startMs) => listedWindow(calendar, spans, tail, startMs));
  return [onDemandWindow(calendar, tail), ...listed];
}

/**
 * Resolves a window id. The lead time limits which windows are listed, not which ids are accepted: a window that was
 * listed can be booked until it starts.
 */
export function findWindow(
  calendar: WindowCalendar,
  id: string,
  nowMs: number,
  hashHex: HashHex,
): WindowLookup {
  const notFound: WindowLookup = { found: false, reason: 'arrival_window_not_found' };
  const tail = windowIdTail(windowFamily(calendar), hashHex);
  const startMs = startOfWindowId(id);
  if (startMs === undefined || id.toLowerCase() !== windowId(tail, startMs)) return notFound;
  if (startMs === null) return { found: true, window: onDemandWindow(calendar, tail) };
  const policy = policyOf(calendar);
  if (startMs <= nowMs) return { found: false, reason: 'window_in_past' };
  if (startMs > nowMs + policy.horizonDays * DAY_MS) return notFound;
  const spans = spansAround(calendar, startMs, startMs);
  if (windowStarts(calendar.area.hours, policy, spans, startMs, startMs).length === 0) return notFound;
  return { found: true, window: listedWindow(calendar, spans, tail, startMs) };
}

/** A window with times chosen by the partner. The caller validates the times with `customWindowTimes`. */
export function customWindow(
  calendar: WindowCalendar,
  startMs: number,
  endMs: number,
  hashHex: HashHex,
): ScheduledWindow {
  const spans = spansAround(calendar, startMs, endMs);
  const tail = windowIdTail([...windowFamily(calendar), String(startMs), String(endMs)], hashHex);
  return { kind: 'custom', id: windowId(tail, startMs), ...scheduledFields(calendar, spans, startMs, endMs) };
}

export function capacityBucket(
  { area, timeZone, product }: WindowCalendar,
  window: ScheduledWindow,
): CapacityBucket {
  return { areaSlug: area.slug, timeZone, product, startMs: window.bucketStartMs };
}

function onDemandWindow({ timeZone }: WindowCalendar, tail: string): OnDemandWindow {
  return {
    kind: 'on_demand',
    id: windowId(tail, null),
    timeZone,
    startMs: null,
    endMs: null,
    label: ON_DEMAND_LABEL,
    bucketStartMs: null,
  };
}

function listedWindow(
  calendar: WindowCalendar,
  spans: Spans,
  tail: string,
  startMs: number,
): ScheduledWindow {
  const endMs = startMs + policyOf(calendar).lengthMinutes * MINUTE_MS;
  return { kind: 'listed', id: windowId(tail, startMs), ...scheduledFields(calendar, spans, startMs, endMs) };
}

function scheduledFields({ timeZone }: WindowCalendar, spans: Spans, startMs: number, endMs: number) {
  const label = windowLabel(spans, startMs, endMs);
  return { timeZone, startMs, endMs, label, bucketStartMs: hourStart(spans, startMs) };
}

/** Padded by two days on either side, to cover every hour of the local days of both instants. */
function spansAround({ timeZone }: WindowCalendar, fromMs: number, untilMs: number): Spans {
  return offsetSpans(timeZone, fromMs - 2 * DAY_MS, untilMs + 2 * DAY_MS);
}

function policyOf({ area, product }: WindowCalendar): WindowPolicy {
  const offer = area.products[product];
  if (offer === undefined) throw new RangeError(`${area.slug} does not offer ${product}`);
  return offer.windows;
}

function windowFamily({ area, timeZone, product }: WindowCalendar): readonly string[] {
  return [area.slug, timeZone, product];
}
