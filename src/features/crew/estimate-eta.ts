// ETA from the position of the phone: driving time on the roads of a map region, or else an estimate from the distance.
// Position updates cause no requests to an external routing service.
import { uncertaintyMiles } from '../../domain/place/location.ts';
import { estimateTravel } from '../../domain/place/travel-estimate.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { loadBooking } from '../bookings/change-booking.ts';
import { findRoads } from '../locations/route-geometry.ts';
import type { CrewContext } from './crew-context.ts';
import type { Point } from './crew-schemas.ts';

const MINUTE_MS = 60_000;

/** ETA at the given stop, or at the stop to which the crew is driving. null if it is not driving. */
export async function estimateEta(
  context: Pick<CrewContext, 'db' | 'router'>,
  bookingRef: BookingRef,
  { at, stop_id }: { readonly at: string; readonly stop_id?: string },
  [longitude, latitude]: Point,
): Promise<Date | null> {
  const { route, dispatch, quote } = await loadBooking(context, bookingRef);
  const stopId = stop_id ?? (dispatch?.state === 'driving' ? dispatch.routeStopId : null);
  const stop = route.find(({ id }) => id === stopId);
  if (!stop) return null;
  const { location } = stop;
  const end = { ...location, uncertaintyMiles: uncertaintyMiles(location) };
  const waypoints = [{ longitude, latitude }, end];
  const { minutes } =
    (await findRoads(context, waypoints, quote.vehicle))?.travel ?? estimateTravel(waypoints);
  return new Date(Date.parse(at) + Math.max(1, Math.round(minutes)) * MINUTE_MS);
}
