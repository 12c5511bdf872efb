// Adapter of Photon, the search-as-you-type geocoder for OpenStreetMap data, self-hosted.
import Type from 'typebox';
import type { LocationType } from '../../domain/place/location.ts';
import { serviceUrl } from '../service-url.ts';
import {
  type GeocodingMatch,
  type GeocodingResponse,
  isUsCountryCode,
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
    type: Text,
    osm_key: Text,
    osm_value: Text,
    name: Text,
    housenumber: Text,
    street: Text,
    city: Text,
    state: Text,
    postcode: Text,
    countrycode: Text,
  }),
});
const Answer = Type.Object({ features: Type.Array(Feature) });

export function createPhotonAdapter({ url }: ProviderSettings): ProviderAdapter {
  return {
    name: 'The Photon geocoder',
    returnsUnrankedMatches: false,
    // Older servers reject a country filter, so several results are requested and foreign ones are dropped here.
    forwardUrl: (query) => serviceUrl(url, 'api', { q: query, limit: '5', lang: 'en' }),
    readForward: read,
    reverse: {
      url: (longitude, latitude) =>
        serviceUrl(url, 'reverse', {
          lon: String(longitude),
          lat: String(latitude),
          limit: '1',
          lang: 'en',
        }),
      read,
    },
  };
}

function read(body: unknown): GeocodingResponse {
  return validateResponse(Answer, body, ({ features }) => ({
    kind: 'matches',
    matches: features.filter(({ properties }) => isUsCountryCode(properties.countrycode)).map(toMatch),
  }));
}

function toMatch({ geometry, properties }: Type.Static<typeof Feature>): GeocodingMatch {
  const [longitude, latitude] = geometry.coordinates;
  const locationType = typeOf(properties);
  const { name, housenumber, city, state, postcode } = properties;
  // A result of type street has its name in `name`.
  const street = properties.street ?? (locationType === 'route' ? name : undefined);
  const region = stateNamed(state ?? '');
  return {
    longitude,
    latitude,
    locationType,
    number: housenumber,
    street,
    locality: city ?? (locationType === 'locality' ? name : undefined),
    region,
    postalCode: zipOf(postcode),
    venue: locationType === 'point_of_interest' ? name : undefined,
    label: [
      [housenumber, street ?? name].filter(Boolean).join(' '),
      city,
      [region ?? state, postcode].filter(Boolean).join(' '),
    ]
      .filter(Boolean)
      .join(', '),
  };
}

function typeOf({
  type,
  osm_key: key,
  osm_value: value,
  housenumber,
}: Type.Static<typeof Feature>['properties']): LocationType {
  if (type === 'street' || key === 'highway') return 'route';
  if (value === 'postcode') return 'postal_code';
  if (housenumber !== undefined && (key === 'place' || key === 'building')) return 'street_address';
  return key === 'place' || key === 'boundary' ? 'locality' : 'point_of_interest';
}
