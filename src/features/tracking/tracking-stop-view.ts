// Renders one stop for the tracking page.

import type { Booking } from '../../domain/booking/booking.ts';
import { isResolvableOnSite } from '../../domain/booking/stop-failure-reasons.ts';
import { crewProgress, type DispatchEvent, type DispatchState } from '../../domain/dispatch/dispatch.ts';
import type { TimeRange } from '../../domain/time/eta-forecast.ts';
import { placeOf, pointOf, type StopPrecision } from './stop-visibility.ts';
import type { TrackingStop } from './tracking-schemas.ts';

export interface StopViewInput {
  readonly precision: StopPrecision;
  readonly planned: TimeRange | null;
  readonly forecast: TimeRange | null;
  readonly publicUrl: string;
}

const iso = (millis: number) => new Date(millis).toISOString();
export const presentRange = ({ fromMs, toMs }: TimeRange) => ({ from: iso(fromMs), to: iso(toMs) });
const isoOrNull = (millis: number | undefined) => (millis === undefined ? null : iso(millis));

export function presentStop(
  booking: Booking,
  position: number,
  { precision, planned, forecast, publicUrl }: StopViewInput,
): TrackingStop {
  const stop = booking.route[position];
  if (stop === undefined) throw new RangeError(`a route has no stop at ${position}`);
  const done = eventAt(booking, position, 'done');
  // For stops of other contacts, only the state is shown.
  const isVisible = precision !== 'town';
  return {
    position,
    kind: position === 0 ? 'pickup' : position === booking.route.length - 1 ? 'dropoff' : 'stop',
    is_yours: precision === 'door',
    place: placeOf(stop.location, precision),
    unit: precision === 'door' ? (stop.address2 ?? stop.location.address2) : null,
    state: stateOf(booking, position, done),
    failure: isVisible ? failureAt(booking, position) : null,
    planned: isVisible && planned ? presentRange(planned) : null,
    eta: isVisible && forecast ? presentRange(forecast) : null,
    arrived_at: isVisible ? isoOrNull(eventAt(booking, position, 'at')?.triggeredAtMs) : null,
    done_at: isVisible ? isoOrNull(done?.triggeredAtMs) : null,
    time_zone: stop.location.timeZone,
    point: pointOf(stop.location, precision),
    ...photosOf(isVisible ? (done?.photoUrls ?? []) : [], publicUrl),
  };
}

/** The reason itself is not shown: it may contain names. */
function failureAt({ dispatch }: Booking, position: number): TrackingStop['failure'] {
  if (dispatch === null || dispatch.routePosition !== position || dispatch.failure === null) return null;
  return isResolvableOnSite(dispatch.failure.reason) ? 'come_to_door' : 'other';
}

/** Looks at the current dispatch only: steps of a lost crew do not count. */
function eventAt({ dispatch }: Booking, position: number, state: DispatchState): DispatchEvent | undefined {
  return dispatch?.events.findLast((event) => event.routePosition === position && event.state === state);
}

function stateOf({ state, dispatch, route }: Booking, position: number, done: DispatchEvent | undefined) {
  if (done) return done.outcome === 'skipped' ? 'skipped' : 'done';
  const progress = state === 'dispatched' && dispatch ? crewProgress(dispatch, route.length) : null;
  if (progress?.routePosition !== position) return 'waiting';
  if (progress.state === 'driving') return 'driving';
  return progress.state === 'at' ? 'here' : 'next';
}

function photosOf(urls: readonly string[], publicUrl: string): Pick<TrackingStop, 'photos' | 'photo_links'> {
  const own = `${publicUrl}/photos/`;
  return {
    photos: urls.filter((url) => url.startsWith(own)).map((url) => url.slice(publicUrl.length)),
    photo_links: urls.filter((url) => !url.startsWith(own) && /^https?:\/\//i.test(url)),
  };
}
