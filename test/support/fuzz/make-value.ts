// Generates values that match a schema, most of them realistic: id fields refer to resources that this client has seen.
import { between } from '../seed.ts';
import { resolved, type Schema } from './described-operations.ts';

export type Random = () => number;

export function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('cannot choose from an empty list');
  return found;
}

/** Values one client has seen, by field name; the oldest are dropped. */
export class Seen {
  readonly #known = new Map<string, string[]>();

  add(name: string, value: unknown): void {
    if (typeof value !== 'string') return;
    const known = this.#known.get(name) ?? [];
    known.push(value);
    if (known.length > 50) known.shift();
    this.#known.set(name, known);
  }

  some(random: Random, name: string): string | null {
    const known = this.#known.get(name);
    return known ? pick(random, known) : null;
  }
}

const addresses = [
  '350 5th Ave, New York, NY 10118',
  '1 Main St, Brooklyn, NY 11201',
  '30-30 47th Ave, Long Island City, NY 11101',
  '200 Central Park West, New York, NY 10024',
  '55 Water St, Brooklyn, NY 11201',
];
const phones = ['+14155552671', '+12125550123', '+13105550188', '+442071838750'];
const addons = ['assembly', 'disassembly', 'haul_away', 'packaging_removal', 'extra_helper', 'stairs_carry'];
const texts = ['plain', 'Zoë & Søn', '日本', '🚚', '<b>', "O'Neil; --", 'a\tb\nc', '  ', '%s', '{{x}}'];

const hex = (random: Random, length: number) =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');

const uuid = (random: Random) =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`;

function time(random: Random): string {
  const day = 86_400_000;
  const at = random() < 0.9 ? Date.now() + (0.1 + random() * 12) * day : (random() - 0.5) * 4e12;
  return new Date(Math.floor(at / 60_000) * 60_000).toISOString();
}

/** Typical values for fields of this name; null if the schema decides. */
function typicalValue(name: string, seen: Seen, random: Random): unknown {
  switch (name) {
    case 'location':
    case 'origin':
    case 'destination':
      if (random() < 0.2) return seen.some(random, 'location') ?? pick(random, addresses);
      if (random() < 0.1) return [40.7 + random() / 20, -74 + random() / 20];
      return random() < 0.95 ? pick(random, addresses) : null;
    case 'quote_id':
    case 'arrival_window_id':
    case 'booking_id':
    case 'after':
    case 'before':
    case 'hid':
    case 'client_id':
    case 'client_secret':
    case 'token':
    case 'order_number':
      return random() < 0.85 ? seen.some(random, name) : null;
    case 'arrival_window_to':
      return new Date(Date.now() + (13 + random()) * 86_400_000).toISOString();
    case 'addons':
      return random() < 0.9 ? [pick(random, addons)] : null;
    case 'url':
      return `http://127.0.0.1:9/${hex(random, 6)}`;
    case 'scope':
      return pick(random, ['public', 'org', 'org:read', 'org:write', 'user', 'public org', 'everything']);
    case 'from_position':
    case 'to_position':
      return between(random, 0, 4);
    case 'stop_positions':
      return [between(random, 0, 3)];
    case 'floor':
      return between(random, -3, 40);
    default:
      return null;
  }
}

/** Chooses one of the alternative ways to give a route and a window; the others are left out. */
function chosenForm(names: readonly string[], properties: object, random: Random): readonly string[] {
  const has = (name: string) => name in properties;
  let kept = [...names];
  const only = (group: readonly string[], chosen: readonly string[]) => {
    kept = [...kept.filter((name) => !group.includes(name)), ...chosen.filter(has)];
  };
  if (has('product') || has('stops')) {
    const forms = [
      ...(has('quote_id') ? [['quote_id']] : []),
      ...(has('stops') ? [['stops', 'product']] : []),
      ['origin', 'destination', 'product'],
    ];
    const form = pick(random, forms);
    only(['quote_id', 'stops', 'origin', 'destination', 'product'], form);
    if (form.includes('quote_id')) only(['addons'], []);
  }
  if (has('arrival_window_from')) {
    const from = random() < 0.3 ? ['arrival_window_from', 'arrival_window_to'] : ['arrival_window_from'];
    const window = random() < 0.3 ? ['arrival_window_id'] : from;
    // A new booking needs a window; in a change it is optional.
    const isWanted = has('product') || random() < 0.3;
    only(['arrival_window_id', 'arrival_window_from', 'arrival_window_to'], isWanted ? window : []);
  }
  return kept;
}

export function makeValue(schema: Schema, seen: Seen, random: Random, name = ''): unknown {
  const known = typicalValue(name, seen, random);
  if (known !== null) return known;
  const { anyOf, enum: choices, const: only, ...rest } = resolved(schema);
  if (anyOf) return makeValue(pick(random, anyOf), seen, random);
  if (choices) return pick(random, choices);
  if (only !== undefined) return only;
  return ofType(rest, seen, random);
}

function ofType(schema: Schema, seen: Seen, random: Random): unknown {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['object']);
  switch (pick(random, types)) {
    case 'object':
      return makeObject(schema, seen, random);
    case 'array':
      return makeArray(schema, seen, random);
    case 'string':
      return makeText(schema, random);
    case 'integer':
      return between(
        random,
        schema.minimum ?? 0,
        Math.min(schema.maximum ?? 100, (schema.minimum ?? 0) + 2_000),
      );
    case 'number':
      return (
        (schema.minimum ?? schema.exclusiveMinimum ?? 0) +
        random() * Math.min(schema.maximum ?? 90, 90) +
        0.01
      );
    case 'boolean':
      return random() < 0.5;
    default:
      return null;
  }
}

function makeObject(schema: Schema, seen: Seen, random: Random): object {
  const { properties = {}, required = [] } = schema;
  const share = random();
  const names = Object.keys(properties).filter((name) => required.includes(name) || random() < share);
  const kept = random() < 0.92 ? chosenForm(names, properties, random) : names;
  const made = Object.fromEntries(
    kept.map((name) => [name, makeValue(properties[name] ?? {}, seen, random, name)]),
  );
  if (Object.keys(properties).length > 0) return made;
  // Free-form objects such as metadata.
  return {
    [pick(random, ['cart', 'gift', 'a b', 'ключ'])]: pick<unknown>(random, [
      1,
      true,
      null,
      'x',
      { deep: [1] },
    ]),
  };
}

function makeArray(
  { items = {}, minItems = 0, maxItems = 5 }: Schema,
  seen: Seen,
  random: Random,
): unknown[] {
  const length = between(random, minItems, Math.min(maxItems, minItems + (random() < 0.05 ? 20 : 2)));
  return Array.from({ length }, () => makeValue(items, seen, random));
}

function makeText({ format, pattern, minLength = 0, maxLength = 40 }: Schema, random: Random): string {
  switch (format) {
    case 'uuid':
      return uuid(random);
    case 'date-time':
      return time(random);
    case 'e164':
      return pick(random, phones);
    case 'email':
      return `a${hex(random, 6)}@example.com`;
    case 'uri':
    case 'http-url':
      return `https://example.com/${hex(random, 5)}`;
    default:
  }
  if (pattern !== undefined) return fromPattern(pattern, random);
  const text = random() < 0.03 ? 'x'.repeat(Math.min(maxLength, 5_000)) : pick(random, texts);
  return text.length < minLength ? 'x'.repeat(minLength) : text.slice(0, maxLength);
}

/** The patterns of this API are lists of words, a month, a status, or printable characters. */
function fromPattern(pattern: string, random: Random): string {
  const words = /^\^\(\?:([^()]+)\)\(\?:,/.exec(pattern)?.[1]?.split('|');
  if (words) return pick(random, words).replaceAll('\\', '');
  if (pattern.includes('0[1-9]|1[0-2]')) return pick(random, ['2026-01', '2026-11', '2030-12']);
  if (pattern.includes('[1-5]xx')) return pick(random, ['4xx', '201', 'failed']);
  return hex(random, 12);
}
