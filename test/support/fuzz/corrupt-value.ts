// Corrupts a request body in one place, as a buggy or hostile caller would.
import { hostileJsonValues } from '../hostile-inputs.ts';
import { pick, type Random } from './make-value.ts';

/** Placeholder for text that no serializer would write. */
const mark = '\u2603raw\u2603';

const wrongValues: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e15,
  '',
  'nonsense',
  '0000-01-01T00:00:00Z',
  '2026-13-45T99:99:99Z',
  'x'.repeat(6_000),
  [],
  [null],
  {},
  { unknown: 1 },
  Array.from({ length: 300 }, () => 0),
];

type Place = readonly (string | number)[];

/** Text of a body that differs from a valid one in one place. */
export function spoil(body: unknown, random: Random): string {
  const places = placesOf(body);
  const place = pick(random, places);
  const kind = random();
  if (kind < 0.45) return write(replaced(body, place, pick(random, wrongValues)));
  if (kind < 0.65) return write(without(body, place));
  if (kind < 0.8) return write(added(body, pick(random, places), random));
  if (kind < 0.95) {
    const raw = pick(random, Object.values(hostileJsonValues));
    return write(replaced(body, place, mark)).replace(JSON.stringify(mark), () => raw);
  }
  const text = write(body);
  return text.slice(0, Math.floor(random() * text.length));
}

const write = (body: unknown) => JSON.stringify(body) ?? '';

function placesOf(value: unknown, here: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [here];
  const inside = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [
    here,
    ...inside.flatMap((key) => placesOf((value as Record<string | number, unknown>)[key], [...here, key])),
  ];
}

function replaced(body: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body))
    return body.map((item, index) => (index === key ? replaced(item, rest, value) : item));
  return {
    ...(body as object),
    [key]: replaced((body as Record<string | number, unknown>)[key], rest, value),
  };
}

function without(body: unknown, place: Place): unknown {
  const last = place.at(-1);
  if (last === undefined) return {};
  const around = place.slice(0, -1);
  const holder = at(body, around);
  if (Array.isArray(holder)) return replaced(body, around, holder.toSpliced(Number(last), 1));
  const { [last]: _gone, ...rest } = holder as Record<string | number, unknown>;
  return replaced(body, around, rest);
}

function added(body: unknown, place: Place, random: Random): unknown {
  const holder = at(body, place);
  if (typeof holder !== 'object' || holder === null) return { ...(body as object), unknown: 1 };
  if (Array.isArray(holder))
    return replaced(body, place, [...holder, ...holder, ...holder, ...holder, 'more']);
  const name = pick(random, [
    'unknown',
    'state',
    'fare',
    'id',
    'hid',
    'crew',
    'account_id',
    'created_at',
    'constructor',
  ]);
  return replaced(body, place, { ...holder, [name]: pick(random, wrongValues) });
}

const at = (body: unknown, place: Place): unknown =>
  place.reduce<unknown>((inside, key) => (inside as Record<string | number, unknown>)[key], body);
