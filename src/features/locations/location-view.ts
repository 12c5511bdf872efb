// Renders locations and routes to the wire format.
import type { Location, Route, RouteStop } from '../../domain/place/route.ts';
import { stopFieldsOf } from '../../domain/place/stop-details.ts';

export function presentLocation(location: Location) {
  const { id, name, address2, longitude, latitude, address, locationType } = location;
  const { number, street, street2, locality, region, postalCode } = address;
  return {
    id,
    name,
    address2,
    coordinates: [longitude, latitude] as [number, number],
    // Undefined parts are omitted by JSON.stringify.
    address: { number, street, street2, locality, region, postal_code: postalCode },
    location_type: locationType,
  };
}

export function presentRoute(route: Route) {
  return route.map(presentStop);
}

function presentStop(stop: RouteStop, position: number) {
  return { id: stop.id, position, location: presentLocation(stop.location), ...stopFieldsOf(stop) };
}
