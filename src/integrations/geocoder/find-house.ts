// Finds the house of an address in map regions. False matches cost more than coarse answers: the fare and the crew follow
// the point. Therefore another spelling, type or direction is accepted only if the street has the house number, and never
// if two places are possible; otherwise it becomes a suggestion.
import { houseLabel, houseNumber } from '../osm/address-tags.ts';
import { metersBetween, metersFromBounds } from '../osm/map-grid.ts';
import { deletionKeys } from './deletion-keys.ts';
import { type HouseFix, locateHouse } from './locate-house.ts';
import type { MapSearch } from './map-search.ts';
import type { AddressMatch } from './match-address.ts';
import { alternativeReadings } from './misread-words.ts';
import { type Agreement, agreementOf, isSpelledLike, maxSpellingEdits } from './street-agreement.ts';
import type { IndexedHouse, IndexedStreet } from './street-index.ts';
import { basesFor, parseStreetName, type StreetName } from './street-name.ts';
import type { Spot } from './zip-geocoder.ts';

export type HouseSearch =
  | { readonly kind: 'found'; readonly spot: Spot; readonly postcode: string | null }
  /** Streets that may be meant; the address must be corrected. */
  | {
      readonly kind: 'suggested';
      readonly reason: 'several' | 'unknown';
      readonly streets: readonly string[];
    }
  | { readonly kind: 'unknown' };

interface Candidate {
  readonly street: IndexedStreet;
  readonly agreement: Agreement;
  /** Whether the address says another type or direction than the name of the street. */
  readonly isContrary: boolean;
  readonly meters: number;
  readonly fix: HouseFix | undefined;
}

const MAX_STREETS = 40;
/** Hits this close to each other are the same place. */
const SAME_PLACE_METERS = 100;
/** A hit on a farther street needs the ZIP code or city of the address as evidence. */
const FARTHER_METERS = 3_000;
/** Without the house number, the street must be in the area of the ZIP code or city. */
const MAX_STREET_METERS = { postal_code: 5_000, locality: 15_000 } as const;
const METERS_PER_MILE = 1_609.344;
/** On a longer street, the centre of the ZIP code is not worse than the middle of the street. */
const MAX_STREET_UNCERTAINTY_MILES = 1.5;
const MAX_SUGGESTIONS = 3;

const NUMBER_WORDS = 'one two three four five six seven eight nine ten'.split(' ');

export async function findHouse(search: MapSearch, match: AddressMatch): Promise<HouseSearch> {
  const { street = '', number = '' } = match.line;
  const requested = parseStreetName(street);
  if (!requested) return { kind: 'unknown' };
  const word = NUMBER_WORDS.indexOf(number.toLowerCase());
  const label = houseLabel(word === -1 ? number : String(word + 1));
  const bases = basesFor(requested);
  const named = await search.index.streetsNamed(search.area, bases);
  const known = await withHouses(
    search,
    rank(search, named, (one) => agreementOf(requested, one, bases)),
    label,
  );
  const certain = decideCertain(search, match, known);
  if (certain) return certain;
  const guessed = await withHouses(search, await guess(search, street, requested, named), label);
  return decideGuess(search, match, guessed);
}

function rank(
  { centre, radiusMeters }: MapSearch,
  streets: readonly IndexedStreet[],
  agreementWith: (street: IndexedStreet) => Agreement,
  isContrary: (street: IndexedStreet) => boolean = () => false,
): Omit<Candidate, 'fix'>[] {
  const order: readonly Agreement[] = ['exact', 'compatible', 'guess'];
  const best = new Map<string, Omit<Candidate, 'fix'>>();
  for (const street of streets) {
    const meters = metersFromBounds(centre, street.bounds);
    if (meters > radiusMeters) continue;
    const candidate = {
      street,
      agreement: agreementWith(street),
      isContrary: isContrary(street),
      meters,
    };
    const key = `${street.version} ${street.streetId}`;
    const other = best.get(key);
    // A street may have the name as an alias too.
    if (!other || order.indexOf(candidate.agreement) < order.indexOf(other.agreement))
      best.set(key, candidate);
  }
  return [...best.values()].toSorted(
    (a, b) =>
      order.indexOf(a.agreement) - order.indexOf(b.agreement) ||
      a.meters - b.meters ||
      a.street.streetId - b.street.streetId ||
      a.street.version.localeCompare(b.street.version),
  );
}

/** The house on each of the streets. A range ("215-217") that the map does not write like this begins at its first number. */
async function withHouses(
  search: MapSearch,
  candidates: readonly Omit<Candidate, 'fix'>[],
  label: string,
): Promise<Candidate[]> {
  const asWritten = await withHouse(search, candidates, { label, number: houseNumber(label) });
  const first = /^(\d+)-\d+$/.exec(label)?.[1];
  if (first === undefined || asWritten.some(({ fix }) => fix)) return asWritten;
  return withHouse(search, candidates, { label: first, number: houseNumber(first) });
}

async function withHouse(
  { index }: MapSearch,
  candidates: readonly Omit<Candidate, 'fix'>[],
  house: Pick<IndexedHouse, 'number' | 'label'>,
): Promise<Candidate[]> {
  const few = candidates.slice(0, MAX_STREETS);
  if (few.length === 0) return [];
  const houses = await index.housesAround(
    few.map(({ street }) => street),
    house,
  );
  return few.map((candidate) => {
    const { version, streetId } = candidate.street;
    const own = houses.filter((each) => each.version === version && each.streetId === streetId);
    return { ...candidate, fix: locateHouse(own, house) };
  });
}

/** From streets of exactly this name: the house, else the street. */
function decideCertain(
  search: MapSearch,
  match: AddressMatch,
  known: readonly Candidate[],
): HouseSearch | undefined {
  for (const agreement of ['exact', 'compatible'] as const) {
    const streets = known.filter((candidate) => candidate.agreement === agreement);
    const hit = pickHit(search, match, streets);
    if (hit) return hit;
    const nearby = streets.filter(({ meters }) => meters <= MAX_STREET_METERS[search.centreOf]);
    const [nearest] = nearby;
    if (nearest && (agreement === 'exact' || isOnePlace(nearby))) return streetAnswer(nearest);
  }
  return undefined;
}

/** The house on one of these streets, if there is no doubt which one. */
function pickHit(
  search: MapSearch,
  match: AddressMatch,
  candidates: readonly Candidate[],
): HouseSearch | undefined {
  const hits = candidates.flatMap(({ street, meters, fix, isContrary }) =>
    fix && fix.precision !== 'near' && !(isContrary && fix.precision === 'interpolated')
      ? [{ street, meters, fix }]
      : [],
  );
  const confirmed = hits.filter(({ fix }) => isConfirmed(search, match, fix));
  const nearest = Math.min(...candidates.map(({ meters }) => meters));
  const eligible =
    confirmed.length > 0 ? confirmed : hits.filter(({ meters }) => meters <= nearest + FARTHER_METERS);
  const [best] = eligible.toSorted(
    (a, b) =>
      Number(b.fix.precision === 'exact') - Number(a.fix.precision === 'exact') || a.meters - b.meters,
  );
  if (!best) return undefined;
  const rivals = eligible.filter(
    ({ fix }) => fix.precision === best.fix.precision && metersBetween(fix, best.fix) > SAME_PLACE_METERS,
  );
  // Of two streets with exactly the same name, the one nearer to the centre of the ZIP code is meant.
  const isDecidedByZip =
    match.postalCode !== undefined && rivals.every(({ street }) => street.name === best.street.name);
  if (rivals.length > 0 && !isDecidedByZip)
    return { kind: 'suggested', reason: 'several', streets: namesOf([best, ...rivals]) };
  return found(best.fix, 'street_address');
}

/** Whether the house is in the ZIP code of the address, or in its city if it has no ZIP code. */
function isConfirmed(search: MapSearch, { postalCode, locality }: AddressMatch, fix: HouseFix): boolean {
  return postalCode === undefined ? search.cityAt(fix) === locality : fix.postcode === postalCode;
}

function isOnePlace(candidates: readonly Candidate[]): boolean {
  return new Set(candidates.map(({ street }) => street.name)).size === 1;
}

function streetAnswer({ street, fix }: Candidate): HouseSearch | undefined {
  if (fix) return found(fix, 'route');
  const { west, south, east, north } = street.bounds;
  const meters =
    metersBetween({ longitude: west, latitude: south }, { longitude: east, latitude: north }) / 2;
  const radiusMiles = Math.max(0.05, Math.round((meters / METERS_PER_MILE) * 100) / 100);
  if (radiusMiles > MAX_STREET_UNCERTAINTY_MILES) return { kind: 'unknown' };
  const { longitude, latitude } = street;
  return {
    kind: 'found',
    spot: { longitude, latitude, locationType: 'route', radiusMiles },
    postcode: null,
  };
}

function found(
  { longitude, latitude, postcode, radiusMiles }: HouseFix,
  locationType: 'street_address' | 'route',
): HouseSearch {
  const spot = { longitude, latitude, locationType };
  return {
    kind: 'found',
    spot: locationType === 'route' ? { ...spot, radiusMiles } : spot,
    postcode,
  };
}

/** Streets with another type or direction, or with a similar name. */
async function guess(
  search: MapSearch,
  street: string,
  requested: StreetName,
  named: readonly IndexedStreet[],
): Promise<Omit<Candidate, 'fix'>[]> {
  const readings = alternativeReadings(street);
  const reread =
    readings.length === 0
      ? []
      : await search.index.streetsNamed(
          search.area,
          readings.flatMap((reading) => basesFor(reading)),
        );
  const words = [requested.base, ...readings.map(({ base }) => base)].filter(
    (base) => maxSpellingEdits(base) > 0,
  );
  const similar =
    words.length === 0 ? [] : await search.index.streetsSpelledLike(search.area, words.flatMap(deletionKeys));
  return rank(
    search,
    [...named, ...reread, ...similar.filter(({ base }) => words.some((word) => isSpelledLike(word, base)))],
    () => 'guess',
    (one) => ![requested, ...readings].some((name) => agreementOf(name, one, [one.base]) !== 'guess'),
  );
}

function decideGuess(search: MapSearch, match: AddressMatch, guessed: readonly Candidate[]): HouseSearch {
  const hit = pickHit(search, match, guessed);
  if (hit?.kind === 'found') return hit;
  const nearby = guessed.filter(({ meters }) => meters <= MAX_STREET_METERS[search.centreOf]);
  if (nearby.length === 0 || !search.isCovered) return { kind: 'unknown' };
  return { kind: 'suggested', reason: 'unknown', streets: namesOf(nearby) };
}

function namesOf(candidates: readonly Pick<Candidate, 'street'>[]): string[] {
  return [...new Set(candidates.map(({ street }) => street.name))].slice(0, MAX_SUGGESTIONS);
}
