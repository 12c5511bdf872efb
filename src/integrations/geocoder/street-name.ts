// Normalizes US street names. The import and the lookup both use it, so that "Saint Paul Street", "St. Paul St" and
// "ST PAUL ST" have the same key. A change needs new imports: the keys are stored.
import { DIRECTIONS, LONG_FORMS, ORDINALS, STREET_TYPES, TENS_WORDS } from './street-words.ts';
import { US_STATES } from './us-states.ts';

export interface StreetName {
  /** The name without directions and type, without spaces: "saintpaul", "5", "us40". Never empty. */
  readonly base: string;
  /** Canonical short form, '' if there is none. */
  readonly type: string;
  readonly leading: string;
  readonly trailing: string;
}

/** `undefined` if the text contains no letters or digits. */
export function parseStreetName(text: string): StreetName | undefined {
  const words = plainWords(text);
  if (words.length === 0) return undefined;
  return highwayOf(words) ?? namedStreet(words);
}

/** Lower case letters and digits, separated by single spaces. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘`ʻ.]/g, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Key of a place name, without spaces. */
export function placeKey(name: string): string {
  return plainText(name)
    .split(' ')
    .filter((word) => word !== 'the')
    .map((word) => (word === 'st' ? 'saint' : (LONG_FORMS.get(word) ?? word)))
    .join('');
}

function plainWords(text: string): string[] {
  // "S. 3rd" and "S.3rd": a dot after a direction separates.
  const words = plainText(text.replace(/\b([NSEW])\.(?=\S)/gi, '$1 ')).split(' ');
  return words.filter((word) => word !== '');
}

// Kinds of numbered roads. "Route 40" and "Highway 40" do not say which kind: `basesFor` looks for all of them.
const HIGHWAYS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/^(?:us|u s)(?: (?:highway|hwy|route|rte|rt))? (\d+[a-z]?)$/, 'us'],
  [/^(?:interstate|i)(?: (?:highway|hwy))? (\d+[a-z]?)$/, 'interstate'],
  [/^(?:farm to market|farm market|fm)(?: (?:road|rd))? (\d+[a-z]?)$/, 'fm'],
  [/^(?:county|co|cr)(?: (?:road|rd|route|rte|rt|highway|hwy))? (\d+[a-z]?)$/, 'county'],
  [/^(?:state|sr|sh|st)(?: (?:route|rte|rt|highway|hwy|road|rd))? (\d+[a-z]?)$/, 'state'],
  [/^(?:highway|hwy|route|rte|rt) (\d+[a-z]?)$/, 'route'],
];
const STATE_ROUTE = /^([a-z]{2})(?: (?:state)?(?: ?(?:route|rte|rt|highway|hwy|road)))? (\d+[a-z]?)$/;
// "Maryland Route 144"
const STATE_NAMES = new RegExp(
  `^(?:${Object.values(US_STATES)
    .map((name) => name.toLowerCase())
    .join('|')}) (?=state|route|rte|rt|highway|hwy)`,
);
const NUMBERED_KINDS = ['route', 'us', 'state', 'county'] as const;

function highwayOf(words: readonly string[]): StreetName | undefined {
  const { leading, rest, trailing } = directionsAround(words);
  if (!/\d/.test(rest.join(''))) return undefined;
  const text = rest.join(' ').replace(STATE_NAMES, '');
  const ofState = STATE_ROUTE.exec(text);
  const [kind, number] =
    ofState?.[1] && ofState[1].toUpperCase() in US_STATES
      ? ['state', ofState[2]]
      : (HIGHWAYS.map(([pattern, name]) => [name, pattern.exec(text)?.[1]]).find((found) => found[1]) ?? []);
  return number === undefined ? undefined : { base: `${kind}${number}`, type: '', leading, trailing };
}

/** The keys under which a street of this name may be stored. */
export function basesFor({ base }: StreetName): string[] {
  const number = /^(?:route|us|state|county)(\d+[a-z]?)$/.exec(base)?.[1];
  if (number === undefined) return [base];
  return base.startsWith('route')
    ? NUMBERED_KINDS.map((kind) => `${kind}${number}`)
    : [base, `route${number}`];
}

function directionsAround(words: readonly string[]) {
  let rest = [...words];
  const [first = ''] = rest;
  const leading = rest.length > 1 ? (DIRECTIONS.get(first) ?? '') : '';
  if (leading !== '') rest = rest.slice(1);
  const last = rest.at(-1) ?? '';
  const trailing = rest.length > 1 ? (DIRECTIONS.get(last) ?? '') : '';
  if (trailing !== '') rest = rest.slice(0, -1);
  return { leading, rest, trailing };
}

function namedStreet(words: readonly string[]): StreetName {
  const { leading, rest, trailing } = directionsAround(words);
  const [only = ''] = rest;
  const onlyType = rest.length === 1 ? STREET_TYPES.get(only) : undefined;
  // "North Ave" and "E St NW": the direction is the name.
  if (onlyType !== undefined && leading !== '')
    return { base: baseOf(words.slice(0, 1)), type: onlyType, leading: '', trailing };
  // "Avenue N" is not an avenue towards the north.
  if (onlyType !== undefined && trailing !== '')
    return { base: baseOf([only, trailing]), type: '', leading, trailing: '' };
  const type = rest.length > 1 ? (STREET_TYPES.get(rest.at(-1) ?? '') ?? '') : '';
  const name = type === '' ? rest : rest.slice(0, -1);
  const hasArticle = name[0] === 'the' && name.length > 1;
  return { base: baseOf(hasArticle ? name.slice(1) : name), type, leading, trailing };
}

function baseOf(words: readonly string[]): string {
  const spelled = withOrdinals(words).map((word, index, all) => longForm(word, index, all.length));
  const joined = spelled.join('');
  // The most common name with several short forms.
  return joined.replace(/^(?:dr|rev|reverend)?(?:mlk|martinlutherking)(?:jr)?$/, 'martinlutherking');
}

/** "st" is Saint before a name, and Street at its end: "St Paul", "Charles St Extension". */
function longForm(word: string, index: number, count: number): string {
  if (word === 'st') return index > 0 && index === count - 1 ? 'street' : 'saint';
  return LONG_FORMS.get(word) ?? word;
}

/** Fifth, 5th and 5 are the same; so are "twenty first" and 21st. */
function withOrdinals(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const tens = TENS_WORDS.get(word);
    const unit = ORDINALS.get(words[index + 1] ?? '');
    if (tens !== undefined && unit !== undefined && unit < 10) {
      result.push(String(tens + unit));
      index += 1;
      continue;
    }
    const ordinal = ORDINALS.get(word);
    result.push(ordinal === undefined ? word.replace(/^(\d+)(?:st|nd|rd|th|d)$/, '$1') : String(ordinal));
  }
  return result;
}
