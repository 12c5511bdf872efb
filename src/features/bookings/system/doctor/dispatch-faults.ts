// Doctor check of dispatches: pending, driving, at, done at each stop in order, with proof of delivery for each stop
// done.
import type { Booking } from '../../../../domain/booking/booking.ts';
import { DISPATCH_STATES, type Dispatch, type DispatchEvent } from '../../../../domain/dispatch/dispatch.ts';
import type { Route } from '../../../../domain/place/route.ts';

export function dispatchFaults({ state, dispatch, previousDispatches, route }: Booking): string[] {
  const ended = previousDispatches.flatMap(({ dispatch: previous }) => stepFaults(previous));
  if (dispatch === null) return ended;
  const isDone = dispatch.state === 'done' && dispatch.routePosition === route.length - 1;
  return [
    ...ended,
    ...stepFaults(dispatch),
    ...placeFaults(dispatch, route),
    ...(isDone || state !== 'completed' ? [] : ['the booking is completed before its last stop is done']),
    ...(isDone && state !== 'completed' && state !== 'dispatched'
      ? [`the last stop is done, but the booking is ${state}`]
      : []),
  ];
}

function stepFaults({ state, routePosition, events }: Dispatch): string[] {
  const last = events.at(-1);
  const rules: [boolean, string][] = [
    [events.every(isNextStep), 'the steps of the dispatch are not consecutive'],
    [
      events.every((event, index) => event.triggeredAtMs >= (events[index - 1]?.triggeredAtMs ?? 0)),
      'the steps of the dispatch are not in time order',
    ],
    [events.every(isProven), 'a stop is done without a photo, or skipped without a reason'],
    [
      last?.state === state && last.routePosition === routePosition,
      'the last step differs from the current dispatch state',
    ],
  ];
  return rules.filter(([holds]) => !holds).map(([, message]) => message);
}

/** Steps are numbered consecutively, so the index determines stop and state. */
function isNextStep({ state, routePosition }: DispatchEvent, index: number): boolean {
  const steps = DISPATCH_STATES.length;
  return state === DISPATCH_STATES[index % steps] && routePosition === Math.floor(index / steps);
}

function isProven({ state, outcome, photoUrls, reason }: DispatchEvent): boolean {
  if (state !== 'done') return outcome === null;
  return outcome === 'skipped' ? reason !== null : outcome === 'done' && photoUrls.length > 0;
}

function placeFaults({ routeStopId, routePosition, events }: Dispatch, route: Route): string[] {
  const isThere = (id: string, position: number) => route[position]?.id === id;
  const fits =
    isThere(routeStopId, routePosition) &&
    events.every((event) => isThere(event.routeStopId, event.routePosition));
  return fits
    ? []
    : ['a step of the dispatch refers to a stop that the route does not have at that position'];
}
