// Geocoder backed by an HTTP service. The embedded data parses the address first and verifies the result afterwards: a
// result for another house, another state or only the city must not redirect a delivery.
import { type ServiceGuard, type Unavailable, unavailable } from '../guarded-service.ts';
import { type JsonResponse, requestJson } from '../json-request.ts';
import { type AddressTail, parseAddressTail } from './address-tail.ts';
import { normalizeAddress, refuseUndeliverable } from './address-text.ts';
import { type GeocodeOutcome, type Geocoder, notFound } from './geocoder.ts';
import { type AddressMatch, matchAddress } from './match-address.ts';
import { kmBetween } from './place-search.ts';
import type { GeocodingMatch, GeocodingResponse, ProviderAdapter } from './provider-adapter.ts';
import { placeAtPoint, placeFromMatch } from './provider-place.ts';
import { usTimeZoneAt } from './time-zone.ts';
import { loadUsPlaces } from './us-places.ts';
import { classifyPoint } from './us-points.ts';

interface HttpGeocoderParts {
  readonly adapter: ProviderAdapter;
  readonly guard: ServiceGuard;
  readonly timeoutMs: number;
  /** For coordinates that the service does not resolve. */
  readonly zips: Geocoder;
}

type ServiceResult = Extract<GeocodingResponse, { kind: 'matches' }> | Unavailable;

// A result further than this from the centre of the requested ZIP code or place is a different place.
const MAX_DEVIATION_KM = 60;
// Two equally ranked matches closer than this are one place.
const SAME_PLACE_KM = 1;
const MAX_RESPONSE_BYTES = 1024 * 1024;

export function createHttpGeocoder({ adapter, guard, timeoutMs, zips }: HttpGeocoderParts): Geocoder {
  const callService = (url: URL, read: (body: unknown) => GeocodingResponse) =>
    guard.run(async () =>
      readResponse(adapter.name, await requestJson(url, { timeoutMs, maxBytes: MAX_RESPONSE_BYTES }), read),
    );

  return {
    async forward(address) {
      const text = normalizeAddress(address);
      const unroutable = refuseUndeliverable(text);
      if (unroutable) return unroutable;
      const requested = matchAddress(await loadUsPlaces(), address);
      const query = requested.kind === 'match' ? queryFor(requested) : text;
      const result = await callService(adapter.forwardUrl(query), adapter.readForward);
      if (result.kind === 'unavailable') return result;
      return checkMatches(adapter, result.matches, requested, parseAddressTail(text));
    },

    async reverse(longitude, latitude) {
      const verdict = await classifyPoint(await loadUsPlaces(), longitude, latitude);
      if (verdict.kind === 'outside') return verdict;
      if (!adapter.reverse) return zips.reverse(longitude, latitude);
      const result = await callService(adapter.reverse.url(longitude, latitude), adapter.reverse.read);
      if (result.kind === 'unavailable') return result;
      const [match] = result.matches;
      if (!match) return zips.reverse(longitude, latitude);
      return { kind: 'found', place: placeAtPoint({ longitude, latitude }, match, verdict) };
    },
  };
}

function readResponse(
  name: string,
  response: JsonResponse,
  read: (body: unknown) => GeocodingResponse,
): ServiceResult {
  if (response.kind === 'failed') return unavailable(`${name}: ${response.reason}`);
  const { status, body, retryAfterSeconds } = response;
  // The service rejected the query itself, so the address is wrong.
  if (status === 400 || status === 414 || status === 422) return { kind: 'matches', matches: [] };
  if (status !== 200) return unavailable(`${name} responded with HTTP status ${status}`, retryAfterSeconds);
  const result = read(body);
  if (result.kind !== 'matches') return unavailable(`${name} ${result.reason}`);
  return result.matches.every(isOnEarth)
    ? result
    : unavailable(`${name} returned coordinates outside the valid range`);
}

/** The time zone index throws on other coordinates. */
function isOnEarth({ longitude, latitude }: GeocodingMatch): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

/** The address without unit and building name, which confuse geocoders, and with the normalized city name. */
function queryFor({ line, locality, region, postalCode = '' }: AddressMatch): string {
  return `${[line.number, line.street].filter(Boolean).join(' ')}, ${locality}, ${region} ${postalCode}`.trim();
}

async function checkMatches(
  adapter: ProviderAdapter,
  matches: readonly GeocodingMatch[],
  requested: AddressMatch | GeocodeOutcome,
  tail: AddressTail,
): Promise<GeocodeOutcome> {
  const [best] = matches;
  if (!best) return requested.kind === 'match' ? unknownAddress(adapter) : requested;
  const timeZone = await usTimeZoneAt(best.longitude, best.latitude);
  if (timeZone === undefined) {
    return {
      kind: 'outside',
      reason: `${adapter.name} locates this address outside the United States: ${best.label}.`,
    };
  }
  if (adapter.returnsUnrankedMatches && matches.some((other) => kmBetween(best, other) > SAME_PLACE_KM)) {
    return notFound(
      'Several places have this address. Add the ZIP code, or use one of the suggestions.',
      matches.map(({ label }) => label).slice(0, 5),
    );
  }
  const refusal =
    requested.kind === 'match' ? refuseMismatch(best, requested) : refuseUnconfirmed(best, requested, tail);
  if (refusal) return refusal;
  const place = placeFromMatch(
    await loadUsPlaces(),
    best,
    requested.kind === 'match' ? requested : undefined,
    timeZone,
  );
  return { kind: 'found', place };
}

function unknownAddress(adapter: ProviderAdapter): GeocodeOutcome {
  return notFound(`${adapter.name} could not find this address. Check the house number and the street name.`);
}

/** Why the result is not the requested address; `undefined` if it is. */
function refuseMismatch(found: GeocodingMatch, requested: AddressMatch): GeocodeOutcome | undefined {
  const refuse = (what: string) => notFound(`${what} Correct the address.`, [found.label]);
  if (found.region !== undefined && found.region !== requested.region) {
    return refuse(`The address was only found in another state: ${found.label}.`);
  }
  if (kmBetween(found, requested.point) > MAX_DEVIATION_KM) {
    return refuse(
      `The address was only found far from ${requested.locality}, ${requested.region}: ${found.label}.`,
    );
  }
  if (found.locationType === 'locality' || found.locationType === 'postal_code') {
    return refuse(`The street was not found, only the area: ${found.label}.`);
  }
  if (found.locationType === 'route' && requested.line.isCrossing) {
    return refuse(`The intersection was not found, only a street: ${found.label}.`);
  }
  if (!isSameNumber(found.number, requested.line.number)) {
    return refuse(`The house number was not found. The nearest address is ${found.label}.`);
  }
  return undefined;
}

/**
 * An address that the embedded data refused (unknown city, new ZIP code, a name instead of a street) is accepted only
 * if the service returns an exact location and confirms the given state and ZIP code.
 */
function refuseUnconfirmed(
  found: GeocodingMatch,
  refusal: GeocodeOutcome,
  tail: AddressTail,
): GeocodeOutcome | undefined {
  const isSpot = !['locality', 'postal_code', 'route'].includes(found.locationType);
  const confirmsState = tail.state === undefined || tail.state === found.region;
  const confirmsZip = tail.zip === undefined || tail.zip === found.postalCode;
  return isSpot && confirmsState && confirmsZip && tail.malformedZip === undefined ? undefined : refusal;
}

/**
 * Compares loosely: some services return "515" for "5-15", most return "221" for "221 1/2", and all return "1" for
 * "One".
 */
function isSameNumber(found: string | undefined, requested: string | undefined): boolean {
  if (found === undefined || requested === undefined || !/^\d/.test(requested)) return true;
  const bare = (number: string) => number.split(' ')[0]?.replace(/\W/g, '').toLowerCase();
  return bare(found) === bare(requested);
}
