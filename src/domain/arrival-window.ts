// Arrival windows: when a crew may come. Listed windows follow from an area's hours and the product's policy, on the
// wall clock of the stop they refer to; nothing about them is stored until one is booked.
//
// Capacity is counted per area, zone, product and hour: a listed window takes its own hour, a custom one the hour it
// begins in, an on-demand one none.
import type { Product } from './product.ts';
import type { ServiceArea, WindowPolicy } from './service-area.ts';
import { type ClockSpan, clockSpans, hourStart } from './time-zone-offsets.ts';
import { type HashHex, startOfWindowId, windowId, windowIdTail } from './window-id.ts';
import { ON_DEMAND_LABEL, windowLabel } from './window-label.ts';
import { windowStarts } from './window-starts.ts';

/** Where windows are listed for: `timeZone` is that of the stop they refer to, as `zoneFor` gives it. */
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
  /** The hour it takes capacity from. */
  readonly bucketStartMs: number;
}

export interface OnDemandWindow {
  readonly kind: 'on_demand';
  readonly id: string;
  readonly timeZone: string;
  readonly startMs: null;
  readonly endMs: null;
  readonly label: string;
  /** On-demand bookings are counted while they are live, not by the hour. */
  readonly bucketStartMs: null;
}

export type ArrivalWindow = ScheduledWindow | OnDemandWindow;

/** What capacity is counted by. */
export interface CapacityBucket {
  readonly areaSlug: string;
  readonly timeZone: string;
  readonly product: Product;
  readonly startMs: number;
}

export type WindowLookup =
  | { readonly found: true; readonly window: ArrivalWindow }
  | { readonly found: false; readonly reason: 'window_in_past' | 'arrival_window_not_found' };

type Spans = readonly ClockSpan[];

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** On-demand first, then in order of time. Full windows are among them: how full they are is not known here. */
export function listWindows(calendar: WindowCalendar, nowMs: number, hashHex: HashHex): ArrivalWindow[] {
  const policy = policyOf(calendar);
  // A window that begins this instant can no longer be booked.
  const earliestMs = nowMs + Math.max(1, policy.leadMinutes * MINUTE_MS);
  const latestMs = nowMs + policy.horizonDays * DAY_MS;
  const spans = spansAround(calendar, nowMs, latestMs);
  const tail = windowIdTail(familyOf(calendar), hashHex);
  const starts = windowStarts(calendar.area.hours, policy, spans, earliestMs, latestMs);
  const listed = starts.map((startMs) => listedWindow(calendar, spans, tail, startMs));
  return [onDemandWindow(calendar, tail), ...listed];
}

/**
 * The window behind an id. The lead decides what is offered, not what is honoured: a window that was listed can be
 * booked until it begins.
 */
export function findWindow(
  calendar: WindowCalendar,
  id: string,
  nowMs: number,
  hashHex: HashHex,
): WindowLookup {
  const notFound: WindowLookup = { found: false, reason: 'arrival_window_not_found' };
  const tail = windowIdTail(familyOf(calendar), hashHex);
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

/** A window of the partner's own choosing; `customWindowTimes` says which may be. */
export function customWindow(
  calendar: WindowCalendar,
  startMs: number,
  endMs: number,
  hashHex: HashHex,
): ScheduledWindow {
  const spans = spansAround(calendar, startMs, endMs);
  const tail = windowIdTail([...familyOf(calendar), String(startMs), String(endMs)], hashHex);
  return { kind: 'custom', id: windowId(tail, startMs), ...placed(calendar, spans, startMs, endMs) };
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
  return { kind: 'listed', id: windowId(tail, startMs), ...placed(calendar, spans, startMs, endMs) };
}

function placed({ timeZone }: WindowCalendar, spans: Spans, startMs: number, endMs: number) {
  const label = windowLabel(spans, startMs, endMs);
  return { timeZone, startMs, endMs, label, bucketStartMs: hourStart(spans, startMs) };
}

/** Wide enough for every hour of the local days that the two instants fall on. */
function spansAround({ timeZone }: WindowCalendar, fromMs: number, untilMs: number): Spans {
  return clockSpans(timeZone, fromMs - 2 * DAY_MS, untilMs + 2 * DAY_MS);
}

function policyOf({ area, product }: WindowCalendar): WindowPolicy {
  const offer = area.products[product];
  if (offer === undefined) throw new RangeError(`${area.slug} does not offer ${product}`);
  return offer.windows;
}

function familyOf({ area, timeZone, product }: WindowCalendar): readonly string[] {
  return [area.slug, timeZone, product];
}
