// Parses an address against the place data and cross-checks its parts. A contradiction (a ZIP code of another state, a
// city 100 miles from the ZIP code) is refused with what to correct; ambiguous addresses are never resolved by
// guessing.
import { NEAR_KM, type ParsedCity, parseCity } from './address-city.ts';
import * as refusal from './address-refusals.ts';
import { type AddressTail, parseAddressTail } from './address-tail.ts';
import { normalizeAddress, refuseUndeliverable } from './address-text.ts';
import type { GeocodeOutcome } from './geocoder.ts';
import { kmBetween, kmFrom, namesakes, placeNamed, placesResembling, resembles } from './place-search.ts';
import { parseStreetLine, type StreetLine } from './street-line.ts';
import type { NamedPlace, Point, UsPlaces, ZipArea } from './us-places.ts';
import { stateMisspelled } from './us-states.ts';

export interface AddressMatch {
  readonly kind: 'match';
  readonly line: StreetLine;
  readonly locality: string;
  readonly region: string;
  readonly postalCode: string | undefined;
  /** Centre of the ZIP code area or of the place: the data contains no streets. */
  readonly point: Point;
  readonly pointOf: 'postal_code' | 'locality';
}

/** An address whose city is known. */
export interface AddressReading extends AddressMatch {
  /** Why a crew could not find the street line; `undefined` if it is complete. */
  readonly incomplete: GeocodeOutcome | undefined;
}

export function matchAddress(places: UsPlaces, address: string): AddressMatch | GeocodeOutcome {
  const reading = readAddress(places, address);
  return reading.kind === 'match' ? (reading.incomplete ?? reading) : reading;
}

/** Like `matchAddress`, but also reads addresses without a house number, which may name a place of a map region. */
export function readAddress(places: UsPlaces, address: string): AddressReading | GeocodeOutcome {
  const text = normalizeAddress(address);
  const unroutable = refuseUndeliverable(text);
  if (unroutable) return unroutable;
  const tail = parseAddressTail(text);
  const earlier = earlierEnd(places, tail.head);
  if (earlier) return refusal.twoAddresses(earlier);
  if (tail.malformedZip) return refusal.malformedZip(places, tail.malformedZip, tail.state);
  if (tail.zip) return matchByZip(places, tail, tail.zip);
  if (tail.state) return matchByCity(places, tail, tail.state);
  return refusal.stateMissing(places, tail.head);
}

/** A state with its ZIP code in the middle is the end of one address and the beginning of another. */
function earlierEnd(places: UsPlaces, head: string): ZipArea | undefined {
  for (const [, state, zip = ''] of head.matchAll(/\b([a-z]{2})[\s,]+(\d{5})\b/gi)) {
    const area = places.zips.get(zip);
    if (area && area.state === state?.toUpperCase()) return area;
  }
  return undefined;
}

function matchByZip(places: UsPlaces, tail: AddressTail, zip: string): AddressReading | GeocodeOutcome {
  const area = places.zips.get(zip);
  if (!area) return refusal.unknownZip(places, zip, tail);
  const city = cityBeforeZip(places, tail, area);
  if (!city) return refusal.stateContradictsZip(area, tail.stateWords ?? '');
  const locality = localityForZip(places, city, area, tail.state !== undefined);
  if (typeof locality !== 'string') return locality;
  const line = parseStreetLine(withUnit(city.line, tail.unit), area.state);
  return {
    kind: 'match',
    line,
    locality,
    region: area.state,
    postalCode: zip,
    point: area,
    pointOf: area.hasArea ? 'postal_code' : 'locality',
    incomplete: refusal.incompleteStreet(line),
  };
}

/** The city before a ZIP code; `undefined` if the given state is not the state of the ZIP code. */
function cityBeforeZip(places: UsPlaces, tail: AddressTail, area: ZipArea): ParsedCity | undefined {
  const query = { places, area, state: area.state };
  if (tail.state === area.state) return parseCity(tail.head, { ...query, stateWasSaid: true });
  if (tail.state === undefined) {
    return parseCity(withoutMisspelledState(tail.head, area.state), { ...query, stateWasSaid: false });
  }
  // The words may not be a state: in "Washington 20500" they are the city, in "100 Oak Ct 62701" they end the street.
  const reread = parseCity(`${tail.head} ${tail.stateWords}`, { ...query, stateWasSaid: false });
  if (reread.place && kmFrom(reread.place, area) <= NEAR_KM) return reread;
  const own = placeNamed(places, area.state, tail.stateWords ?? '');
  if (own && kmFrom(own, area) <= NEAR_KM) return { line: tail.head, said: tail.stateWords, place: own };
  const endsStreet = /^(?:ct|ne)$/i.test(tail.stateWords ?? '') && !tail.head.includes(',');
  return endsStreet && reread.said === undefined ? reread : undefined;
}

function withoutMisspelledState(head: string, state: string): string {
  const last = /^(.*),\s*([^,]+)$/.exec(head) ?? /^(.*)\s(\S+)$/.exec(head);
  return last?.[2] && stateMisspelled(last[2]) === state ? (last[1] ?? '') : head;
}

/** The name of the city to return, or a refusal if city and ZIP code contradict each other. */
function localityForZip(
  places: UsPlaces,
  { said, place }: ParsedCity,
  area: ZipArea,
  stateWasSaid: boolean,
): string | GeocodeOutcome {
  if (said === undefined) return area.name;
  if (place) {
    const isNear = place.zips.some(({ zip }) => zip === area.zip) || kmFrom(place, area) <= NEAR_KM;
    return isNear ? place.name : refusal.cityContradictsZip(area, place, said);
  }
  if (resembles(said, area.name)) return area.name;
  const similar = placesResembling(places, area.state, said);
  const near = similar.find((one) => kmFrom(one.place, area) <= NEAR_KM);
  if (near) return near.place.name;
  // One edit away from a city elsewhere means that city; two edits may be a coincidence.
  const meant = similar.find(({ slips }) => slips === 1)?.place;
  const elsewhere = meant ?? (stateWasSaid ? undefined : namesakes(places, said)[0]);
  // Many villages and districts are not in the data, so an unknown name is not an error: the ZIP code decides.
  return elsewhere ? refusal.cityContradictsZip(area, elsewhere, said) : area.name;
}

function matchByCity(places: UsPlaces, tail: AddressTail, state: string): AddressReading | GeocodeOutcome {
  let city = parseCity(tail.head, { places, state, area: undefined, stateWasSaid: true });
  if (city.rivals) return refusal.unclearCity(city.rivals);
  if (!city.place) {
    // "350 5th Ave, New York": the words parsed as the state are also the city.
    const own = placeNamed(places, state, tail.stateWords ?? '');
    if (own && city.said === undefined) city = { line: tail.head, said: tail.stateWords, place: own };
  }
  if (!city.place) return refusal.unknownCity(places, city, state);
  const line = parseStreetLine(withUnit(city.line, tail.unit), state);
  const incomplete = refusal.incompleteStreet(line);
  const centre = centreOf(city.place);
  if (!centre) return incomplete ?? refusal.ambiguousCity(city.place);
  return {
    kind: 'match',
    line,
    locality: city.place.name,
    region: state,
    pointOf: 'locality',
    ...centre,
    incomplete,
  };
}

/** One point for a whole place; `undefined` if several places of that name are too far apart. */
function centreOf(place: NamedPlace): { point: Point; postalCode: string | undefined } | undefined {
  const withArea = place.zips.filter((zip) => zip.hasArea);
  const zips = withArea.length > 0 ? withArea : place.zips;
  const only = zips.length === 1 ? zips[0] : undefined;
  if (only) return { point: only, postalCode: only.zip };
  const points: readonly Point[] = zips.length > 0 ? zips : place.localities;
  const point = mostCentral(points);
  if (!point || (zips.length === 0 && points.some((other) => kmBetween(point, other) > NEAR_KM)))
    return undefined;
  // The ZIP code of the street is unknown among several, so none is returned.
  return { point, postalCode: undefined };
}

/** The point nearest to the mean of all points: unlike the mean itself, it is inhabited. */
function mostCentral(points: readonly Point[]): Point | undefined {
  const mean = {
    longitude: points.reduce((sum, point) => sum + point.longitude, 0) / points.length,
    latitude: points.reduce((sum, point) => sum + point.latitude, 0) / points.length,
  };
  return points.toSorted((a, b) => kmBetween(a, mean) - kmBetween(b, mean))[0];
}

function withUnit(line: string, unit: string | undefined): string {
  return unit === undefined ? line : `${line}, ${unit}`;
}
