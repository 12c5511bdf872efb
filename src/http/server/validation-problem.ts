// Converts the first validation error into a problem with the exact parameter path and the expected value.
import type { FastifySchemaValidationError } from 'fastify';
import { Problem } from '../../lib/problem.ts';
import { shownPath } from './param-path.ts';

export function validationProblem(
  errors: readonly FastifySchemaValidationError[],
  part: string | undefined,
): Problem {
  const error = selectError(errors);
  const path = shownPath(toPath(error.instancePath));
  if (error.keyword === 'required') {
    const param = join(path, String(error.params['missingProperty']));
    return Problem.of('missing_parameter', `${param} is required.`, { param });
  }
  if (error.keyword === 'additionalProperties') {
    const param = shownPath(join(path, String(error.params['additionalProperty'])));
    return Problem.of('unknown_parameter', `${param} is not a parameter of this operation.`, { param });
  }
  if (path === '') return Problem.of('invalid_parameter', `The ${part ?? 'request'} ${expectation(error)}.`);
  return Problem.of('invalid_parameter', `${path} ${expectation(error)}.`, { param: path });
}

/**
 * A value that matches none of several alternatives yields one error per alternative and one for the whole. The latter
 * is the best to report, except if the only other alternative is null: then the error within the value is reported.
 */
function selectError(errors: readonly FastifySchemaValidationError[]): FastifySchemaValidationError {
  const whole = errors.find(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const error = whole ? unwrapNullable(errors, whole) : errors[0];
  if (!error) throw new Error('validation failed without an error');
  return error;
}

function unwrapNullable(
  errors: readonly FastifySchemaValidationError[],
  whole: FastifySchemaValidationError,
): FastifySchemaValidationError {
  const isOfType = ({ keyword, instancePath }: FastifySchemaValidationError) =>
    keyword === 'type' && instancePath === whole.instancePath;
  const ofType = errors.filter(isOfType);
  if (!ofType.some(({ params }) => params['type'] === 'null')) return whole;
  const within = errors.find((error) => error !== whole && !isOfType(error));
  if (within?.instancePath.startsWith(whole.instancePath)) return within;
  return {
    ...whole,
    keyword: 'type',
    params: { type: ofType.flatMap(({ params }) => String(params['type'])) },
  };
}

function toPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) && path ? `${path}[${part}]` : join(path, part)), '');
}

function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an e-mail address such as name@example.com',
  date: 'a day, such as 2030-01-31',
  'date-time': 'an ISO 8601 time with a zone, such as 2030-01-31T09:00:00Z',
  uri: 'a URI such as https://example.com/path; percent-encode spaces and non-ASCII characters',
  e164: 'a phone number in E.164, such as +14155552671',
};

/** Parameters of a validation error are strings, numbers or lists of them, depending on the keyword. */
type Phrase = (params: Record<string, string>) => string;
const count: (word: string, what: string) => Phrase =
  (word, what) =>
  ({ limit }) =>
    `must have ${word} ${limit} ${what}${Number(limit) === 1 ? '' : 's'}`;

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

const phrases: Readonly<Record<string, Phrase>> = {
  type: ({ type }) =>
    `must be ${[type ?? '']
      .flat()
      .map((name) => types[name] ?? name)
      .join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  format: ({ format }) => `must be ${formats[String(format)] ?? format}`,
  minLength: count('at least', 'character'),
  maxLength: count('at most', 'character'),
  minItems: count('at least', 'item'),
  maxItems: count('at most', 'item'),
  minProperties: count('at least', 'key'),
  maxProperties: count('at most', 'key'),
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  uniqueItems: () => 'must not contain duplicate items',
};

/** `x-expected` describes the format of a value; errors about its size are reported with numbers instead. */
const isAboutSize = ({ keyword }: FastifySchemaValidationError) => /^(min|max)[A-Z]/.test(keyword);

function expectation(error: FastifySchemaValidationError): string {
  const described = (error as { parentSchema?: { 'x-expected'?: string } }).parentSchema?.['x-expected'];
  if (described && !isAboutSize(error)) return `must be ${described}`;
  return phrases[error.keyword]?.(error.params as Record<string, string>) ?? error.message ?? 'is not valid';
}
