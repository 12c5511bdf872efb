// Adapter of Pelias, self-hosted or hosted (with a key).
import Type from 'typebox';
import type { LocationType } from '../../domain/place/location.ts';
import { serviceUrl } from '../service-url.ts';
import {
  type GeocodingMatch,
  type GeocodingResponse,
  type ProviderAdapter,
  type ProviderSettings,
  validateResponse,
  zipOf,
} from './provider-adapter.ts';
import { stateNamed } from './us-states.ts';

const Text = Type.Optional(Type.String());
const Feature = Type.Object({
  geometry: Type.Object({ coordinates: Type.Tuple([Type.Number(), Type.Number()]) }),
  properties: Type.Object({
    layer: Type.String(),
    name: Text,
    label: Text,
    housenumber: Text,
    street: Text,
    locality: Text,
    localadmin: Text,
    borough: Text,
    region: Text,
    region_a: Text,
    postalcode: Text,
    match_type: Text,
  }),
});
const Answer = Type.Object({ features: Type.Array(Feature) });
const COUNTRIES = 'USA,PRI,VIR,GUM,ASM,MNP';

const TYPE_OF_LAYER: ReadonlyMap<string, LocationType> = new Map([
  ['address', 'street_address'],
  ['venue', 'establishment'],
  ['street', 'route'],
  ['intersection', 'intersection'],
  ['postalcode', 'postal_code'],
]);

export function createPeliasAdapter({ url, key }: ProviderSettings): ProviderAdapter {
  return {
    name: 'The Pelias geocoder',
    returnsUnrankedMatches: false,
    forwardUrl: (query) =>
      serviceUrl(url, 'v1/search', { text: query, 'boundary.country': COUNTRIES, size: '3', api_key: key }),
    readForward: read,
    reverse: {
      url: (longitude, latitude) =>
        serviceUrl(url, 'v1/reverse', {
          'point.lat': String(latitude),
          'point.lon': String(longitude),
          'boundary.country': COUNTRIES,
          layers: 'address,street',
          size: '1',
          api_key: key,
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

function toMatch({ geometry, properties }: Type.Static<typeof Feature>): GeocodingMatch {
  const [longitude, latitude] = geometry.coordinates;
  const locationType = TYPE_OF_LAYER.get(properties.layer) ?? 'locality';
  return {
    longitude,
    latitude,
    locationType,
    number: properties.housenumber,
    street: properties.street ?? (locationType === 'route' ? properties.name : undefined),
    locality: properties.locality ?? properties.localadmin ?? properties.borough,
    region: stateNamed(properties.region_a ?? '') ?? stateNamed(properties.region ?? ''),
    postalCode: zipOf(properties.postalcode),
    venue: locationType === 'establishment' ? properties.name : undefined,
    label: properties.label ?? properties.name ?? '',
  };
}
