// Transitions of the route: addStop, removeStop, reorderStop, editStop. Stops keep their ids, contacts follow their
// stops, and every new route is repriced.
import { Problem } from '../../lib/problem.ts';
import { crewProgress } from '../dispatch/dispatch.ts';
import { type Location, type Route, type RouteStop, refuseStopCount } from '../place/route.ts';
import { detailsAt, type StopDetails } from '../place/stop-details.ts';
import { type Booking, isFinal, isLastStopDone, isStopOpen } from './booking.ts';
import { noSuchStop, notEditable, stopStarted, withState } from './booking-problems.ts';
import { type Pricing, replan } from './booking-repricing.ts';
import { type Moment, type Transition, transitionTo } from './booking-transitions.ts';

export interface NewStop extends Partial<StopDetails> {
  readonly location: Location;
  /** Default: directly before the destination. */
  readonly position?: number | undefined;
}

export interface StopChangeInputs {
  readonly pricing: Pricing;
}

/** Checks whether a stop can be added at a position, before its location is looked up. */
export function refuseAddition(booking: Booking, position: number): void {
  const { route } = booking;
  refuseOutside('position', position, route.length);
  refuseLocked(booking);
  if (!isStopOpen(booking, position)) throw stopStarted(position);
  refuseStopCount(route.length + 1);
}

export function addStop(
  booking: Booking,
  command: NewStop,
  { pricing }: StopChangeInputs,
  moment: Moment,
): Transition {
  const { route } = booking;
  const { location, position = route.length - 1, ...details } = command;
  refuseAddition(booking, position);
  const stop: RouteStop = { id: moment.nextId(), location, ...detailsAt(location), ...details };
  const changed = replan(
    booking,
    { route: route.toSpliced(position, 0, stop), routeParam: 'location' },
    pricing,
    moment,
  );
  return transitionTo('addStop', booking, changed, moment.nowMs);
}

export function refuseRemoval(booking: Booking, position: number): void {
  const { route, dispatch } = booking;
  if (route[position] === undefined) throw noSuchStop();
  refuseLocked(booking);
  if (!isStopOpen(booking, position)) throw stopStarted(position);
  refuseStopCount(route.length - 1);
  if (dispatch !== null && crewProgress(dispatch, route.length).routePosition === route.length - 1) {
    throw Problem.of(
      'too_few_stops',
      'This is the last open stop. Add another stop first, or cancel the booking.',
    );
  }
}

export function removeStop(
  booking: Booking,
  { position }: { readonly position: number },
  { pricing }: StopChangeInputs,
  moment: Moment,
): Transition {
  refuseRemoval(booking, position);
  const changed = replan(booking, { route: booking.route.toSpliced(position, 1) }, pricing, moment);
  return transitionTo('removeStop', booking, changed, moment.nowMs);
}

export interface StopMove {
  readonly fromPosition: number;
  readonly toPosition: number;
}

export function refuseReorder(booking: Booking, { fromPosition, toPosition }: StopMove): void {
  const last = booking.route.length - 1;
  refuseOutside('from_position', fromPosition, last);
  refuseOutside('to_position', toPosition, last);
  refuseLocked(booking);
  if (fromPosition === toPosition) return;
  // All stops between the two positions move as well. The first of them decides: it is the one that the crew may have
  // started.
  const first = Math.min(fromPosition, toPosition);
  if (!isStopOpen(booking, first)) throw stopStarted(first);
}

export function reorderStop(
  booking: Booking,
  move: StopMove,
  { pricing }: StopChangeInputs,
  moment: Moment,
): Transition {
  refuseReorder(booking, move);
  if (move.fromPosition === move.toPosition) return { booking, events: [] };
  const route = reordered(booking.route, move);
  const changed = replan(booking, { route, routeParam: 'to_position' }, pricing, moment);
  return transitionTo('reorderStop', booking, changed, moment.nowMs);
}

export function reordered(route: Route, { fromPosition, toPosition }: StopMove): Route {
  const moving = route.slice(fromPosition, fromPosition + 1);
  return route.toSpliced(fromPosition, 1).toSpliced(toPosition, 0, ...moving);
}

/** Changes the details of a stop. Does not affect the price. */
export function editStop(
  booking: Booking,
  { position, ...details }: Partial<StopDetails> & { readonly position: number },
  { nowMs }: Pick<Moment, 'nowMs'>,
): Transition {
  const { route } = booking;
  const stop = route[position];
  if (stop === undefined) throw noSuchStop();
  refuseLocked(booking);
  if (!isStopOpen(booking, position)) throw stopStarted(position);
  const edited = route.with(position, { ...stop, ...details });
  return transitionTo('editStop', booking, { ...booking, route: edited }, nowMs);
}

function refuseLocked(booking: Booking): void {
  if (isLastStopDone(booking) && !isFinal(booking.state))
    throw notEditable('Stops can no longer be changed: the last stop is done.');
  if (!isFinal(booking.state)) return;
  throw notEditable(withState('Stops can be changed only on an open booking', booking));
}

function refuseOutside(param: string, position: number, last: number): void {
  if (Number.isInteger(position) && position >= 0 && position <= last) return;
  throw Problem.of('invalid_parameter', `${param} must be between 0 and ${last}.`, { param });
}
