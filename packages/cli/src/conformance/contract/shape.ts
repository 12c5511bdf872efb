// The language of the contract's field tables: shapes of values, and tables of named fields. A table is judged wherever
// it occurs, and a finding belongs to the innermost table, so that one wrong field is reported once.
import { isObject, shorten } from '../exchange.ts';

export interface Finding {
  readonly table: string;
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** Collects the tables that occurred and what was wrong with them. */
export class Inspection {
  readonly findings: Finding[] = [];
  readonly seen = new Set<string>();
}

export interface Shape {
  readonly expected: string;
  readonly inspect: (value: unknown, path: string, table: string, inspection: Inspection) => void;
}

export interface Table extends Shape {
  readonly name: string;
  readonly fields: readonly string[];
}

function scalar(expected: string, holds: (value: unknown) => boolean): Shape {
  return {
    expected,
    inspect: (value, path, table, { findings }) => {
      if (!holds(value)) findings.push({ table, path, expected, actual: describe(value) });
    },
  };
}

const textThat = (expected: string, holds: (text: string) => boolean) =>
  scalar(expected, (value) => typeof value === 'string' && holds(value));

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const dateTimePattern = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
// RFC 3986: a scheme, then only characters that a URI may contain, percent signs before two hexadecimal digits.
const uriPattern = /^[a-z][a-z0-9+.-]*:([a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i;

export const anything = scalar('any value', () => true);
export const text = textThat('a string', () => true);
export const filledText = textThat('a string that is not empty', (value) => value !== '');
export const uuid = textThat('a uuid', (value) => uuidPattern.test(value));
export const dateTime = textThat(
  'a date-time of RFC 3339',
  (value) => dateTimePattern.test(value) && !Number.isNaN(Date.parse(value)),
);
export const uri = textThat('a URI', (value) => uriPattern.test(value));
export const email = textThat('an e-mail address', (value) => /^[^\s@]+@[^\s@]+$/.test(value));
export const phoneNumber = textThat('a phone number in E.164 form', (value) =>
  /^\+[1-9]\d{1,14}$/.test(value),
);
export const boolean = scalar('a boolean', (value) => typeof value === 'boolean');
export const number = scalar('a number', (value) => typeof value === 'number');
export const integer = scalar('an integer', (value) => Number.isInteger(value));
export const integerFrom = (least: number) =>
  scalar(`an integer >= ${least}`, (value) => Number.isInteger(value) && Number(value) >= least);
export const numberBetween = (least: number, most: number) =>
  scalar(`a number from ${least} to ${most}`, (value) => {
    return typeof value === 'number' && value >= least && value <= most;
  });
export const oneOf = (...values: readonly string[]) =>
  textThat(`one of ${values.join(', ')}`, (value) => values.includes(value));
export const anyObject = scalar('an object', isObject);

export function orNull(shape: Shape): Shape {
  const expected = `${shape.expected} or null`;
  return {
    expected,
    inspect: (value, path, table, inspection) => {
      if (value !== null) shape.inspect(value, path, table, inspection);
    },
  };
}

/** `length`: the exact number of items. */
export function arrayOf(shape: Shape, length?: number): Shape {
  const expected = `an array of ${shape.expected}${length === undefined ? '' : `, exactly ${length}`}`;
  return {
    expected,
    inspect: (value, path, table, inspection) => {
      if (!Array.isArray(value) || (length !== undefined && value.length !== length)) {
        inspection.findings.push({ table, path, expected, actual: describe(value) });
        return;
      }
      for (const [index, item] of value.entries())
        shape.inspect(item, `${path}[${index}]`, table, inspection);
    },
  };
}

export interface TableRules {
  /** "No additional properties". */
  readonly closed?: boolean;
  /** Fields that may be absent. */
  readonly optional?: readonly string[];
}

export function table(
  name: string,
  fields: Readonly<Record<string, Shape>>,
  { closed = false, optional = [] }: TableRules = {},
): Table {
  const inspect: Shape['inspect'] = (value, path, outer, inspection) => {
    if (!isObject(value)) {
      inspection.findings.push({ table: outer, path, expected: `a ${name}`, actual: describe(value) });
      return;
    }
    inspection.seen.add(name);
    for (const [field, shape] of Object.entries(fields)) {
      const at = path === '' ? field : `${path}.${field}`;
      if (value[field] !== undefined) shape.inspect(value[field], at, name, inspection);
      else if (!optional.includes(field))
        inspection.findings.push({
          table: name,
          path: at,
          expected: shape.expected,
          actual: 'no such field',
        });
    }
    if (!closed) return;
    for (const field of Object.keys(value).filter((each) => !(each in fields)))
      inspection.findings.push({
        table: name,
        path: path === '' ? field : `${path}.${field}`,
        expected: `no field beyond ${Object.keys(fields).join(', ')}`,
        actual: describe(value[field]),
      });
  };
  return { name, fields: Object.keys(fields), expected: `a ${name}`, inspect };
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  const kind = Array.isArray(value) ? `array of ${value.length}` : typeof value;
  return `${kind} ${shorten(value, 80)}`;
}
