// How far the crew is with each stop of a booking.
import type { Tone } from '../../ui/badge.tsx';
import type { Booking, RouteStop } from '../partner.generated.ts';

type Progress = Pick<Booking, 'state' | 'route' | 'dispatch'>;

/** Stops that an operator skipped, in the order of the route. */
export function skippedStops({ route, dispatch }: Progress): Booking['route'] {
  const skipped = new Set(
    dispatch?.events.filter(({ outcome }) => outcome === 'skipped').map((event) => event.route_stop_id),
  );
  return route.filter(({ id }) => skipped.has(id));
}

/** Why an operator skipped the stop; null if it was not skipped. */
export function skipReason({ dispatch }: Progress, stopId: string): string | null {
  const event = dispatch?.events.find((each) => each.route_stop_id === stopId && each.outcome === 'skipped');
  return event?.reason?.replaceAll('_', ' ') ?? null;
}

export interface StopStatus {
  readonly label: string;
  readonly tone: Tone;
}

/** null for a stop that the crew has not departed for. */
export function stopStatus(booking: Progress, stop: Pick<RouteStop, 'id' | 'position'>): StopStatus | null {
  const { state, dispatch } = booking;
  const done = dispatch?.events.find((each) => each.route_stop_id === stop.id && each.state === 'done');
  if (done?.outcome === 'skipped') return { label: 'Not completed', tone: 'bad' };
  if (done) return { label: 'Completed', tone: 'good' };
  if (state !== 'dispatched' || dispatch?.route_position !== stop.position) return null;
  if (dispatch.state === 'driving') return { label: 'Crew on the way', tone: 'warn' };
  return dispatch.state === 'at' ? { label: 'Crew is here', tone: 'warn' } : null;
}
