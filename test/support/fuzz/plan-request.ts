// Generates one request for an operation: valid, invalid in one known way, or randomly corrupted.
import { hostilePathSegments } from '../hostile-inputs.ts';
import { spoil } from './corrupt-value.ts';
import { fits, type Operation, operations, type Parameter, type Schema } from './described-operations.ts';
import { makeValue, pick, type Random, type Seen } from './make-value.ts';

export interface PlannedRequest {
  readonly operation: Operation;
  readonly kind: string;
  readonly method: string;
  /** With query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Expected statuses; null if any documented response is acceptable. */
  readonly expected: readonly number[] | 'refusal' | null;
}

type Draft = Omit<PlannedRequest, 'operation' | 'kind'>;
type Plan = (operation: Operation, seen: Seen, random: Random) => Draft | null;

const json = { 'content-type': 'application/json' };
const idOf: Readonly<Record<string, string>> = {
  quotes: 'quote_id',
  bookings: 'booking_id',
  sandbox: 'booking_id',
  webhooks: 'webhook_id',
  events: 'event_id',
};

/** Not expressed in the schema: with a quote, the route of a booking is ignored. */
const beforeValidation = (operation: Operation, body: unknown): unknown => {
  if (operation.id !== 'bookings.create' || typeof body !== 'object' || body === null) return body;
  const { origin: _o, destination: _d, stops: _s, product: _p, ...rest } = body as Record<string, unknown>;
  return rest['quote_id'] === undefined ? body : rest;
};

function pathFor({ path, id }: Operation, seen: Seen, random: Random): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (name === 'position') return String(Math.floor(random() * 4));
    if (name === 'month') return pick(random, ['2026-10', '2026-11', '2030-01']);
    const field = name === 'id' ? (idOf[id.split('.', 1)[0] ?? ''] ?? name) : name;
    return seen.some(random, field) ?? '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
  });
}

const named = (parameters: readonly Parameter[], place: Parameter['in']) =>
  parameters.filter((each) => each.in === place);

function queryFor({ parameters }: Operation, seen: Seen, random: Random): URLSearchParams {
  const query = new URLSearchParams();
  for (const { name, required, schema } of named(parameters, 'query'))
    if (required || random() < 0.25) query.set(name, String(makeValue(schema, seen, random, name)));
  if (query.has('after')) query.delete('before');
  return query;
}

const address = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path);

const good: Plan = (operation, seen, random) => {
  const { method, body } = operation;
  const value = body && (body.required || random() < 0.7) ? makeValue(body.schema, seen, random) : undefined;
  const isKeyed = operation.needsToken && method !== 'GET' && random() < 0.2;
  const isForm = operation.path.startsWith('/oauth/') && value !== undefined && random() < 0.4;
  return {
    method,
    path: address(pathFor(operation, seen, random), queryFor(operation, seen, random)),
    headers: {
      ...(value !== undefined && (isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : json)),
      ...(isKeyed && { 'idempotency-key': `key-${Math.floor(random() * 1_000)}` }),
    },
    body: value === undefined ? null : isForm ? asForm(value as object) : JSON.stringify(value),
    expected: null,
  };
};

const asForm = (value: object) => new URLSearchParams(value as Record<string, string>).toString();

const badBody: Plan = (operation, seen, random) => {
  const { body, method } = operation;
  if (!body) return null;
  const text = spoil(makeValue(body.schema, seen, random), random);
  return {
    method,
    path: pathFor(operation, seen, random),
    headers: json,
    body: text,
    expected: isValid(operation, body.schema, text) ? null : 'refusal',
  };
};

function isValid(operation: Operation, schema: Schema, text: string): boolean {
  if (text === '') return operation.body?.required === false;
  try {
    return fits(schema, beforeValidation(operation, JSON.parse(text)));
  } catch {
    return false;
  }
}

/** Values that no parameter of this type accepts. */
function badParameter({ schema }: Parameter, random: Random): string | null {
  if (schema.type === 'integer')
    return pick(random, ['abc', '1.5', '1e1', '0x10', '-1', '0', '101', '99999999999', '']);
  if (schema.format === 'date-time')
    return pick(random, ['yesterday', '2026-02-30T00:00:00Z', '0', '+300000-01-01T00:00:00Z']);
  if (schema.format === 'uuid') return 'not-a-uuid';
  if (schema.enum || schema.pattern?.startsWith('^(')) return pick(random, ['nonsense', 'created,', ',']);
  if (schema.maxLength !== undefined) return 'x'.repeat(schema.maxLength + 1);
  return null;
}

const badQuery: Plan = (operation, seen, random) => {
  if (!operation.needsToken) return null;
  const base = good(operation, seen, random);
  const query = queryFor(operation, seen, random);
  const corruptible = named(operation.parameters, 'query').filter(
    (each) => badParameter(each, random) !== null,
  );
  if (corruptible.length > 0 && random() < 0.7) {
    const chosen = pick(random, corruptible);
    query.set(chosen.name, badParameter(chosen, random) ?? '');
  } else query.set(pick(random, ['unknown', 'limit[]', '__proto__', 'state[0]']), '1');
  return base && { ...base, path: address(pathFor(operation, seen, random), query), expected: 'refusal' };
};

const hostilePath: Plan = (operation, seen, random) => {
  if (!operation.path.includes('{')) return null;
  const base = good(operation, seen, random);
  const segment = pick(random, hostilePathSegments);
  const path = operation.path.replace(/\{\w+\}/, segment).replaceAll(/\{\w+\}/g, '1');
  return base && { ...base, path, expected: null };
};

const badKey: Plan = (operation, seen, random) => {
  const base = good(operation, seen, random);
  if (!base || !operation.needsToken || operation.method === 'GET') return null;
  const key = pick(random, [' ', 'a b', 'x'.repeat(256)]);
  return { ...base, headers: { ...base.headers, 'idempotency-key': key }, expected: 'refusal' };
};

const wrongMethod: Plan = (operation, seen, random) => {
  const template = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const taken = operations
    .filter(({ path }) => template(path) === template(operation.path))
    .map(({ method }) => method);
  // A fixed segment at the position of a parameter matches two routes.
  const isAmbiguous =
    /(portal|reorder|batch)$/.test(operation.path) || operation.path.startsWith('/oauth/authorize');
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (method) => !taken.includes(method),
  );
  if (isAmbiguous || others.length === 0) return null;
  const method = pick(random, others);
  return { method, path: pathFor(operation, seen, random), headers: {}, body: null, expected: [405] };
};

const wrongMedia: Plan = (operation, seen, random) => {
  const base = good(operation, seen, random);
  if (!base || !operation.needsToken) return null;
  if (operation.body && base.body !== null && random() < 0.5) {
    const type = pick(random, [
      'text/plain',
      'application/xml',
      'application/json;version=3',
      'multipart/form-data',
      'nonsense',
    ]);
    return {
      ...base,
      headers: { ...base.headers, 'content-type': type },
      expected: type.startsWith('application/json') ? null : [415],
    };
  }
  const accept = pick(random, [
    'application/vnd.service+json; version=1',
    'text/html',
    'application/xml',
    'image/*;q=0.5',
  ]);
  const isFile = /\.(csv|pdf)$/.test(operation.path);
  return { ...base, headers: { ...base.headers, accept }, expected: isFile ? null : [406] };
};

const noToken: Plan = (operation, seen, random) => {
  const base = good(operation, seen, random);
  if (!base || !operation.needsToken) return null;
  const authorization = pick(random, [
    '',
    'Bearer nonsense',
    'Basic Og==',
    'Bearer',
    `Bearer ${'x'.repeat(2_000)}`,
  ]);
  return { ...base, headers: { ...base.headers, authorization }, expected: [401] };
};

const plans: readonly (readonly [weight: number, kind: string, plan: Plan])[] = [
  [44, 'good', good],
  [28, 'bad body', badBody],
  [8, 'bad query', badQuery],
  [4, 'hostile path', hostilePath],
  [2, 'bad key', badKey],
  [6, 'wrong method', wrongMethod],
  [5, 'wrong media type', wrongMedia],
  [3, 'no token', noToken],
];

/** Checking credentials is slow by design and is blocked after a few failures. */
const weightOf = ({ path, id }: Operation) =>
  path.startsWith('/oauth/') ? 1 : id === 'bookings.create' ? 12 : 4;
const weighted = operations.flatMap((operation) =>
  Array.from({ length: weightOf(operation) }, () => operation),
);
const ways = plans.flatMap(([weight, kind, plan]) => Array.from({ length: weight }, () => ({ kind, plan })));

export function planRequest(seen: Seen, random: Random): PlannedRequest {
  for (;;) {
    const operation = pick(random, weighted);
    const { kind, plan } = pick(random, ways);
    const draft = plan(operation, seen, random);
    if (draft) return { ...draft, operation, kind };
  }
}
