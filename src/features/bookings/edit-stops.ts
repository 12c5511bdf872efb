// Adds, removes, reorders and edits stops, as the partner or as an operator. Each new route is validated and then
// measured before the booking is locked. A preview runs the same change without writing it.

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
import type { FareEstimate } from '../../domain/money/fare.ts';
import type { Location, Route } from '../../domain/place/route.ts';
import { detailsAt, type StopDetails } from '../../domain/place/stop-details.ts';
import type { Actor } from '../../lib/actor.ts';
import { type LocationParam, resolveLocations } from '../locations/resolve-locations.ts';
import type { BookingContext } from './booking-context.ts';
import type { BookingRef } from './booking-ref.ts';
import { prepareNothing, pricingFor } from './booking-terms.ts';
import { type BookingChange, changeBooking, type Prepared, previewChange } from './change-booking.ts';

export interface StopPreview {
  readonly context: BookingContext;
  readonly bookingRef: BookingRef;
}

export interface StopRequest extends StopPreview {
  readonly actor: Actor;
  readonly hook?: TransactionHook<string>;
}

/** Resolves the requested stop to a position on the current route. Partners send a position, operators a stop id. */
export type StopFinder = (route: Route) => number;

export interface NewStopInput extends Partial<StopDetails> {
  readonly location: LocationParam;
  readonly position?: number | undefined;
}

export const addBookingStop = (request: StopRequest, stop: NewStopInput) =>
  changeStops(request, stopAddition(request, stop));

export const previewAddition = (request: StopPreview, stop: NewStopInput) =>
  previewStops(request, stopAddition(request, stop));

function stopAddition(
  { context, bookingRef: { accountId } }: StopPreview,
  { location: requested, ...input }: NewStopInput,
): BookingChange<{ pricing: Pricing; location: Location }> {
  return {
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
  };
}

export const removeBookingStop = (request: StopRequest, find: StopFinder) =>
  changeStops(request, stopRemoval(request, find));

export const previewRemoval = (request: StopPreview, find: StopFinder) =>
  previewStops(request, stopRemoval(request, find));

function stopRemoval(request: StopPreview, find: StopFinder): BookingChange<{ pricing: Pricing }> {
  return {
    action: 'booking.stop_removed',
    prepare: async (booking) => {
      const position = find(booking.route);
      refuseRemoval(booking, position);
      return prepareRoute(request, booking, booking.route.toSpliced(position, 1));
    },
    decide: (booking, facts, moment) => removeStop(booking, { position: find(booking.route) }, facts, moment),
  };
}

export const reorderBookingStop = (request: StopRequest, find: StopFinder, toPosition: number) =>
  changeStops(request, stopReorder(request, find, toPosition));

export const previewReorder = (request: StopPreview, find: StopFinder, toPosition: number) =>
  previewStops(request, stopReorder(request, find, toPosition));

function stopReorder(
  request: StopPreview,
  find: StopFinder,
  toPosition: number,
): BookingChange<{ pricing: Pricing }> {
  const moveFor = (route: Route): StopMove => ({ fromPosition: find(route), toPosition });
  return {
    action: 'booking.stops_reordered',
    prepare: async (booking) => {
      const move = moveFor(booking.route);
      refuseReorder(booking, move);
      return prepareRoute(request, booking, reordered(booking.route, move));
    },
    decide: (booking, facts, moment) => reorderStop(booking, moveFor(booking.route), facts, moment),
  };
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

export interface StopChangePrices {
  readonly before: FareEstimate;
  readonly after: FareEstimate;
}

/** The estimate now and with the change. Refuses what the change itself would refuse, except for a lack of capacity. */
async function previewStops<Facts>(
  { context, bookingRef }: StopPreview,
  change: BookingChange<Facts>,
): Promise<StopChangePrices> {
  const { before, after } = await previewChange(context, bookingRef, change);
  return { before: before.quote.estimate, after: after.quote.estimate };
}

async function prepareRoute(
  { context }: StopPreview,
  booking: Booking,
  route: Route,
): Promise<Prepared<{ pricing: Pricing }>> {
  const pricing = await pricingFor(context, booking, route, []);
  const { plannedCapacity } = context;
  return { facts: { pricing }, fresh: [], area: pricing.area, about: 'plan', plannedCapacity };
}
