// Offers of the crew page: when, where and what, without prices, street addresses and contacts.
import type { Booking } from '../../domain/booking/booking.ts';
import { PRODUCT_SPECS } from '../../domain/dispatch/product.ts';
import { originOf } from '../../domain/place/route.ts';
import { roadMiles, straightMiles } from '../../domain/place/travel-estimate.ts';
import type { OfferedBooking } from './crew-offer-store.ts';
import type { CrewJob, CrewOffer, CrewStop } from './crew-schemas.ts';

export function presentCrewOffer(offer: OfferedBooking, now: Date): CrewOffer {
  const { booking, expiresAt, startsAt, arrivesAt, endsAt } = offer;
  const { route } = booking;
  return {
    id: offer.offerId,
    code: booking.hid,
    state: stateOf(offer, now),
    expires_at: expiresAt.toISOString(),
    starts_at: startsAt.toISOString(),
    arrives_at: arrivesAt.toISOString(),
    ends_at: endsAt.toISOString(),
    time_zone: originOf(route).location.timeZone,
    window: presentJobWindow(booking),
    description: booking.description,
    vehicle_types: PRODUCT_SPECS[booking.product].vehicleTypes,
    stops: route.map(({ location: { address } }, position) => ({
      kind: stopKind(route, position),
      town: [address.locality, address.region].filter(Boolean).join(', '),
    })),
    distance: distanceTo(offer),
  };
}

/** An overdue offer is expired before the next dispatch round marks it. */
function stateOf({ offerState, expiresAt, isTaken }: OfferedBooking, now: Date): CrewOffer['state'] {
  if (isTaken) return 'taken';
  if (offerState === 'expired' || expiresAt <= now) return 'expired';
  return offerState === 'open' ? 'open' : 'withdrawn';
}

function distanceTo({ lastStop, position, booking }: OfferedBooking): CrewOffer['distance'] {
  const place = lastStop ?? position;
  if (place === null) return null;
  const miles = roadMiles(straightMiles(place, originOf(booking.route).location));
  return { miles: Math.round(miles * 10) / 10, from: lastStop ? 'last_stop' : 'position' };
}

export function presentJobWindow({ window, windowRef, route }: Booking): CrewJob['window'] {
  if (window.startMs === null) return null;
  return {
    from: new Date(window.startMs).toISOString(),
    to: new Date(window.endMs).toISOString(),
    time_zone: window.timeZone,
    stop: windowRef === 'origin' ? 0 : route.length - 1,
  };
}

export function stopKind(route: Booking['route'], position: number): CrewStop['kind'] {
  if (position === 0) return 'pickup';
  return position === route.length - 1 ? 'dropoff' : 'stop';
}
