// Finds where the street line ends and the city begins: at a comma, or without one by looking up place names.
import { takeLeadingUnits } from './address-unit.ts';
import { normalizePlaceName } from './normalize-place-name.ts';
import { kmFrom, placeNamed, resembles } from './place-search.ts';
import type { NamedPlace, UsPlaces, ZipArea } from './us-places.ts';

export interface ParsedCity {
  /** The remaining street line. */
  readonly line: string;
  /** The words of the city as written; `undefined` if there are none. */
  readonly said: string | undefined;
  /** The place of that name in the state; `undefined` if there is none. */
  readonly place: NamedPlace | undefined;
  /** Two places far apart that the words can mean: "Oak St Louisville" ends in St Louisville or in Louisville. */
  readonly rivals?: readonly NamedPlace[];
}

/** Maximum distance of a place from the centre of a ZIP code for its name to be in use there. */
export const NEAR_KM = 40;
const MAX_CITY_WORDS = 5;

interface CityQuery {
  readonly places: UsPlaces;
  readonly state: string;
  /** The area of the ZIP code, if there is one: it decides where the city begins. */
  readonly area: ZipArea | undefined;
  readonly stateWasSaid: boolean;
}

export function parseCity(head: string, query: CityQuery): ParsedCity {
  const segments = head.split(',').map((segment) => segment.trim());
  const last = segments.at(-1) ?? '';
  const { rest, units } = takeLeadingUnits(last);
  const line = [...segments.slice(0, -1), ...units].join(', ');
  if (segments.length === 1) return splitWithoutComma(head, query);
  // "123 Main St, Chicago, Apt 4, IL 60606": continue one segment further left.
  if (rest === '') return withLine(parseCity(segments.slice(0, -1).join(', '), query), units);
  const place = placeNamed(query.places, query.state, rest);
  if (place) return { line, said: rest, place };
  // A segment that contains a number still belongs to the street: "Empire State Building, 350 5th Ave New York".
  if (/\d/.test(rest)) {
    const split = splitWithoutComma(rest, query);
    return { ...split, line: [line, split.line].filter(Boolean).join(', ') };
  }
  return { line, said: rest, place: undefined };
}

function withLine(reading: ParsedCity, units: readonly string[]): ParsedCity {
  return { ...reading, line: [reading.line, ...units].filter(Boolean).join(', ') };
}

function splitWithoutComma(text: string, query: CityQuery): ParsedCity {
  const whole = placeNamed(query.places, query.state, text);
  if (whole) return { line: '', said: text, place: whole };
  const ends = cityEnds(text);
  const { area } = query;
  const ofZip = area && ends.find(({ said }) => normalizePlaceName(said) === normalizePlaceName(area.name));
  if (ofZip) return { ...ofZip, place: placeNamed(query.places, query.state, ofZip.said) };
  const known = ends.flatMap((end) => {
    const place = placeNamed(query.places, query.state, end.said);
    return place ? [{ ...end, place }] : [];
  });
  const rivals = area ? [] : rivalsAmong(known);
  if (rivals.length > 0) return { line: text, said: undefined, place: undefined, rivals };
  const near = area ? known.find(({ place }) => kmFrom(place, area) <= NEAR_KM) : known[0];
  if (near) return near;
  const misspelled = area && ends.find(({ said }) => resembles(said, area.name));
  if (misspelled) return { ...misspelled, place: undefined };
  // A distant place name before a state is a contradiction to report; without a state it is probably part of the
  // street.
  if (query.stateWasSaid && known[0]) return known[0];
  return { line: text, said: undefined, place: undefined };
}

// Words that can end a street name and also begin a city name.
const STREET_OR_CITY_WORD = /^(?:st|[nsew]|north|south|east|west|lake|point)\.?\s+/i;

function rivalsAmong(known: readonly { said: string; place: NamedPlace }[]): readonly NamedPlace[] {
  const [longest] = known;
  if (!longest || !STREET_OR_CITY_WORD.test(longest.said)) return [];
  const shorter = known.find(({ said }) => said === longest.said.replace(STREET_OR_CITY_WORD, ''));
  const [centre] = [...(shorter?.place.zips ?? []), ...(shorter?.place.localities ?? [])];
  return shorter && centre && kmFrom(longest.place, centre) > NEAR_KM ? [longest.place, shorter.place] : [];
}

/**
 * All ways to end the text with a city of one to five words, longest first, with at least two words left for the
 * street.
 */
export function cityEnds(text: string): { line: string; said: string }[] {
  const starts = [...text.matchAll(/\S+/g)].map((word) => word.index);
  return starts
    .slice(2)
    .slice(-MAX_CITY_WORDS)
    .map((start) => ({ line: text.slice(0, start).trim(), said: text.slice(start) }));
}
