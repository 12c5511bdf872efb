// Other ways to read a street whose type or direction is misspelled: "Charles Stret" may be Charles Street.
import { editDistance } from '../../lib/edit-distance.ts';
import { parseStreetName, plainText, type StreetName } from './street-name.ts';
import { DIRECTIONS, STREET_TYPES } from './street-words.ts';

const MIN_LETTERS = 3;
/** Words whose misspellings are looked for: a few mistyped letters of a long word still identify it. */
const TYPE_WORDS =
  'street avenue boulevard road drive lane court place terrace parkway highway square circle alley plaza'.split(
    ' ',
  );
const DIRECTION_WORDS = [...DIRECTIONS.keys()].filter((word) => word.length > 2);

export function alternativeReadings(street: string): StreetName[] {
  const words = plainText(street).split(' ');
  const last = words.findLastIndex((word) => !DIRECTIONS.has(word));
  const type = last > 0 ? resembling(words[last] ?? '', TYPE_WORDS) : undefined;
  const direction = words.length > 1 ? resembling(words[0] ?? '', DIRECTION_WORDS) : undefined;
  const readings = [
    type === undefined ? [] : words.with(last, type),
    direction === undefined ? [] : words.with(0, direction),
    type === undefined || direction === undefined ? [] : words.with(last, type).with(0, direction),
  ];
  return readings.flatMap((reading) => parseStreetName(reading.join(' ')) ?? []);
}

function resembling(word: string, known: readonly string[]): string | undefined {
  if (word.length < MIN_LETTERS || STREET_TYPES.has(word) || DIRECTIONS.has(word)) return undefined;
  return known.find((one) => editDistance(word, one, 2) <= (one.length > 5 ? 2 : 1));
}
