// How well the name of a street agrees with what the address says.
import { editDistance } from '../../lib/edit-distance.ts';
import type { StreetName } from './street-name.ts';

/**
 * `exact`: all parts are equal. `compatible`: one of both names lacks a direction or the type. `guess`: a part differs, or
 * the spelling: such a street is accepted only if it has the house number.
 */
export type Agreement = 'exact' | 'compatible' | 'guess';

export function agreementOf(requested: StreetName, street: StreetName, bases: readonly string[]): Agreement {
  if (!bases.includes(street.base)) return 'guess';
  const pairs = [[requested.type, street.type], ...directionPairs(requested, street)] as const;
  if (pairs.every(([a, b]) => a === b)) return 'exact';
  return pairs.every(([a, b]) => a === b || a === '' || b === '') ? 'compatible' : 'guess';
}

/** "NW 5th St" and "5th St NW" say the same. */
function directionPairs(requested: StreetName, street: StreetName): [string, string][] {
  const isSwapped =
    requested.leading + requested.trailing !== '' &&
    requested.leading === street.trailing &&
    requested.trailing === street.leading;
  if (isSwapped) return [];
  return [
    [requested.leading, street.leading],
    [requested.trailing, street.trailing],
  ];
}

/** Numbers and the shortest names are never guessed: 34th and 35th are neighbours. */
export function maxSpellingEdits(base: string): number {
  if (/\d/.test(base) || base.length < 3) return 0;
  return base.length <= 6 ? 1 : 2;
}

export function isSpelledLike(requested: string, base: string): boolean {
  const limit = maxSpellingEdits(requested);
  const canDiffer = limit > 0 && base.length > 3 && !/\d/.test(base);
  return canDiffer && editDistance(requested, base, limit) <= limit;
}
