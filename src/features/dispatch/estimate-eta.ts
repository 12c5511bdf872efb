// ETA from the position of the crew: driving time on the roads of a map region, or else an estimate from the distance.
// Position updates cause no requests to an external routing service.
import type { Context } from '../../context.ts';
import type { CrewLocation } from '../../domain/dispatch/crew.ts';
import { uncertaintyMiles } from '../../domain/place/location.ts';
import { estimateTravel } from '../../domain/place/travel-estimate.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import { loadBooking } from '../bookings/change-booking.ts';
import { findRoads } from '../locations/route-geometry.ts';

const MINUTE_MS = 60_000;

interface CrewPosition {
  readonly location: CrewLocation;
  readonly seenAt: Date;
  /** Stop for which the crew departs. Default: the stop to which it is driving. */
  readonly stopId?: string;
}

/** ETA at the next stop; null if the crew is not driving. */
export async function estimateEta(
  context: Pick<Context, 'db' | 'router'>,
  bookingRef: BookingRef,
  { location: from, seenAt, stopId: departedFor }: CrewPosition,
): Promise<Date | null> {
  const { route, dispatch, quote } = await loadBooking(context, bookingRef);
  const stopId = departedFor ?? (dispatch?.state === 'driving' ? dispatch.routeStopId : null);
  const stop = route.find(({ id }) => id === stopId);
  if (!stop) return null;
  const { location } = stop;
  const end = { ...location, uncertaintyMiles: uncertaintyMiles(location) };
  const waypoints = [from, end];
  const { minutes } =
    (await findRoads(context, waypoints, quote.vehicle))?.travel ?? estimateTravel(waypoints);
  return new Date(seenAt.getTime() + Math.max(1, Math.round(minutes)) * MINUTE_MS);
}
