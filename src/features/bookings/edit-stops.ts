// The stops of a booking: add, remove, reorder, edit. Each new route is measured before the booking is locked; a route
// that cannot be is refused before anybody is asked about it.
import type { Pricing } from '../../domain/booking-plan.ts';
import {
  addStop,
  editStop,
  refuseAddition,
  refuseRemoval,
  refuseReorder,
  removeStop,
  reordered,
  reorderStop,
  type StopDetails,
  type StopMove,
} from '../../domain/booking-stops.ts';
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
    prepare: async (booking) => {
      const { route } = booking;
      const position = input.position ?? route.length - 1;
      refuseAddition(booking, position);
      const { locations, fresh } = await resolveLocations(context, principal.accountId, [
        { value: wanted, param: 'location' },
      ]);
      const [location] = locations;
      if (!location) throw new Error('a location was not resolved');
      const planned = route.toSpliced(position, 0, { ...blank, id: location.id, location });
      const pricing = await pricingFor(context, principal.accountId, planned, []);
      return { facts: { pricing, location }, fresh, area: pricing.area, about: 'plan' };
    },
    decide: (booking, { pricing, location }, moment) =>
      addStop(booking, { ...input, location }, { pricing }, moment),
  });
}

const blank = { instructions: null, address2: null, floor: null, elevator: null };

export function removeBookingStop(request: StopRequest, position: number): Promise<Answer> {
  return changeStops<{ pricing: Pricing }>(request, {
    action: 'booking.stop_removed',
    status: 200,
    prepare: async (booking) => {
      refuseRemoval(booking, position);
      return measured(request, booking.route.toSpliced(position, 1));
    },
    decide: (booking, facts, moment) => removeStop(booking, { position }, facts, moment),
  });
}

export function reorderBookingStop(request: StopRequest, move: StopMove): Promise<Answer> {
  return changeStops<{ pricing: Pricing }>(request, {
    action: 'booking.stops_reordered',
    status: 200,
    prepare: async (booking) => {
      refuseReorder(booking, move);
      return measured(request, reordered(booking.route, move));
    },
    decide: (booking, facts, moment) => reorderStop(booking, move, facts, moment),
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
    decide: (booking, _facts, moment) => editStop(booking, { position, ...details }, moment),
  });
}

type StopChange<Facts> = Omit<Parameters<typeof changeBooking<Facts>>[2], 'bookingId'>;

function changeStops<Facts>(
  { context, principal, bookingId, requestId, remember }: StopRequest,
  change: StopChange<Facts>,
) {
  return changeBooking(context, principal, { ...change, bookingId }, requestId, remember);
}

async function measured(
  { context, principal }: StopRequest,
  route: Route,
): Promise<Prepared<{ pricing: Pricing }>> {
  const pricing = await pricingFor(context, principal.accountId, route, []);
  return { facts: { pricing }, fresh: [], area: pricing.area, about: 'plan' };
}
