// US states, the District of Columbia and the territories that have ZIP codes, with their abbreviations and alternative
// names.
import { editDistance } from '../../lib/edit-distance.ts';
import { normalizePlaceName } from './normalize-place-name.ts';

/** Postal code to name, in the spelling of the Census Bureau. */
export const US_STATES: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  PR: 'Puerto Rico',
  VI: 'United States Virgin Islands',
  GU: 'Guam',
  AS: 'American Samoa',
  MP: 'Commonwealth of the Northern Mariana Islands',
};

// Traditional abbreviations that are still in use, and common names of the territories.
const OTHER_NAMES: Readonly<Record<string, string>> = {
  Ala: 'AL',
  Ariz: 'AZ',
  Calif: 'CA',
  Cal: 'CA',
  Colo: 'CO',
  Conn: 'CT',
  Fla: 'FL',
  Ill: 'IL',
  Kans: 'KS',
  Mass: 'MA',
  Mich: 'MI',
  Minn: 'MN',
  Nebr: 'NE',
  Okla: 'OK',
  Oreg: 'OR',
  Penn: 'PA',
  Penna: 'PA',
  Tenn: 'TN',
  Tex: 'TX',
  Wisc: 'WI',
  'US Virgin Islands': 'VI',
  'Virgin Islands': 'VI',
  USVI: 'VI',
  'Northern Mariana Islands': 'MP',
};

const CODE_BY_NAME = new Map<string, string>([
  ...Object.entries(US_STATES).flatMap(([code, name]): [string, string][] => [
    [normalizePlaceName(code), code],
    [normalizePlaceName(name), code],
  ]),
  ...Object.entries(OTHER_NAMES).map(([name, code]): [string, string] => [normalizePlaceName(name), code]),
]);

/** The state with this code ("CA", "D.C."), full name or traditional abbreviation. */
export function stateNamed(words: string): string | undefined {
  // "N.Y." loses its dots in normalization; "N. Y." keeps a space that no state code contains.
  const folded = normalizePlaceName(words);
  return CODE_BY_NAME.get(folded) ?? CODE_BY_NAME.get(folded.replace(/^([a-z]) ([a-z])$/, '$1$2'));
}

/** The state whose full name is most similar to these words. */
export function stateMisspelled(words: string): string | undefined {
  const folded = normalizePlaceName(words);
  if (folded.length < 4) return undefined;
  const close = Object.entries(US_STATES)
    .map(([code, name]) => ({ code, distance: editDistance(folded, normalizePlaceName(name), 2) }))
    .filter(({ distance }) => distance <= (folded.length < 8 ? 1 : 2))
    .sort((a, b) => a.distance - b.distance);
  return close[0]?.code;
}
