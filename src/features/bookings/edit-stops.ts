// Adds, removes, reorders and edits stops, as the partner or as an operator. Each new route is validated and then
// measured before the booking is locked.

import type { TransactionHook } from '../../db/transaction-hook.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import type { Pricing } from '../../domain/booking/booking-repricing.ts';
import {
  addStop,
  editStop,
  refuseAddition,
  refuseRemoval,
  refuseReorder,
  removeStop,
  reordered,
  reorderStop,
  type StopMove,
} from '../../domain/booking/booking-stops.ts';
import type { Location, Route } from '../../domain/place/route.ts';
import { detailsAt, type StopDetails } from '../../domain/place/stop-details.ts';
import type { Actor } from '../../lib/actor.ts';
import { type LocationParam, resolveLocations } from '../locations/resolve-locations.ts';
import type { BookingContext } from './booking-context.ts';
import type { BookingRef } from './booking-ref.ts';
import { prepareNothing, pricingFor } from './booking-terms.ts';
import { type BookingChange, changeBooking, type Prepared } from './change-booking.ts';

export interface StopRequest {
  readonly context: BookingContext;
  readonly actor: Actor;
  readonly bookingRef: BookingRef;
  readonly hook?: TransactionHook<string>;
}

/** Resolves the requested stop to a position on the current route. Partners send a position, operators a stop id. */
export type StopFinder = (route: Route) => number;

export interface NewStopInput extends Partial<StopDetails> {
  readonly location: LocationParam;
  readonly position?: number | undefined;
}

export function addBookingStop(
  request: StopRequest,
  { location: requested, ...input }: NewStopInput,
): Promise<string> {
  const { context, bookingRef } = request;
  const { accountId } = bookingRef;
  return changeStops<{ pricing: Pricing; location: Location }>(request, {
    action: 'booking.stop_added',
    prepare: async (booking) => {
      const { route } = booking;
      const position = input.position ?? route.length - 1;
      refuseAddition(booking, position);
      const { locations, fresh } = await resolveLocations(context, accountId, [
        { value: requested, param: 'location' },
      ]);
      const [location] = locations;
      if (!location) throw new Error('a location was not resolved');
      const planned = route.toSpliced(position, 0, { ...detailsAt(location), id: location.id, location });
      const pricing = await pricingFor(context, booking, planned, []);
      const { plannedCapacity } = context;
      return { facts: { pricing, location }, fresh, area: pricing.area, about: 'plan', plannedCapacity };
    },
    decide: (booking, { pricing, location }, moment) =>
      addStop(booking, { ...input, location }, { pricing }, moment),
  });
}

export function removeBookingStop(request: StopRequest, find: StopFinder): Promise<string> {
  return changeStops<{ pricing: Pricing }>(request, {
    action: 'booking.stop_removed',
    prepare: async (booking) => {
      const position = find(booking.route);
      refuseRemoval(booking, position);
      return prepareRoute(request, booking, booking.route.toSpliced(position, 1));
    },
    decide: (booking, facts, moment) => removeStop(booking, { position: find(booking.route) }, facts, moment),
  });
}

export function reorderBookingStop(
  request: StopRequest,
  find: StopFinder,
  toPosition: number,
): Promise<string> {
  const moveFor = (route: Route): StopMove => ({ fromPosition: find(route), toPosition });
  return changeStops<{ pricing: Pricing }>(request, {
    action: 'booking.stops_reordered',
    prepare: async (booking) => {
      const move = moveFor(booking.route);
      refuseReorder(booking, move);
      return prepareRoute(request, booking, reordered(booking.route, move));
    },
    decide: (booking, facts, moment) => reorderStop(booking, moveFor(booking.route), facts, moment),
  });
}

export function editBookingStop(
  request: StopRequest,
  find: StopFinder,
  details: Partial<StopDetails>,
): Promise<string> {
  return changeStops<null>(request, {
    action: 'booking.stop_edited',
    prepare: prepareNothing,
    decide: (booking, _facts, moment) =>
      editStop(booking, { position: find(booking.route), ...details }, moment),
  });
}

function changeStops<Facts>(request: StopRequest, change: BookingChange<Facts>): Promise<string> {
  const { context, actor, bookingRef, hook } = request;
  return changeBooking(context, actor, bookingRef, change, hook);
}

async function prepareRoute(
  { context }: StopRequest,
  booking: Booking,
  route: Route,
): Promise<Prepared<{ pricing: Pricing }>> {
  const pricing = await pricingFor(context, booking, route, []);
  const { plannedCapacity } = context;
  return { facts: { pricing }, fresh: [], area: pricing.area, about: 'plan', plannedCapacity };
}
