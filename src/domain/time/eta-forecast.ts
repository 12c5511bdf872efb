// Arrival times per stop, as time ranges. Planned: from the arrival window, before the crew departs. Forecast: from the
// crew's position and progress; wider for later stops and older positions, never in the past, and null without data.
import type { Booking } from '../booking/booking.ts';
import { crewProgress, type Dispatch, type DispatchState } from '../dispatch/dispatch.ts';
import type { LaborModel } from '../money/price-book.ts';
import { uncertaintyMiles } from '../place/location.ts';
import type { RouteEnd } from '../place/route.ts';
import type { Waypoint } from '../place/travel.ts';
import { estimateTravel } from '../place/travel-estimate.ts';

export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

const MINUTE_MS = 60_000;
const ROUNDED_TO_MS = 5 * MINUTE_MS;
/** Minimum uncertainty: parking, traffic lights, a wrong turn. */
const MIN_UNCERTAINTY_MS = 3 * MINUTE_MS;
const UNCERTAINTY_PER_TRAVEL_TIME = 0.15;
/** Minutes of uncertainty per minute of age of the last position. */
const UNCERTAINTY_PER_AGE = 0.5;
const MAX_POSITION_AGE_MS = 20 * MINUTE_MS;
/** Range of the duration of legs that have not started, relative to the estimate. */
const LEG_SPREAD = { from: 0.9, to: 1.25 } as const;

/** Planned arrivals may change until the crew departs. */
const PLAN_SPREAD_MS = 30 * MINUTE_MS;

type ForecastInput = Pick<Booking, 'state' | 'route' | 'dispatch' | 'crew' | 'quote'>;

/** One range per stop; null if unknown, and for stops that the crew has reached. */
export function forecastArrivals(booking: ForecastInput, nowMs: number): readonly (TimeRange | null)[] {
  const { route, dispatch } = booking;
  const forecasts: (TimeRange | null)[] = route.map(() => null);
  if (booking.state !== 'dispatched' || dispatch === null) return forecasts;
  const { state, routePosition: current } = crewProgress(dispatch, route.length);
  const legs = legMinutes(booking);
  let departure = lastDeparture(booking, dispatch, nowMs);
  let position = current + 1;
  if (dispatch.state === 'driving') {
    const arrival = arrivalAtNext(booking, dispatch, legs, nowMs);
    forecasts[current] = arrival && rounded(arrival, nowMs);
    departure = arrival && afterService(arrival, booking);
  } else if (state === 'pending') position = current;
  for (; departure !== null && position < route.length; position += 1) {
    const arrival = afterLeg(departure, legs[position - 1] ?? 0);
    forecasts[position] = rounded(arrival, nowMs);
    departure = afterService(arrival, booking);
  }
  return forecasts;
}

/** What planned arrivals depend on, of a booking. */
export interface PlannedRoute {
  readonly route: readonly {
    readonly id: string;
    readonly location: Waypoint & Parameters<typeof uncertaintyMiles>[0];
  }[];
  readonly quote: {
    readonly travel: { readonly minutes: number };
    readonly prices: { readonly labor: LaborModel };
  };
  readonly window: { readonly startMs: number; readonly endMs: number } | { readonly startMs: null };
  readonly windowRef: RouteEnd;
}

/** Arrival at a stop that a plan of the day intends. */
export interface IntendedArrival {
  readonly stopId: string;
  readonly arrivesMs: number;
}

/**
 * One range per stop: the window at its reference stop, widened by service and travel at the others; null on demand. A plan
 * narrows the ranges of the other stops; the window stays as promised.
 */
export function plannedArrivals(
  booking: PlannedRoute,
  intended: readonly IntendedArrival[] = [],
): readonly (TimeRange | null)[] {
  const { route, window, windowRef } = booking;
  if (window.startMs === null) return route.map(() => null);
  const legs = legMinutes(booking);
  let arrival: TimeRange = { fromMs: window.startMs, toMs: window.endMs };
  const planned = [arrival];
  for (let step = 1; step < route.length; step += 1) {
    const leg = windowRef === 'origin' ? legs[step - 1] : legs[route.length - 1 - step];
    arrival =
      windowRef === 'origin'
        ? afterLeg(afterPlannedService(arrival, booking), leg ?? 0)
        : beforeStop(arrival, booking, leg ?? 0);
    planned.push(roundedOutward(arrival));
  }
  const reference = windowRef === 'origin' ? 0 : route.length - 1;
  return (windowRef === 'origin' ? planned : planned.reverse()).map((range, position) => {
    const arrival = intended.find(({ stopId }) => stopId === route[position]?.id);
    return position === reference || !arrival ? range : narrowed(range, arrival.arrivesMs);
  });
}

/** A planned arrival outside of the range says nothing: the plan is about to change. */
function narrowed(range: TimeRange, arrivesMs: number): TimeRange {
  const fromMs = Math.max(range.fromMs, arrivesMs - PLAN_SPREAD_MS);
  const toMs = Math.min(range.toMs, arrivesMs + PLAN_SPREAD_MS);
  return fromMs < toMs ? roundedOutward({ fromMs, toMs }) : range;
}

/** Arrival at the stop before, from the arrival after it. */
function beforeStop(next: TimeRange, booking: Pick<PlannedRoute, 'quote'>, leg: number): TimeRange {
  const { fromMs: least, toMs: most } = afterLeg(afterPlannedService({ fromMs: 0, toMs: 0 }, booking), leg);
  return { fromMs: next.fromMs - most, toMs: next.toMs - least };
}

function roundedOutward({ fromMs, toMs }: TimeRange): TimeRange {
  return {
    fromMs: Math.floor(fromMs / ROUNDED_TO_MS) * ROUNDED_TO_MS,
    toMs: Math.ceil(toMs / ROUNDED_TO_MS) * ROUNDED_TO_MS,
  };
}

/** When the crew leaves the last stop that it reached; null if unknown. */
function lastDeparture(booking: ForecastInput, dispatch: Dispatch, nowMs: number): TimeRange | null {
  const { state, routePosition } = crewProgress(dispatch, booking.route.length);
  if (state === 'pending' && routePosition > 0) return { fromMs: nowMs, toMs: nowMs };
  // A failed stop waits for an operator's decision.
  if (dispatch.state !== 'at' || dispatch.failure !== null) return null;
  const arrivedMs = timeOf(dispatch, 'at', dispatch.routePosition) ?? nowMs;
  const { fromMs, toMs } = afterService({ fromMs: arrivedMs, toMs: arrivedMs }, booking);
  return { fromMs: Math.max(fromMs, nowMs), toMs: Math.max(toMs, nowMs + MIN_UNCERTAINTY_MS) };
}

function arrivalAtNext(
  { crew }: ForecastInput,
  dispatch: Dispatch,
  legs: readonly number[],
  nowMs: number,
): TimeRange | null {
  const expectedMs = crew?.etaMs ?? expectedByLeg(dispatch, legs);
  if (expectedMs === null) return null;
  const ageMs = Math.min(MAX_POSITION_AGE_MS, Math.max(0, nowMs - (crew?.positionAtMs ?? nowMs)));
  const aheadMs = Math.abs(expectedMs - nowMs);
  const uncertaintyMs =
    Math.max(MIN_UNCERTAINTY_MS, aheadMs * UNCERTAINTY_PER_TRAVEL_TIME) + ageMs * UNCERTAINTY_PER_AGE;
  // An overdue crew is expected after another half of its current delay.
  const middleMs = expectedMs < nowMs ? nowMs + aheadMs / 2 : expectedMs;
  return { fromMs: Math.max(nowMs, middleMs - uncertaintyMs), toMs: middleMs + uncertaintyMs };
}

/**
 * Estimate from the departure time, if the crew reported no ETA. The leg to the first stop has no measured duration.
 */
function expectedByLeg(dispatch: Dispatch, legs: readonly number[]): number | null {
  const minutes = legs[dispatch.routePosition - 1];
  const departedMs = timeOf(dispatch, 'driving', dispatch.routePosition);
  return minutes === undefined || departedMs === undefined ? null : departedMs + minutes * MINUTE_MS;
}

function timeOf({ events }: Dispatch, state: DispatchState, position: number): number | undefined {
  return events.findLast((event) => event.state === state && event.routePosition === position)?.triggeredAtMs;
}

function afterLeg({ fromMs, toMs }: TimeRange, minutes: number): TimeRange {
  const legMs = minutes * MINUTE_MS;
  return {
    fromMs: fromMs + legMs * LEG_SPREAD.from - MIN_UNCERTAINTY_MS,
    toMs: toMs + legMs * LEG_SPREAD.to + MIN_UNCERTAINTY_MS,
  };
}

function afterService({ fromMs, toMs }: TimeRange, booking: Pick<PlannedRoute, 'quote'>): TimeRange {
  const [low, high] = serviceMinutes(booking);
  return { fromMs: fromMs + low * MINUTE_MS, toMs: toMs + high * MINUTE_MS };
}

/** A crew that comes first thing in the window is early already: it is not assumed to be the fastest one too. */
function afterPlannedService({ fromMs, toMs }: TimeRange, booking: Pick<PlannedRoute, 'quote'>): TimeRange {
  const [low, high] = serviceMinutes(booking);
  return { fromMs: fromMs + ((low + high) / 2) * MINUTE_MS, toMs: toMs + high * MINUTE_MS };
}

function serviceMinutes({ quote }: Pick<PlannedRoute, 'quote'>): readonly [low: number, high: number] {
  const { labor } = quote.prices;
  return labor.kind === 'fixed'
    ? [labor.minutesPerStop * 0.5, labor.minutesPerStop * 1.5]
    : [labor.lowMinutesPerStop, labor.highMinutesPerStop];
}

/**
 * Distributes the measured minutes of the whole route over its legs, in proportion to the estimated leg durations.
 */
function legMinutes({ route, quote }: Pick<PlannedRoute, 'route' | 'quote'>): readonly number[] {
  const { legs, minutes: total } = estimateTravel(waypoints(route));
  return legs.map(({ minutes }) => (total === 0 ? 1 / legs.length : minutes / total) * quote.travel.minutes);
}

function waypoints(route: PlannedRoute['route']) {
  return route.map(({ location }) => ({
    longitude: location.longitude,
    latitude: location.latitude,
    uncertaintyMiles: uncertaintyMiles(location),
  }));
}

/** Rounds outward to 5 minutes, but not into the past. */
function rounded(range: TimeRange, nowMs: number): TimeRange {
  const { fromMs, toMs } = roundedOutward(range);
  const from = Math.max(nowMs, fromMs);
  return { fromMs: from, toMs: Math.max(from, toMs) };
}
