// PATCH /bookings/{id}: by the partner that owns the booking, or by an operator.
import type { TransactionHook } from '../../db/transaction-hook.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import { editBooking, refuseInvalidEdit } from '../../domain/booking/booking-edit.ts';
import { type BookingEdit, refuseUneditable } from '../../domain/booking/booking-editability.ts';
import type { Pricing } from '../../domain/booking/booking-repricing.ts';
import type { Location, Route } from '../../domain/place/route.ts';
import type { ArrivalWindow } from '../../domain/time/arrival-window.ts';
import type { Actor } from '../../lib/actor.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import {
  type LocationParam,
  type RequestedLocation,
  resolveLocations,
} from '../locations/resolve-locations.ts';
import type { BookingContext } from './booking-context.ts';
import type { BookingRef } from './booking-ref.ts';
import { pricingFor, type ServedPricing, termsOfBooking } from './booking-terms.ts';
import { type BookingChange, changeBooking, type Prepared, previewChange } from './change-booking.ts';
import { chooseWindow, type WindowSelection } from './choose-window.ts';

export interface BookingUpdate extends Omit<BookingEdit, 'window' | 'origin' | 'destination'> {
  readonly origin?: LocationParam | undefined;
  readonly destination?: LocationParam | undefined;
  readonly window?: WindowSelection | undefined;
}

interface UpdateInputs {
  readonly pricing: Pricing | undefined;
  readonly window: ArrivalWindow | undefined;
  readonly origin: Location | undefined;
  readonly destination: Location | undefined;
}

export function updateBooking(
  context: BookingContext,
  actor: Actor,
  bookingRef: BookingRef,
  update: BookingUpdate,
  hook?: TransactionHook<string>,
): Promise<string> {
  return changeBooking(context, actor, bookingRef, changeFor(context, update), hook);
}

/** The booking now, and as the update would leave it. Writes nothing. */
export function previewUpdate(context: BookingContext, bookingRef: BookingRef, update: BookingUpdate) {
  return previewChange(context, bookingRef, changeFor(context, update));
}

function changeFor(context: BookingContext, update: BookingUpdate): BookingChange<UpdateInputs> {
  const { window: _selection, origin: _origin, destination: _destination, ...details } = update;
  return {
    action: 'booking.updated',
    prepare: (booking) => prepare(context, booking, update),
    decide: (booking, { pricing, window, origin, destination }, moment) =>
      editBooking(booking, { ...details, window, origin, destination }, { pricing }, moment),
  };
}

async function prepare(
  context: BookingContext,
  booking: Booking,
  update: BookingUpdate,
): Promise<Prepared<UpdateInputs>> {
  const { accountId, product, windowRef: ref } = booking;
  const { window: selection } = update;
  // The id of the booking's current window is no change, even if that window can no longer be chosen.
  const isCurrentWindow =
    selection !== undefined && 'id' in selection && selection.id.toLowerCase() === booking.window.id;
  const windowParam = selection && 'fromMs' in selection ? 'arrival_window_from' : 'arrival_window_id';
  // Cheap validation first, so that an invalid edit causes no calls to outside services.
  refuseUneditable(booking, update, windowParam);
  refuseInvalidEdit(booking, update);
  const { origin, destination, fresh } = await resolveEnds(context, accountId, update);
  const route = replaceEnds(booking.route, origin, destination);
  const pricing = await pricingOf(context, booking, update, route);
  const facts = { pricing, origin, destination };
  const { plannedCapacity } = context;
  if (!selection || isCurrentWindow) {
    const about = pricing || isCurrentWindow ? 'plan' : 'nothing';
    return {
      facts: { ...facts, window: undefined },
      fresh,
      area: pricing?.area ?? null,
      about,
      plannedCapacity,
    };
  }
  const area = pricing?.area ?? (await termsOfBooking(context, booking, windowParam)).area;
  const window = chooseWindow(selection, { area, product, route, ref }, context.clock.now().getTime());
  return { facts: { ...facts, window }, fresh, area, about: 'plan', plannedCapacity };
}

async function pricingOf(
  context: BookingContext,
  booking: Booking,
  { addonSlugs }: BookingUpdate,
  route: Route,
): Promise<ServedPricing | undefined> {
  if (route !== booking.route)
    return pricingFor(
      context,
      booking,
      route,
      route.map((_, position) =>
        position === 0 ? 'origin' : position === route.length - 1 ? 'destination' : 'stops',
      ),
    );
  if (addonSlugs === undefined) return undefined;
  const { area, book } = await termsOfBooking(context, booking, 'addons');
  return { area, book, quoteLifetimeMinutes: context.quoteLifetimeMinutes, hashHex: sha256Hex };
}

async function resolveEnds(context: BookingContext, accountId: string, update: BookingUpdate) {
  const { origin, destination } = update;
  const wanted: RequestedLocation[] = [
    ...(origin === undefined ? [] : [{ value: origin, param: 'origin' }]),
    ...(destination === undefined ? [] : [{ value: destination, param: 'destination' }]),
  ];
  const { locations, fresh } = await resolveLocations(context, accountId, wanted);
  const at = (param: string) => locations[wanted.findIndex((location) => location.param === param)];
  return { origin: at('origin'), destination: at('destination'), fresh };
}

function replaceEnds(route: Route, origin: Location | undefined, destination: Location | undefined): Route {
  if (!origin && !destination) return route;
  const last = route.length - 1;
  return route.map((stop, position) => {
    const location = position === 0 ? origin : position === last ? destination : undefined;
    return location ? { ...stop, location } : stop;
  });
}
