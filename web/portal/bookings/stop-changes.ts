// Which changes of the route are possible, by the progress of the crew. The server decides; the page offers no others.
import type { Booking, Dispatch } from '../partner.generated.ts';
import { stopName } from './booking-labels.ts';

const MIN_STOPS = 2;
const MAX_STOPS = 7;

export interface RouteProgress extends Pick<Booking, 'state'> {
  readonly dispatch: Pick<Dispatch, 'state' | 'route_position'> | null;
  readonly route: readonly unknown[];
}

const isOpenBooking = ({ state }: RouteProgress) => state === 'created' || state === 'dispatched';

/** A stop that the crew has not departed for. The position after the last stop is open, too, until the last stop is done. */
export function isStopOpen(booking: RouteProgress, position: number): boolean {
  const { state, dispatch, route } = booking;
  if (!isOpenBooking(booking)) return false;
  if (state === 'created' || dispatch === null) return true;
  const { route_position: current, state: step } = dispatch;
  if (current === route.length - 1 && step === 'done') return false;
  return position > current || (position === current && step === 'pending');
}

export function mayAddStop(booking: RouteProgress): boolean {
  return booking.route.length < MAX_STOPS && isStopOpen(booking, booking.route.length);
}

/** A route keeps two stops, and a crew that is under way keeps one to go to. */
export function mayRemoveStop(booking: RouteProgress, position: number): boolean {
  const { route, dispatch } = booking;
  if (route.length <= MIN_STOPS || !isStopOpen(booking, position)) return false;
  if (dispatch === null) return true;
  const next = dispatch.state === 'done' ? dispatch.route_position + 1 : dispatch.route_position;
  return next !== route.length - 1;
}

export function mayMoveStop(booking: RouteProgress, position: number, to: number): boolean {
  return to < booking.route.length && to >= 0 && isStopOpen(booking, Math.min(position, to));
}

/** For sentences: "the pickup", "stop 2", "the drop-off". */
export function stopPhrase(position: number, stopCount: number): string {
  const name = stopName(position, stopCount).toLowerCase();
  return name.startsWith('stop') ? name : `the ${name}`;
}
