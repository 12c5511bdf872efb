// Refusals of addresses: what is wrong and what to do, as a sentence for the partner. Suggestions are returned
// separately; the caller appends them to the sentence.
import { cityEnds, type ParsedCity } from './address-city.ts';
import type { AddressTail } from './address-tail.ts';
import { type GeocodeOutcome, notFound } from './geocoder.ts';
import { kmFrom, label, namesakes, placeNamed, placesResembling } from './place-search.ts';
import { crossingSides, type StreetLine } from './street-line.ts';
import { parseStreetName } from './street-name.ts';
import type { NamedPlace, UsPlaces, ZipArea } from './us-places.ts';
import { stateMisspelled, US_STATES } from './us-states.ts';

const MAX_SUGGESTIONS = 5;
const KM_PER_MILE = 1.609344;

export function malformedZip(places: UsPlaces, digits: string, state: string | undefined): GeocodeOutcome {
  const area = places.zips.get(`0${digits}`);
  const suggestions = area && area.state === state ? [`${label(area)} ${area.zip}`] : [];
  return notFound(
    `"${digits}" is not a ZIP code: a ZIP code has 5 digits. Correct it or omit it.`,
    suggestions,
  );
}

export function unknownZip(places: UsPlaces, zip: string, tail: AddressTail): GeocodeOutcome {
  const city = tail.state ? placeNamed(places, tail.state, tail.head.split(',').at(-1) ?? '') : undefined;
  const suggestions = (city?.zips ?? [])
    .filter((area) => area.hasArea)
    .toSorted((a, b) => Math.abs(Number(a.zip) - Number(zip)) - Math.abs(Number(b.zip) - Number(zip)))
    .slice(0, 3)
    .map((area) => `${label(area)} ${area.zip}`);
  return notFound(
    `${zip} is not a known ZIP code. Correct the ZIP code, or omit it and provide the city and state.`,
    suggestions,
  );
}

export function twoAddresses(first: ZipArea): GeocodeOutcome {
  return notFound(
    `The text seems to contain two addresses: the first ends with ${first.state} ${first.zip}. Send one address per stop.`,
  );
}

export function stateContradictsZip(area: ZipArea, stateWords: string): GeocodeOutcome {
  return notFound(
    `ZIP code ${area.zip} is in ${US_STATES[area.state]} (${label(area)}), but the address says ${stateWords}. Correct the ZIP code or the state.`,
    [`${label(area)} ${area.zip}`],
  );
}

export function cityContradictsZip(area: ZipArea, place: NamedPlace, said: string): GeocodeOutcome {
  const miles = Math.round(kmFrom(place, area) / KM_PER_MILE);
  const zip = place.zips.find((one) => one.hasArea) ?? place.zips[0];
  return notFound(
    `ZIP code ${area.zip} belongs to ${label(area)}, but the address says "${said}", and ${label(place)} is about ${miles} miles away. Correct the city or the ZIP code.`,
    [`${label(area)} ${area.zip}`, zip ? `${label(place)} ${zip.zip}` : label(place)],
  );
}

export function unknownCity(places: UsPlaces, city: ParsedCity, state: string): GeocodeOutcome {
  const said = city.said ?? guessCity(places, city.line, state);
  if (said === undefined) {
    return notFound(
      `The address contains no city in ${US_STATES[state]}. Put the city before the state, separated by commas, or add the ZIP code.`,
    );
  }
  const similar = placesResembling(places, state, said).map(({ place }) => place);
  const suggestions = [...namesakes(places, said), ...similar]
    .toSorted((a, b) => b.zips.length - a.zips.length)
    .slice(0, MAX_SUGGESTIONS)
    .map(label);
  return notFound(
    `"${said}" is not a known place in ${US_STATES[state]}. Correct the city or the state, or add the ZIP code.`,
    suggestions,
  );
}

/** Without a comma the city is not marked: picks the trailing words that are most similar to a place of the state. */
function guessCity(places: UsPlaces, line: string, state: string): string | undefined {
  const guesses = cityEnds(line).flatMap(({ said }) => {
    const [closest] = placesResembling(places, state, said);
    return closest ? [{ said, slips: closest.slips }] : [];
  });
  return guesses.toSorted((a, b) => a.slips - b.slips)[0]?.said;
}

export function unclearCity(rivals: readonly NamedPlace[]): GeocodeOutcome {
  const suggestions = rivals.map(label);
  return notFound(
    `The beginning of the city is ambiguous. Put a comma between the street and the city, or add the ZIP code.`,
    suggestions,
  );
}

export function ambiguousCity(place: NamedPlace): GeocodeOutcome {
  return notFound(
    `${US_STATES[place.state]} has several places named ${place.name} that are far apart. Add the ZIP code.`,
  );
}

export function stateMissing(places: UsPlaces, head: string): GeocodeOutcome {
  const last = head.split(',').at(-1)?.trim() ?? '';
  const state = stateMisspelled(last) ?? stateMisspelled(last.split(' ').at(-1) ?? '');
  if (state) {
    return notFound(`"${last}" is not a US state. Correct the state, or add the ZIP code.`, [
      US_STATES[state] ?? state,
    ]);
  }
  const candidates = [last, ...cityEnds(last).map(({ said }) => said)];
  const said = candidates.find((one) => namesakes(places, one).length > 0);
  const suggestions = said === undefined ? [] : namesakes(places, said).slice(0, MAX_SUGGESTIONS).map(label);
  return notFound(
    `The address has neither a ZIP code nor a state. Add the ZIP code, or the city and state: "123 Main St, Springfield, IL 62701".`,
    suggestions,
  );
}

/** Why a crew could not find the street line; `undefined` if it is complete. */
export function incompleteStreet(line: StreetLine): GeocodeOutcome | undefined {
  if (line.street === undefined) {
    return notFound(
      'The address has no street. Put the house number and the street before the city: "123 Main St, Springfield, IL 62701".',
    );
  }
  if (line.number === undefined && !line.isCrossing) {
    return notFound(
      `"${line.street}" has no house number. Put the number before the street ("123 Main St"), or name an intersection ("Main St & 5th Ave").`,
    );
  }
  return isImpossibleNumber(line.number) ? impossibleNumber(line.number) : sameStreetTwice(line);
}

const MAX_DIGITS = 6;
const SHOWN_CHARACTERS = 20;
const TOO_LONG = new RegExp(`\\d{${MAX_DIGITS + 1}}`);
const ZERO = /^0+(?!\d)/;

/** Whether no house can have the number. */
export function isImpossibleNumber(number: string | undefined): number is string {
  return number !== undefined && (TOO_LONG.test(number) || ZERO.test(number));
}

export function impossibleNumber(number: string, suggestions: readonly string[] = []): GeocodeOutcome {
  const shown = number.length > SHOWN_CHARACTERS ? `${number.slice(0, SHOWN_CHARACTERS)}…` : number;
  const limit = TOO_LONG.test(number) ? `: a house number has at most ${MAX_DIGITS} digits` : '';
  return notFound(
    `"${shown}" is not a house number${limit}. Correct the number, or send coordinates.`,
    suggestions,
  );
}

function sameStreetTwice(line: StreetLine): GeocodeOutcome | undefined {
  if (!line.isCrossing) return undefined;
  const [first, second] = crossingSides(line.street ?? '').map((side) =>
    JSON.stringify(parseStreetName(side)),
  );
  return first === second ? oneStreetTwice(line) : undefined;
}

export function oneStreetTwice({ street }: Pick<StreetLine, 'street'>): GeocodeOutcome {
  return notFound(
    `"${street}" names one street twice. Name two streets that meet ("Main St & 5th Ave"), or put the house number before the street ("123 Main St").`,
  );
}
