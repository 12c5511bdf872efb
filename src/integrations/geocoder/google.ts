// Adapter of the Google Geocoding API. Needs a key.
import Type from 'typebox';
import type { LocationType } from '../../domain/place/location.ts';
import { serviceUrl } from '../service-url.ts';
import {
  type GeocodingMatch,
  type GeocodingResponse,
  type ProviderAdapter,
  type ProviderSettings,
  validateResponse,
} from './provider-adapter.ts';
import { stateNamed } from './us-states.ts';

const Component = Type.Object({
  long_name: Type.String(),
  short_name: Type.String(),
  types: Type.Array(Type.String()),
});
const Result = Type.Object({
  address_components: Type.Array(Component),
  formatted_address: Type.String(),
  geometry: Type.Object({ location: Type.Object({ lat: Type.Number(), lng: Type.Number() }) }),
  types: Type.Array(Type.String()),
});
const Answer = Type.Object({ status: Type.String(), results: Type.Optional(Type.Array(Result)) });

const KNOWN_TYPES: readonly LocationType[] = [
  'street_address',
  'subpremise',
  'premise',
  'intersection',
  'route',
  'establishment',
  'point_of_interest',
  'postal_code',
];

export function createGoogleAdapter({ url, key }: ProviderSettings): ProviderAdapter {
  const path = 'maps/api/geocode/json';
  return {
    name: 'The Google geocoder',
    returnsUnrankedMatches: false,
    // Region is a bias, not a filter: Google treats Puerto Rico as another country. Results are checked later.
    forwardUrl: (query) => serviceUrl(url, path, { address: query, region: 'us', language: 'en', key }),
    readForward: read,
    reverse: {
      url: (longitude, latitude) =>
        serviceUrl(url, path, { latlng: `${latitude},${longitude}`, language: 'en', key }),
      read,
    },
  };
}

function read(body: unknown): GeocodingResponse {
  return validateResponse(Answer, body, ({ status, results = [] }): GeocodingResponse => {
    if (status === 'OK') return { kind: 'matches', matches: results.map(toMatch) };
    // INVALID_REQUEST: the query was present, so Google could not parse the address.
    if (status === 'ZERO_RESULTS' || status === 'INVALID_REQUEST') return { kind: 'matches', matches: [] };
    return { kind: 'failed', reason: `responded with ${status}` };
  });
}

function toMatch({
  address_components: components,
  formatted_address,
  geometry,
  types,
}: Type.Static<typeof Result>): GeocodingMatch {
  const part = (...wanted: string[]) => {
    for (const type of wanted) {
      const component = components.find((one) => one.types.includes(type));
      if (component) return component;
    }
    return undefined;
  };
  const locationType = KNOWN_TYPES.find((type) => types.includes(type)) ?? 'locality';
  const isVenue = locationType === 'establishment' || locationType === 'point_of_interest';
  return {
    longitude: geometry.location.lng,
    latitude: geometry.location.lat,
    locationType,
    number: part('street_number')?.long_name,
    street: part('route', 'intersection')?.long_name,
    locality: part(
      'locality',
      'postal_town',
      'sublocality_level_1',
      'sublocality',
      'administrative_area_level_3',
    )?.long_name,
    // In Puerto Rico the country component is the island, and the first-level component is absent.
    region:
      stateNamed(part('administrative_area_level_1')?.short_name ?? '') ??
      stateNamed(part('country')?.short_name ?? ''),
    postalCode: part('postal_code')?.short_name,
    venue: isVenue ? part('establishment', 'point_of_interest', 'premise')?.long_name : undefined,
    label: formatted_address,
  };
}
