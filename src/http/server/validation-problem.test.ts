import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { DateTime, Nullable, OneOf, Uuid } from '../operations/schemas.ts';
import { validationProblem } from './validation-problem.ts';
import { buildValidator } from './validator.ts';

const Stop = Type.Object(
  { location: Type.String(), floor: Type.Optional(Nullable(Type.Integer())) },
  { additionalProperties: false },
);
const schema = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 2, maxLength: 4 })),
    tip: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
    product: Type.Optional(OneOf(['lite', 'van'])),
    at: Type.Optional(DateTime()),
    id: Type.Optional(Uuid()),
    email: Type.Optional(Type.String({ format: 'email' })),
    photos: Type.Optional(
      Type.Array(Type.String({ format: 'uri', 'x-expected': 'the URI of a photo' }), {
        maxItems: 2,
        uniqueItems: true,
      }),
    ),
    stops: Type.Optional(Type.Array(Stop, { minItems: 1 })),
    place: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.Number())], { 'x-expected': 'text or coordinates' }),
    ),
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: 3, pattern: '^[a-z]*$', 'x-expected': 'small letters' }),
    ),
    owner: Type.Optional(Type.Union([Stop, Type.Null()])),
    hook: Type.Optional(Type.String({ format: 'uri' })),
    metadata: Type.Optional(Type.Record(Type.String(), Type.String(), { maxProperties: 1 })),
    'a/b~c': Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

function problemOf(body: unknown) {
  const validate = buildValidator({})({ schema, method: 'POST', url: '/', httpPart: 'body' });
  if (validate(body) === true) return null;
  const { errors } = validate as { errors?: Parameters<typeof validationProblem>[0] };
  const { code, param, message } = validationProblem(errors ?? [], 'body');
  return { code, param, message };
}

describe('validationProblem', () => {
  it.each([
    [{ name: 5 }, 'invalid_parameter', 'name', 'name must be a string.'],
    [{ name: 'x' }, 'invalid_parameter', 'name', 'name must have at least 2 characters.'],
    [{ name: 'xxxxx' }, 'invalid_parameter', 'name', 'name must have at most 4 characters.'],
    [{ tip: -1 }, 'invalid_parameter', 'tip', 'tip must be at least 0.'],
    [{ tip: 11 }, 'invalid_parameter', 'tip', 'tip must be at most 10.'],
    [{ tip: '5' }, 'invalid_parameter', 'tip', 'tip must be a whole number.'],
    [{ tip: null }, 'invalid_parameter', 'tip', 'tip must be a whole number.'],
    [{ product: 'bus' }, 'invalid_parameter', 'product', 'product must be one of lite, van.'],
    [
      { at: 'tomorrow' },
      'invalid_parameter',
      'at',
      'at must be an ISO 8601 time with a zone, such as 2030-01-31T09:00:00Z.',
    ],
    // Years that are four digits in one zone and not in UTC.
    ...['0000-06-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'].map(
      (at): [object, string, string, string] => [
        { at },
        'invalid_parameter',
        'at',
        'at must be an ISO 8601 time with a zone, such as 2030-01-31T09:00:00Z.',
      ],
    ),
    [{ id: 'x' }, 'invalid_parameter', 'id', 'id must be a UUID.'],
    [
      { email: 'x' },
      'invalid_parameter',
      'email',
      'email must be an e-mail address such as name@example.com.',
    ],
    [
      { photos: ['https://example.com/a b.jpg'] },
      'invalid_parameter',
      'photos[0]',
      'photos[0] must be the URI of a photo.',
    ],
    [
      { photos: ['http://a.b', 'http://a.b', 'http://a.b'] },
      'invalid_parameter',
      'photos',
      'photos must have at most 2 items.',
    ],
    [{ search: 'A' }, 'invalid_parameter', 'search', 'search must be small letters.'],
    [{ search: '' }, 'invalid_parameter', 'search', 'search must have at least 1 character.'],
    [{ search: 'abcd' }, 'invalid_parameter', 'search', 'search must have at most 3 characters.'],
    [
      { hook: 'https://example.com/ü' },
      'invalid_parameter',
      'hook',
      'hook must be a URI such as https://example.com/path; percent-encode spaces and non-ASCII characters.',
    ],
    [{ stops: [] }, 'invalid_parameter', 'stops', 'stops must have at least 1 item.'],
    [
      { stops: [{ location: 'a' }, {}] },
      'missing_parameter',
      'stops[1].location',
      'stops[1].location is required.',
    ],
    [
      { stops: [{ location: 'a', flor: 1 }] },
      'unknown_parameter',
      'stops[0].flor',
      'stops[0].flor is not a parameter of this operation.',
    ],
    [
      { stops: [{ location: 'a', floor: 'b' }] },
      'invalid_parameter',
      'stops[0].floor',
      'stops[0].floor must be a whole number or null.',
    ],
    [{ owner: { location: 5 } }, 'invalid_parameter', 'owner.location', 'owner.location must be a string.'],
    [{ owner: {} }, 'missing_parameter', 'owner.location', 'owner.location is required.'],
    [{ owner: 5 }, 'invalid_parameter', 'owner', 'owner must be an object or null.'],
    [{ place: {} }, 'invalid_parameter', 'place', 'place must be text or coordinates.'],
    [{ metadata: { a: '1', b: '2' } }, 'invalid_parameter', 'metadata', 'metadata must have at most 1 key.'],
    [{ 'a/b~c': 'x' }, 'invalid_parameter', 'a/b~c', 'a/b~c must be a whole number.'],
    [[], 'invalid_parameter', null, 'The body must be an object.'],
    [null, 'invalid_parameter', null, 'The body must be an object.'],
  ])('%j', (body, code, param, message) => {
    expect(problemOf(body)).toEqual({ code, param, message });
  });

  it('reports nothing for valid input', () => {
    expect(
      problemOf({ name: 'ok', tip: 0, stops: [{ location: 'a', floor: null }], place: [1, 2] }),
    ).toBeNull();
  });

  it('truncates very long parameter names', () => {
    const name = 'n'.repeat(10_000);
    expect(problemOf({ [name]: 1 })?.param).toBe(`${'n'.repeat(200)}…`);
    expect(problemOf({ metadata: { [name]: 1 } })?.param?.length).toBeLessThan(210);
  });
});
