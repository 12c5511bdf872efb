// Adapter of Nominatim, the OpenStreetMap geocoder, self-hosted: the public server permits one request per second.
import Type from 'typebox';
import type { LocationType } from '../../domain/place/location.ts';
import { serviceUrl } from '../service-url.ts';
import {
  type GeocodingMatch,
  type GeocodingResponse,
  type ProviderAdapter,
  type ProviderSettings,
  US_COUNTRY_CODES,
  validateResponse,
  zipOf,
} from './provider-adapter.ts';
import { stateNamed } from './us-states.ts';

const Text = Type.Optional(Type.String());
const Found = Type.Object({
  lat: Type.String({ pattern: '^-?[0-9.]+$' }),
  lon: Type.String({ pattern: '^-?[0-9.]+$' }),
  category: Text,
  type: Text,
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  display_name: Type.String(),
  address: Type.Object({
    house_number: Text,
    road: Text,
    city: Text,
    town: Text,
    village: Text,
    hamlet: Text,
    municipality: Text,
    state: Text,
    'ISO3166-2-lvl4': Text,
    postcode: Text,
  }),
});
const SearchAnswer = Type.Array(Found);
// A point with nothing near it returns {"error": "Unable to geocode"} with status 200.
const NotFoundBody = Type.Object({ error: Type.Unknown() });

export function createNominatimAdapter({ url }: ProviderSettings): ProviderAdapter {
  const common = { format: 'jsonv2', addressdetails: '1', 'accept-language': 'en' };
  return {
    name: 'The Nominatim geocoder',
    returnsUnrankedMatches: false,
    forwardUrl: (query) =>
      serviceUrl(url, 'search', {
        q: query,
        countrycodes: US_COUNTRY_CODES.join(','),
        limit: '3',
        ...common,
      }),
    readForward: (body) =>
      validateResponse(SearchAnswer, body, (found) => ({ kind: 'matches', matches: found.map(toMatch) })),
    reverse: {
      url: (longitude, latitude) =>
        serviceUrl(url, 'reverse', { lat: String(latitude), lon: String(longitude), zoom: '18', ...common }),
      read: (body) =>
        validateResponse(
          Type.Union([NotFoundBody, Found]),
          body,
          (answer): GeocodingResponse => ({
            kind: 'matches',
            matches: 'error' in answer ? [] : [toMatch(answer)],
          }),
        ),
    },
  };
}

function toMatch(found: Type.Static<typeof Found>): GeocodingMatch {
  const { address } = found;
  const locationType = typeOf(found);
  return {
    longitude: Number(found.lon),
    latitude: Number(found.lat),
    locationType,
    number: address.house_number,
    street: address.road,
    locality: address.city ?? address.town ?? address.village ?? address.hamlet ?? address.municipality,
    region: regionOf(address['ISO3166-2-lvl4'], address.state),
    postalCode: zipOf(address.postcode),
    venue: locationType === 'point_of_interest' ? (found.name ?? undefined) : undefined,
    label: found.display_name,
  };
}

function regionOf(isoCode: string | undefined, state: string | undefined): string | undefined {
  return /^US-([A-Z]{2})$/.exec(isoCode ?? '')?.[1] ?? stateNamed(state ?? '');
}

function typeOf({ category = '', type = '', address }: Type.Static<typeof Found>): LocationType {
  if (category === 'highway') return 'route';
  if (type === 'postcode') return 'postal_code';
  if (category === 'building') return address.house_number === undefined ? 'premise' : 'street_address';
  if (category === 'place' && address.house_number !== undefined) return 'street_address';
  return category === 'place' || category === 'boundary' ? 'locality' : 'point_of_interest';
}
