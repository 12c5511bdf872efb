// Corrupts a request body in one place, as a buggy or hostile caller would.
import { hostileJsonValues } from '../hostile-inputs.ts';
import { pick, type Random } from './make-value.ts';

/** Placeholder for text that no serializer would write. */
const placeholder = '\u2603raw\u2603';

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

type Path = readonly (string | number)[];

/** Text of a body that differs from a valid one in one place. */
export function spoil(body: unknown, random: Random): string {
  const paths = pathsOf(body);
  const path = pick(random, paths);
  const kind = random();
  if (kind < 0.45) return write(replaced(body, path, pick(random, wrongValues)));
  if (kind < 0.65) return write(without(body, path));
  if (kind < 0.8) return write(added(body, pick(random, paths), random));
  if (kind < 0.95) {
    const raw = pick(random, Object.values(hostileJsonValues));
    return write(replaced(body, path, placeholder)).replace(JSON.stringify(placeholder), () => raw);
  }
  const text = write(body);
  return text.slice(0, Math.floor(random() * text.length));
}

const write = (body: unknown) => JSON.stringify(body) ?? '';

function pathsOf(value: unknown, here: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [here];
  const inside = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [
    here,
    ...inside.flatMap((key) => pathsOf((value as Record<string | number, unknown>)[key], [...here, key])),
  ];
}

function replaced(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body))
    return body.map((item, index) => (index === key ? replaced(item, rest, value) : item));
  return {
    ...(body as object),
    [key]: replaced((body as Record<string | number, unknown>)[key], rest, value),
  };
}

function without(body: unknown, path: Path): unknown {
  const last = path.at(-1);
  if (last === undefined) return {};
  const around = path.slice(0, -1);
  const holder = at(body, around);
  if (Array.isArray(holder)) return replaced(body, around, holder.toSpliced(Number(last), 1));
  const { [last]: _removed, ...rest } = holder as Record<string | number, unknown>;
  return replaced(body, around, rest);
}

function added(body: unknown, path: Path, random: Random): unknown {
  const holder = at(body, path);
  if (typeof holder !== 'object' || holder === null) return { ...(body as object), unknown: 1 };
  if (Array.isArray(holder))
    return replaced(body, path, [...holder, ...holder, ...holder, ...holder, 'more']);
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
  return replaced(body, path, { ...holder, [name]: pick(random, wrongValues) });
}

const at = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>((inside, key) => (inside as Record<string | number, unknown>)[key], body);
