// A booking as input for dispatch: product, first and last stop, allowed arrival at the first stop, and duration.
import { type Booking, isFirstStopDone } from '../booking/booking.ts';
import type { LaborModel } from '../money/price-book.ts';
import { destinationOf, originOf } from '../place/route.ts';
import type { Waypoint } from '../place/travel.ts';
import { ON_DEMAND_HOLD_MS } from '../time/capacity-claim.ts';
import type { Product } from './product.ts';

export interface DispatchJobInput
  extends Pick<
    Booking,
    'id' | 'accountId' | 'product' | 'areaSlug' | 'window' | 'windowRef' | 'windowTakenAtMs'
  > {
  readonly origin: Waypoint;
  readonly destination: Waypoint;
  readonly stopCount: number;
  /** Driving time from the first stop to the last, without service time. */
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
  /** Allowed arrival at the first stop. */
  readonly earliestMs: number;
  readonly latestMs: number;
  /** From arrival at the first stop until the last stop is done. */
  readonly durationMs: number;
  /** The booking fails if it has no crew by then. */
  readonly failsAtMs: number;
}

const MINUTE_MS = 60_000;

export function dispatchJobInput(booking: Booking): DispatchJobInput {
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

export function jobOf(input: DispatchJobInput): DispatchJob {
  const { windowRef } = input;
  const perStopMs = minutesPerStop(input.labor) * MINUTE_MS;
  const drivingMs = Math.ceil(input.travelMinutes * MINUTE_MS);
  // Shifts a window of the destination to the origin, by the time that the route takes.
  const untilRefMs = windowRef === 'origin' ? 0 : drivingMs + perStopMs * (input.stopCount - 1);
  const { opensMs, closesMs } = windowSpan(input);
  return {
    bookingId: input.id,
    accountId: input.accountId,
    product: input.product,
    areaSlug: input.areaSlug,
    origin: waypointOf(input.origin),
    destination: waypointOf(input.destination),
    earliestMs: opensMs - untilRefMs,
    latestMs: closesMs - untilRefMs,
    durationMs: Math.max(drivingMs + perStopMs * input.stopCount, MINUTE_MS),
    failsAtMs: closesMs,
  };
}

/** How much later than now an overdue job may begin. */
const OVERDUE_MS = 12 * 60 * MINUTE_MS;

/**
 * The job of a crew that is assigned now. One that takes over a started job is busy from now on, regardless of the window. An
 * overdue job is late with every crew: the first that can come fits.
 */
export function jobFrom(booking: Booking, nowMs: number): DispatchJob {
  const job = jobOf(dispatchJobInput(booking));
  if (!isFirstStopDone(booking) && nowMs <= job.latestMs) return job;
  return { ...job, earliestMs: nowMs, latestMs: Math.max(job.latestMs, nowMs + OVERDUE_MS) };
}

/** Minutes by which an arrival at the first stop misses the window, rounded up; 0 if it is in time or the first stop is done. */
export function minutesLate(booking: Booking, arrivesMs: number): number {
  if (isFirstStopDone(booking)) return 0;
  const lateMs = arrivesMs - jobOf(dispatchJobInput(booking)).latestMs;
  return Math.max(0, Math.ceil(lateMs / MINUTE_MS));
}

/** Allowed arrival at the reference stop. */
export function windowSpan({ window, windowTakenAtMs }: Pick<Booking, 'window' | 'windowTakenAtMs'>) {
  return window.kind === 'on_demand'
    ? { opensMs: windowTakenAtMs, closesMs: windowTakenAtMs + ON_DEMAND_HOLD_MS }
    : { opensMs: window.startMs, closesMs: window.endMs };
}

/** The upper end of the quoted range: a crew that finishes early becomes free early. */
export function minutesPerStop(labor: LaborModel): number {
  return labor.kind === 'fixed' ? labor.minutesPerStop : labor.highMinutesPerStop;
}

function waypointOf({ longitude, latitude }: Waypoint): Waypoint {
  return { longitude, latitude };
}
