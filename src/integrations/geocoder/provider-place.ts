// Converts the match of a geocoding service into a place, with parts of the request where the service returns none.
import type { Address, LocationType, Place } from '../../domain/place/location.ts';
import type { AddressMatch } from './match-address.ts';
import type { GeocodingMatch } from './provider-adapter.ts';
import type { Point, UsPlaces } from './us-places.ts';
import { type NamedPoint, nearestZipArea } from './us-points.ts';

export function placeFromMatch(
  places: UsPlaces,
  match: GeocodingMatch,
  requested: AddressMatch | undefined,
  timeZone: string,
): Place {
  // If the service knows the street but not the house, the number of the request is used, and the location type becomes
  // `route`.
  const number = match.number ?? requested?.line.number;
  const street = match.street ?? requested?.line.street;
  const unit = requested?.line.unit ?? null;
  const surroundings = requested
    ? { name: requested.locality, state: requested.region }
    : nearestZipArea(places, match);
  const street2 = [requested?.line.district, unit].filter(Boolean).join(', ');
  return {
    name: match.venue ?? requested?.line.venue ?? ([number, street].filter(Boolean).join(' ') || match.label),
    address2: unit,
    longitude: match.longitude,
    latitude: match.latitude,
    address: {
      ...addressParts(match, number, street, surroundings),
      street2: street2 === '' ? null : street2,
    },
    locationType: typeFor(match),
    timeZone,
  };
}

/** Some services return `street_address` for a street; without a house number it is only a `route`. */
function typeFor({ locationType, number }: GeocodingMatch): LocationType {
  return locationType === 'street_address' && number === undefined ? 'route' : locationType;
}

/** Coordinates stay as the caller sent them; the nearest address of the service only describes them. */
export function placeAtPoint(
  { longitude, latitude }: Point,
  match: GeocodingMatch,
  { nearest, timeZone }: { nearest: NamedPoint; timeZone: string },
): Place {
  const address = addressParts(match, match.number, match.street, nearest);
  const line = [address.number, address.street].filter(Boolean).join(' ');
  const near = [line, address.locality, address.region].filter(Boolean).join(', ');
  return {
    name: `${latitude.toFixed(5)}, ${longitude.toFixed(5)} (near ${near})`,
    address2: null,
    longitude,
    latitude,
    address,
    locationType: 'coordinates',
    timeZone,
  };
}

function addressParts(
  match: GeocodingMatch,
  number: string | undefined,
  street: string | undefined,
  surroundings: { readonly name: string; readonly state: string },
): Address {
  return {
    ...(number === undefined ? {} : { number }),
    ...(street === undefined ? {} : { street }),
    locality: match.locality ?? surroundings.name,
    region: match.region ?? surroundings.state,
    ...(match.postalCode === undefined ? {} : { postalCode: match.postalCode }),
  };
}
