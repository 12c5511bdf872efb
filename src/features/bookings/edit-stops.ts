// The stops of a booking: add, remove, reorder, edit. Each new route is measured before the booking is locked.
import type { Booking } from '../../domain/booking.ts';
import type { Pricing } from '../../domain/booking-plan.ts';
import { addStop, editStop, removeStop, reorderStop, type StopDetails } from '../../domain/booking-stops.ts';
import type { Location, Route } from '../../domain/route.ts';
import type { Answer, Remember } from '../../http/idempotent-write.ts';
import type { Principal } from '../../http/principal.ts';
import { type LocationParam, resolveLocations } from '../locations/resolve-locations.ts';
import { nothingToAsk } from './booking-area.ts';
import type { BookingContext } from './booking-context.ts';
import { changeBooking, type Prepared } from './change-booking.ts';
import { pricingFor } from './pricing-facts.ts';

export interface StopRequest {
  readonly context: BookingContext;
  readonly principal: Principal;
  readonly bookingId: string;
  readonly requestId: string;
  readonly remember: Remember;
}

export interface NewStopInput extends StopDetails {
  readonly location: LocationParam;
  readonly position?: number | undefined;
}

export function addBookingStop(
  request: StopRequest,
  { location: wanted, ...input }: NewStopInput,
): Promise<Answer> {
  const { context, principal } = request;
  return changeStops<{ pricing: Pricing; location: Location }>(request, {
    action: 'booking.stop_added',
    status: 201,
    prepare: async ({ route }) => {
      const { locations, fresh } = await resolveLocations(context, principal.accountId, [
        { value: wanted, param: 'location' },
      ]);
      const [location] = locations;
      if (!location) throw new Error('a location was not resolved');
      const position = Math.min(Math.max(input.position ?? route.length - 1, 0), route.length);
      const planned = route.toSpliced(position, 0, { ...blank, id: location.id, location });
      const pricing = await pricingFor(context, principal.accountId, planned, []);
      return { facts: { pricing, location }, fresh, area: pricing.area };
    },
    decide: (booking, { pricing, location }) =>
      addStop(booking, { ...input, location }, { pricing }, moment(context)),
  });
}

const blank = { instructions: null, address2: null, floor: null, elevator: null };

export function removeBookingStop(request: StopRequest, position: number): Promise<Answer> {
  return changeStops<{ pricing: Pricing }>(request, {
    action: 'booking.stop_removed',
    status: 200,
    prepare: (booking) => measured(request, booking, booking.route.toSpliced(position, 1)),
    decide: (booking, facts) => removeStop(booking, { position }, facts, moment(request.context)),
  });
}

export function reorderBookingStop(
  request: StopRequest,
  move: { readonly fromPosition: number; readonly toPosition: number },
): Promise<Answer> {
  return changeStops<{ pricing: Pricing }>(request, {
    action: 'booking.stops_reordered',
    status: 200,
    prepare: (booking) => {
      const { route } = booking;
      const moving = route.slice(move.fromPosition, move.fromPosition + 1);
      return measured(
        request,
        booking,
        route.toSpliced(move.fromPosition, 1).toSpliced(move.toPosition, 0, ...moving),
      );
    },
    decide: (booking, facts) => reorderStop(booking, move, facts, moment(request.context)),
  });
}

export function editBookingStop(
  request: StopRequest,
  position: number,
  details: StopDetails,
): Promise<Answer> {
  return changeStops<null>(request, {
    action: 'booking.stop_edited',
    status: 200,
    prepare: nothingToAsk,
    decide: (booking) => editStop(booking, { position, ...details }, moment(request.context)),
  });
}

type StopChange<Facts> = Omit<Parameters<typeof changeBooking<Facts>>[2], 'bookingId'>;

function changeStops<Facts>(
  { context, principal, bookingId, requestId, remember }: StopRequest,
  change: StopChange<Facts>,
) {
  return changeBooking(context, principal, { ...change, bookingId }, requestId, remember);
}

/** A route that cannot be is not measured: the decision will refuse it with better words. */
async function measured(
  { context, principal }: StopRequest,
  booking: Booking,
  planned: Route,
): Promise<Prepared<{ pricing: Pricing }>> {
  const route = planned.length < 2 ? booking.route : planned;
  const pricing = await pricingFor(context, principal.accountId, route, []);
  return { facts: { pricing }, fresh: [], area: pricing.area };
}

function moment({ clock, ids }: BookingContext) {
  return { nowMs: clock.now().getTime(), nextId: () => ids.next() };
}
