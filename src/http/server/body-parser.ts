// Parses request bodies. Beyond syntax errors it refuses values that JSON allows but PostgreSQL or later code cannot
// represent: NUL characters, lone surrogates, numbers beyond a double, and deep nesting.
import { isUtf8 } from 'node:buffer';
import { Problem } from '../../lib/problem.ts';
import { shownPath } from './param-path.ts';

const maxDepth = 32;

export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw Problem.of('malformed_json', 'The body is not valid UTF-8.');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw Problem.of('malformed_json', `The body is not valid JSON: ${(error as Error).message}`);
  }
  inspect(value, '', 0);
  return value;
}

/** Form bodies, accepted only under /oauth. Duplicate names are ambiguous and therefore refused. */
export function parseFormBody(bytes: Buffer): Record<string, string> {
  const fields = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    if (name in fields) throw invalid(name, 'must be sent only once');
    fields[name] = value;
  }
  inspectObject(fields, '', 0);
  return fields;
}

function inspect(value: unknown, path: string, depth: number): void {
  if (depth > maxDepth) {
    throw Problem.of('malformed_json', `The body is nested more than ${maxDepth} levels deep.`);
  }
  if (typeof value === 'string') inspectText(value, path);
  else if (typeof value === 'number') inspectNumber(value, path);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) inspect(item, `${path}[${index}]`, depth + 1);
  else if (typeof value === 'object' && value !== null) inspectObject(value, path, depth);
}

function inspectObject(value: object, path: string, depth: number): void {
  for (const [key, item] of Object.entries(value)) {
    const keyPath = path ? `${path}.${key}` : key;
    if (key === '__proto__') throw invalid(keyPath, 'is not an allowed name');
    inspectText(key, keyPath);
    inspect(item, keyPath, depth + 1);
  }
}

/** Hook that checks query values before they are converted to their declared types. */
export function inspectQueryOf(declared: unknown) {
  const { properties = {} } = declared as { properties?: Record<string, { type?: unknown }> };
  const names = Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
  const integers = new Set(names);
  return async ({ query }: { readonly query: unknown }) => inspectQuery(query as object, integers);
}

/** Refuses values that PostgreSQL cannot store, and integers in notations other than decimal (`0x10`, `1e1`). */
function inspectQuery(query: object, integers: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') continue;
    inspectText(value, name);
    if (integers.has(name) && !/^-?\d+$/.test(value)) throw invalid(name, 'must be a whole number');
  }
}

function inspectText(text: string, path: string): void {
  if (text.includes('\u0000')) throw invalid(path, 'must not contain a NUL character');
  if (!text.isWellFormed()) throw invalid(path, 'must not contain a lone surrogate');
}

function inspectNumber(value: number, path: string): void {
  if (!Number.isFinite(value)) throw invalid(path, 'is a number outside the supported range');
}

function invalid(path: string, fault: string): Problem {
  const name = shownPath(path);
  return name
    ? Problem.of('invalid_parameter', `${name} ${fault}.`, { param: name })
    : Problem.of('malformed_json', `The body ${fault}.`);
}
