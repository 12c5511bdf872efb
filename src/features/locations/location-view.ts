// Locations and routes as the contract shows them.
import type { Location, Route, RouteStop } from '../../domain/route.ts';

export function presentLocation({
  id,
  name,
  address2,
  longitude,
  latitude,
  address,
  locationType,
}: Location) {
  const { number, street, street2, locality, region, postalCode } = address;
  return {
    id,
    name,
    address2,
    coordinates: [longitude, latitude] as [number, number],
    address: {
      ...(number !== undefined && { number }),
      ...(street !== undefined && { street }),
      ...(street2 !== undefined && { street2 }),
      locality,
      region,
      ...(postalCode !== undefined && { postal_code: postalCode }),
    },
    location_type: locationType,
  };
}

export function presentRoute(route: Route) {
  return route.map(presentStop);
}

function presentStop({ id, location, instructions, address2, floor, elevator }: RouteStop, position: number) {
  return { id, position, location: presentLocation(location), instructions, address2, floor, elevator };
}
