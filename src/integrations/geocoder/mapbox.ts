// Adapter of the Mapbox Geocoding API, version 6. Needs a token. Uses the permanent mode, because locations are stored:
// Mapbox's terms allow temporary results to be shown but not stored.
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
const Named = Type.Optional(Type.Object({ name: Type.String() }));
const Feature = Type.Object({
  properties: Type.Object({
    feature_type: Type.String(),
    name: Text,
    full_address: Text,
    place_formatted: Text,
    coordinates: Type.Object({ longitude: Type.Number(), latitude: Type.Number(), accuracy: Text }),
    context: Type.Object({
      address: Type.Optional(Type.Object({ address_number: Text, street_name: Text })),
      street: Named,
      postcode: Named,
      place: Named,
      locality: Named,
      region: Type.Optional(Type.Object({ name: Type.String(), region_code: Text })),
      country: Type.Optional(Type.Object({ country_code: Text })),
    }),
  }),
});
const Answer = Type.Object({ features: Type.Array(Feature) });
const COUNTRIES = US_COUNTRY_CODES.join(',');

const TYPE_OF_FEATURE: ReadonlyMap<string, LocationType> = new Map([
  ['address', 'street_address'],
  ['secondary_address', 'subpremise'],
  ['street', 'route'],
  ['block', 'route'],
  ['postcode', 'postal_code'],
]);

export function createMapboxAdapter({ url, key }: ProviderSettings): ProviderAdapter {
  const common = { country: COUNTRIES, language: 'en', permanent: 'true', access_token: key };
  return {
    name: 'The Mapbox geocoder',
    returnsUnrankedMatches: false,
    forwardUrl: (query) =>
      serviceUrl(url, 'search/geocode/v6/forward', {
        q: query,
        autocomplete: 'false',
        limit: '3',
        ...common,
      }),
    readForward: read,
    reverse: {
      url: (longitude, latitude) =>
        serviceUrl(url, 'search/geocode/v6/reverse', {
          longitude: String(longitude),
          latitude: String(latitude),
          types: 'address',
          ...common,
        }),
      read,
    },
  };
}

function read(body: unknown): GeocodingResponse {
  return validateResponse(Answer, body, ({ features }) => ({
    kind: 'matches',
    matches: features.map(toMatch),
  }));
}

function toMatch({ properties }: Type.Static<typeof Feature>): GeocodingMatch {
  const { context, coordinates, feature_type, name } = properties;
  const isCrossing = coordinates.accuracy === 'intersection';
  const locationType = isCrossing ? 'intersection' : (TYPE_OF_FEATURE.get(feature_type) ?? 'locality');
  return {
    longitude: coordinates.longitude,
    latitude: coordinates.latitude,
    locationType,
    number: context.address?.address_number,
    street:
      context.address?.street_name ?? context.street?.name ?? (locationType === 'route' ? name : undefined),
    locality: context.place?.name ?? context.locality?.name,
    region: stateNamed(context.region?.region_code ?? '') ?? stateNamed(context.country?.country_code ?? ''),
    postalCode: zipOf(context.postcode?.name),
    venue: undefined,
    label: properties.full_address ?? [name, properties.place_formatted].filter(Boolean).join(', '),
  };
}
