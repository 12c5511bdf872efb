// A booking as dispatch sees it: which crew it takes, where it begins and ends, when a crew may be at its first stop, and
// for how long it will be busy.
import type { Booking } from './booking.ts';
import { ON_DEMAND_HOLD_MS } from './capacity-claim.ts';
import type { LaborModel } from './price-book.ts';
import type { Product } from './product.ts';
import { destinationOf, originOf } from './route.ts';
import type { Waypoint } from './travel.ts';

export interface JobFacts
  extends Pick<
    Booking,
    'id' | 'accountId' | 'product' | 'areaSlug' | 'window' | 'windowRef' | 'windowTakenAtMs'
  > {
  readonly origin: Waypoint;
  readonly destination: Waypoint;
  readonly stopCount: number;
  /** From the first stop to the last. */
  readonly travelMinutes: number;
  readonly labor: LaborModel;
}

export interface DispatchJob {
  readonly bookingId: string;
  readonly accountId: string;
  readonly product: Product;
  readonly areaSlug: string;
  readonly origin: Waypoint;
  readonly destination: Waypoint;
  /** When a crew may be at the first stop. */
  readonly earliestMs: number;
  readonly latestMs: number;
  /** From there until the last stop is done. */
  readonly durationMs: number;
  /** Without a crew by then the booking has failed. */
  readonly givesUpAtMs: number;
}

const MINUTE_MS = 60_000;

export function jobFacts(booking: Booking): JobFacts {
  const { route, quote } = booking;
  return {
    ...booking,
    origin: originOf(route).location,
    destination: destinationOf(route).location,
    stopCount: route.length,
    travelMinutes: quote.travel.minutes,
    labor: quote.prices.labor,
  };
}

export function jobOf(facts: JobFacts): DispatchJob {
  const { window, windowRef, windowTakenAtMs } = facts;
  const perStopMs = minutesPerStop(facts.labor) * MINUTE_MS;
  const drivingMs = Math.ceil(facts.travelMinutes * MINUTE_MS);
  // A window for the destination is as much earlier for the origin as the way there takes.
  const untilRefMs = windowRef === 'origin' ? 0 : drivingMs + perStopMs * (facts.stopCount - 1);
  const [opensMs, closesMs] =
    window.kind === 'on_demand'
      ? [windowTakenAtMs, windowTakenAtMs + ON_DEMAND_HOLD_MS]
      : [window.startMs, window.endMs];
  return {
    bookingId: facts.id,
    accountId: facts.accountId,
    product: facts.product,
    areaSlug: facts.areaSlug,
    origin: pointOf(facts.origin),
    destination: pointOf(facts.destination),
    earliestMs: opensMs - untilRefMs,
    latestMs: closesMs - untilRefMs,
    durationMs: Math.max(drivingMs + perStopMs * facts.stopCount, MINUTE_MS),
    givesUpAtMs: closesMs,
  };
}

/** The longest that the quote expects: a crew that is done sooner is free sooner. */
function minutesPerStop(labor: LaborModel): number {
  return labor.kind === 'fixed' ? labor.minutesPerStop : labor.highMinutesPerStop;
}

function pointOf({ longitude, latitude }: Waypoint): Waypoint {
  return { longitude, latitude };
}
