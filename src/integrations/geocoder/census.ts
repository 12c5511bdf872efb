// Adapter of the US Census Bureau geocoder: free, no key, street level (interpolated along the block), United States
// only. It has no usable reverse geocoding, so coordinates are resolved with the embedded data.
import Type from 'typebox';
import { serviceUrl } from '../service-url.ts';
import {
  type GeocodingMatch,
  type ProviderAdapter,
  type ProviderSettings,
  validateResponse,
} from './provider-adapter.ts';

const Text = Type.Optional(Type.String());
const Match = Type.Object({
  matchedAddress: Type.String(),
  coordinates: Type.Object({ x: Type.Number(), y: Type.Number() }),
  addressComponents: Type.Object({
    preQualifier: Text,
    preDirection: Text,
    preType: Text,
    streetName: Text,
    suffixType: Text,
    suffixDirection: Text,
    suffixQualifier: Text,
    city: Text,
    state: Text,
    zip: Text,
  }),
});
const Answer = Type.Object({ result: Type.Object({ addressMatches: Type.Array(Match) }) });

export function createCensusAdapter({ url }: ProviderSettings): ProviderAdapter {
  return {
    name: 'The US Census geocoder',
    returnsUnrankedMatches: true,
    forwardUrl: (query) =>
      serviceUrl(url, 'geocoder/locations/onelineaddress', {
        address: query,
        benchmark: 'Public_AR_Current',
        format: 'json',
      }),
    readForward: (body) =>
      validateResponse(Answer, body, ({ result }) => ({
        kind: 'matches',
        matches: result.addressMatches.map(toMatch),
      })),
  };
}

function toMatch({
  matchedAddress,
  coordinates,
  addressComponents: parts,
}: Type.Static<typeof Match>): GeocodingMatch {
  const street = [
    parts.preQualifier,
    parts.preDirection,
    parts.preType,
    parts.streetName,
    parts.suffixType,
    parts.suffixDirection,
    parts.suffixQualifier,
  ]
    .filter(Boolean)
    .join(' ');
  return {
    longitude: coordinates.x,
    latitude: coordinates.y,
    locationType: 'street_address',
    // The components contain the number range of the block; the requested number is only in the matched line.
    number: /^\d\S*/.exec(matchedAddress)?.[0],
    street: lowerCased(street),
    locality: lowerCased(parts.city),
    region: parts.state || undefined,
    postalCode: parts.zip || undefined,
    venue: undefined,
    label:
      lowerCased(matchedAddress)?.replace(
        /, ([A-Za-z]{2}), /,
        (_, state: string) => `, ${state.toUpperCase()} `,
      ) ?? '',
  };
}

/** "SILVER HILL RD NW" in normal case: "Silver Hill Rd NW". */
function lowerCased(capitals: string | undefined): string | undefined {
  if (!capitals) return undefined;
  return capitals
    .toLowerCase()
    .replace(/(?<![\p{L}\d])\p{Ll}/gu, (letter) => letter.toUpperCase())
    .replace(/(?<![\p{L}\d])(?:Ne|Nw|Se|Sw)(?![\p{L}\d])/gu, (direction) => direction.toUpperCase());
}
