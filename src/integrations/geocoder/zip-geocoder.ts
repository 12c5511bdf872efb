// Geocoder from bundled data: every US ZIP code and place by its centre, but no streets. House number and street are
// returned as written, and the point is the centre of the ZIP code area or of the place.
// `locationType` says which; it is never `street_address`.
import type { Address, Place } from '../../domain/place/location.ts';
import type { GeocodeOutcome, Geocoder } from './geocoder.ts';
import { type AddressMatch, matchAddress } from './match-address.ts';
import { usTimeZoneAt } from './time-zone.ts';
import { loadUsPlaces, type Point } from './us-places.ts';
import { classifyPoint } from './us-points.ts';

export function createZipGeocoder(): Geocoder {
  return {
    async forward(address) {
      const match = matchAddress(await loadUsPlaces(), address);
      return match.kind === 'match' ? centreOfMatch(match) : match;
    },

    async reverse(longitude, latitude) {
      const verdict = await classifyPoint(await loadUsPlaces(), longitude, latitude);
      if (verdict.kind === 'outside') return verdict;
      const { nearest, timeZone } = verdict;
      // The nearest ZIP code area is good enough for the city name. The point may lie in another ZIP code, so no postal
      // code is returned.
      const place: Place = {
        name: `${latitude.toFixed(5)}, ${longitude.toFixed(5)} (near ${nearest.name}, ${nearest.state})`,
        address2: null,
        longitude,
        latitude,
        address: { locality: nearest.name, region: nearest.state },
        locationType: 'coordinates',
        timeZone,
      };
      return { kind: 'found', place };
    },
  };
}

/** The address with the point of its ZIP code or city. */
export async function centreOfMatch(match: AddressMatch): Promise<GeocodeOutcome> {
  const { longitude, latitude } = match.point;
  const place = await placeOf(match, { longitude, latitude, locationType: match.pointOf });
  // Cannot happen with the bundled data file: its test checks every point.
  if (!place) throw new Error(`no US time zone at ${longitude}, ${latitude}`);
  return { kind: 'found', place };
}

/** Point of an address, with its precision. */
export interface Spot extends Point, Pick<Place, 'locationType' | 'radiusMiles'> {}

/** `undefined` if the point is not in the United States. */
export async function placeOf(match: AddressMatch, spot: Spot): Promise<Place | undefined> {
  const timeZone = await usTimeZoneAt(spot.longitude, spot.latitude);
  const { written = '', unit, venue } = match.line;
  return timeZone === undefined
    ? undefined
    : { name: venue ?? written, address2: unit ?? null, ...spot, address: addressOf(match), timeZone };
}

function addressOf({ line, locality, region, postalCode }: AddressMatch): Address {
  const street2 = [line.district, line.unit].filter(Boolean).join(', ');
  return {
    ...(line.number === undefined ? {} : { number: line.number }),
    ...(line.street === undefined ? {} : { street: line.street }),
    street2: street2 === '' ? null : street2,
    locality,
    region,
    ...(postalCode === undefined ? {} : { postalCode }),
  };
}
