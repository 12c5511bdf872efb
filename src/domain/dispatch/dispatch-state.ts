// The legacy field `dispatch_state`: progress of the crew at the origin, the destination or any stop between.
import type { Booking } from '../booking/booking.ts';
import type { DispatchState } from './dispatch.ts';

export type LegacyDispatchState = `${'origin' | 'stop' | 'destination'}_${DispatchState}`;

export function legacyDispatchState({
  state,
  dispatch,
  route,
}: Pick<Booking, 'state' | 'dispatch' | 'route'>): LegacyDispatchState {
  if (state !== 'dispatched' || dispatch === null) return 'origin_pending';
  return `${placeOf(dispatch.routePosition, route.length)}_${dispatch.state}`;
}

function placeOf(position: number, stopCount: number): 'origin' | 'stop' | 'destination' {
  if (position === 0) return 'origin';
  return position === stopCount - 1 ? 'destination' : 'stop';
}
