// Where the street line ends and the city begins. With a comma the writer says so; without one, the place data does.
import { takeLeadingUnits } from './address-unit.ts';
import { foldPlaceName } from './fold-place-name.ts';
import { kmFrom, placeNamed, resembles } from './place-search.ts';
import type { NamedPlace, UsPlaces, ZipArea } from './us-places.ts';

export interface CityReading {
  /** The street line that is left. */
  readonly line: string;
  /** The words that stand for the city, as written; `undefined` when there are none. */
  readonly said: string | undefined;
  /** The place those words name in the state; `undefined` when none does. */
  readonly place: NamedPlace | undefined;
  /** Two places far apart that the words may name: "Oak St Louisville" ends in St Louisville or in Louisville. */
  readonly rivals?: readonly NamedPlace[];
}

/** How far a place may lie from a ZIP code's centre and still be the name people there write. */
export const NEAR_KM = 40;
const LONGEST_CITY_WORDS = 5;

interface CityQuestion {
  readonly places: UsPlaces;
  readonly state: string;
  /** The area of the ZIP code, when there is one: it settles where the city begins. */
  readonly area: ZipArea | undefined;
  readonly stateWasSaid: boolean;
}

export function readCity(head: string, question: CityQuestion): CityReading {
  const segments = head.split(',').map((segment) => segment.trim());
  const last = segments.at(-1) ?? '';
  const { rest, units } = takeLeadingUnits(last);
  const line = [...segments.slice(0, -1), ...units].join(', ');
  if (segments.length === 1) return splitWithoutComma(head, question);
  // "123 Main St, Chicago, Apt 4, IL 60606": look one segment further left.
  if (rest === '') return withLine(readCity(segments.slice(0, -1).join(', '), question), units);
  const place = placeNamed(question.places, question.state, rest);
  if (place) return { line, said: rest, place };
  // A segment with a number in it is still the street: "Empire State Building, 350 5th Ave New York".
  if (/\d/.test(rest)) {
    const split = splitWithoutComma(rest, question);
    return { ...split, line: [line, split.line].filter(Boolean).join(', ') };
  }
  return { line, said: rest, place: undefined };
}

function withLine(reading: CityReading, units: readonly string[]): CityReading {
  return { ...reading, line: [reading.line, ...units].filter(Boolean).join(', ') };
}

function splitWithoutComma(text: string, question: CityQuestion): CityReading {
  const whole = placeNamed(question.places, question.state, text);
  if (whole) return { line: '', said: text, place: whole };
  const ends = cityEnds(text);
  const { area } = question;
  const ofZip = area && ends.find(({ said }) => foldPlaceName(said) === foldPlaceName(area.name));
  if (ofZip) return { ...ofZip, place: placeNamed(question.places, question.state, ofZip.said) };
  const known = ends.flatMap((end) => {
    const place = placeNamed(question.places, question.state, end.said);
    return place ? [{ ...end, place }] : [];
  });
  const rivals = area ? [] : rivalsAmong(known);
  if (rivals.length > 0) return { line: text, said: undefined, place: undefined, rivals };
  const near = area ? known.find(({ place }) => kmFrom(place, area) <= NEAR_KM) : known[0];
  if (near) return near;
  const misspelled = area && ends.find(({ said }) => resembles(said, area.name));
  if (misspelled) return { ...misspelled, place: undefined };
  // A far-off name before a state is a contradiction to report; without a state it is more likely part of the street.
  if (question.stateWasSaid && known[0]) return known[0];
  return { line: text, said: undefined, place: undefined };
}

// Words that end a street as well as they begin a city.
const ENDS_STREET = /^(?:st|[nsew]|north|south|east|west|lake|point)\.?\s+/i;

function rivalsAmong(known: readonly { said: string; place: NamedPlace }[]): readonly NamedPlace[] {
  const [longest] = known;
  if (!longest || !ENDS_STREET.test(longest.said)) return [];
  const shorter = known.find(({ said }) => said === longest.said.replace(ENDS_STREET, ''));
  const [centre] = [...(shorter?.place.zips ?? []), ...(shorter?.place.localities ?? [])];
  return shorter && centre && kmFrom(longest.place, centre) > NEAR_KM ? [longest.place, shorter.place] : [];
}

/** Every way to end the text with a city of up to five words, the longest first, leaving at least two for the street. */
export function cityEnds(text: string): { line: string; said: string }[] {
  const starts = [...text.matchAll(/\S+/g)].map((word) => word.index);
  return starts
    .slice(2)
    .slice(-LONGEST_CITY_WORDS)
    .map((start) => ({ line: text.slice(0, start).trim(), said: text.slice(start) }));
}
