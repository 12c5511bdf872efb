// When a crew will be where, as ranges that say no more than is known: wider the farther off, never in the past, and none
// where there is nothing to reckon from.
import type { Booking } from './booking.ts';
import type { Dispatch, DispatchState } from './dispatch.ts';
import { uncertaintyMiles } from './location.ts';
import type { Route } from './route.ts';
import { estimateTravel } from './travel-estimate.ts';

export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

const MINUTE_MS = 60_000;
const ROUNDED_TO_MS = 5 * MINUTE_MS;
/** Parking, lights, a wrong turn. */
const LEAST_DOUBT_MS = 3 * MINUTE_MS;
const DOUBT_PER_WAY_AHEAD = 0.15;
/** A position that is some minutes old may be wrong by about half of them. */
const DOUBT_PER_AGE = 0.5;
const MOST_AGE_MS = 20 * MINUTE_MS;
/** Legs that have not begun may be quicker or slower than measured. */
const LEG_SPREAD = { from: 0.9, to: 1.25 } as const;

type Forecast = Pick<Booking, 'state' | 'route' | 'dispatch' | 'crew' | 'quote'>;

/** For each stop of the route; null where nobody can say, and for stops that the crew has reached. */
export function forecastArrivals(booking: Forecast, nowMs: number): readonly (TimeRange | null)[] {
  const { route, dispatch } = booking;
  const forecasts: (TimeRange | null)[] = route.map(() => null);
  if (booking.state !== 'dispatched' || dispatch === null) return forecasts;
  const here = dispatch.routePosition;
  const legs = legMinutes(booking);
  let leaving = leavingLast(booking, dispatch, nowMs);
  let position = here + 1;
  if (dispatch.state === 'driving') {
    const arrival = arrivalAtNext(booking, dispatch, legs, nowMs);
    forecasts[here] = arrival && rounded(arrival, nowMs);
    leaving = arrival && worked(arrival, booking);
  } else if (dispatch.state === 'pending') position = here;
  for (; leaving !== null && position < route.length; position += 1) {
    const arrival = driven(leaving, legs[position - 1] ?? 0);
    forecasts[position] = rounded(arrival, nowMs);
    leaving = worked(arrival, booking);
  }
  return forecasts;
}

/** When the crew leaves the last stop that it has reached; null while that cannot be known. */
function leavingLast(booking: Forecast, dispatch: Dispatch, nowMs: number): TimeRange | null {
  if (dispatch.state === 'pending' && dispatch.routePosition > 0) return { fromMs: nowMs, toMs: nowMs };
  // What failed waits for somebody's decision.
  if (dispatch.state !== 'at' || dispatch.failure !== null) return null;
  const arrivedMs = timeOf(dispatch, 'at', dispatch.routePosition) ?? nowMs;
  const { fromMs, toMs } = worked({ fromMs: arrivedMs, toMs: arrivedMs }, booking);
  return { fromMs: Math.max(fromMs, nowMs), toMs: Math.max(toMs, nowMs + LEAST_DOUBT_MS) };
}

function arrivalAtNext(
  { crew }: Forecast,
  dispatch: Dispatch,
  legs: readonly number[],
  nowMs: number,
): TimeRange | null {
  const expectedMs = crew?.etaMs ?? expectedByLeg(dispatch, legs);
  if (expectedMs === null) return null;
  const ageMs = Math.min(MOST_AGE_MS, Math.max(0, nowMs - (crew?.positionAtMs ?? nowMs)));
  const aheadMs = Math.abs(expectedMs - nowMs);
  const doubtMs = Math.max(LEAST_DOUBT_MS, aheadMs * DOUBT_PER_WAY_AHEAD) + ageMs * DOUBT_PER_AGE;
  // Who is overdue by ten minutes may well need ten more.
  const middleMs = expectedMs < nowMs ? nowMs + aheadMs / 2 : expectedMs;
  return { fromMs: Math.max(nowMs, middleMs - doubtMs), toMs: middleMs + doubtMs };
}

/** Without word from the crew, from when it set out; how far it came to the first stop nobody measured. */
function expectedByLeg(dispatch: Dispatch, legs: readonly number[]): number | null {
  const minutes = legs[dispatch.routePosition - 1];
  const leftMs = timeOf(dispatch, 'driving', dispatch.routePosition);
  return minutes === undefined || leftMs === undefined ? null : leftMs + minutes * MINUTE_MS;
}

function timeOf({ events }: Dispatch, state: DispatchState, position: number): number | undefined {
  return events.findLast((event) => event.state === state && event.routePosition === position)?.triggeredAtMs;
}

function driven({ fromMs, toMs }: TimeRange, minutes: number): TimeRange {
  const legMs = minutes * MINUTE_MS;
  return {
    fromMs: fromMs + legMs * LEG_SPREAD.from - LEAST_DOUBT_MS,
    toMs: toMs + legMs * LEG_SPREAD.to + LEAST_DOUBT_MS,
  };
}

function worked({ fromMs, toMs }: TimeRange, { quote }: Pick<Booking, 'quote'>): TimeRange {
  const { labor } = quote.prices;
  const [low, high] =
    labor.kind === 'fixed'
      ? [labor.minutesPerStop * 0.5, labor.minutesPerStop * 1.5]
      : [labor.lowMinutesPerStop, labor.highMinutesPerStop];
  return { fromMs: fromMs + low * MINUTE_MS, toMs: toMs + high * MINUTE_MS };
}

/** The measured minutes of the whole route, shared out by how far apart its stops are. */
function legMinutes({ route, quote }: Pick<Booking, 'route' | 'quote'>): readonly number[] {
  const { legs, minutes: total } = estimateTravel(waypoints(route));
  return legs.map(({ minutes }) => (total === 0 ? 1 / legs.length : minutes / total) * quote.travel.minutes);
}

function waypoints(route: Route) {
  return route.map(({ location: { longitude, latitude, locationType } }) => ({
    longitude,
    latitude,
    uncertaintyMiles: uncertaintyMiles(locationType),
  }));
}

/** Outward to five minutes, as people tell times, but not into the past. */
function rounded({ fromMs, toMs }: TimeRange, nowMs: number): TimeRange {
  const from = Math.max(nowMs, Math.floor(fromMs / ROUNDED_TO_MS) * ROUNDED_TO_MS);
  return { fromMs: from, toMs: Math.max(from, Math.ceil(toMs / ROUNDED_TO_MS) * ROUNDED_TO_MS) };
}
