// Building blocks of request and response schemas. The schemas that validate are the ones that OpenAPI publishes.
import { type Static, type TSchema, Type } from 'typebox';
import { problemCatalogue } from '../../lib/problem-catalogue.ts';
import { clearsEmptyFields, omitsEmptyFields } from './empty-fields.ts';

/** `type: [t, "null"]`: a union with null would be published and validated as two schemas. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { type?: string; enum?: readonly unknown[] };
  if (typeof type !== 'string') throw new Error('Nullable() needs a schema with a single type');
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  });
}

export function OneOf<const T extends string>(values: readonly T[], options: object = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });
}

export const Uuid = (options: object = {}) => Type.String({ format: 'uuid', ...options });
/** Text written by people: at least one character that is not a space. */
export const Words = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    'x-expected': 'text with at least one non-space character',
    description,
  });

/** A name, which lists, mails and terminals show in one line. */
export const Name = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    format: 'visible-line',
    'x-expected': 'one line of text without control, bidirectional or other invisible characters',
    description,
  });

/** Text of a query parameter. PostgreSQL text columns cannot store NUL characters. */
export const QueryText = (maxLength: number, options: object = {}) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000]*$',
    'x-expected': 'text without NUL characters',
    ...options,
  });

/** An object or null, published as one schema. */
export const NullableObject = <T extends Readonly<Record<string, TSchema>>>(
  properties: T,
  description: string,
) =>
  Type.Unsafe<{ [Key in keyof T]: Static<T[Key]> } | null>({
    type: ['object', 'null'],
    properties,
    required: Object.keys(properties),
    description,
  });

/** A position in a response; null if `type` allows it. */
export const Point = <T extends 'array' | readonly ['array', 'null']>(type: T, description: string) =>
  Type.Unsafe<readonly [number, number] | (T extends 'array' ? never : null)>({
    type,
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description,
  });

/** `[longitude, latitude]` within their ranges. */
export const Coordinates = (options: object) =>
  Type.Unsafe<[longitude: number, latitude: number]>({
    type: 'array',
    prefixItems: [
      { type: 'number', minimum: -180, maximum: 180 },
      { type: 'number', minimum: -90, maximum: 90 },
    ],
    items: false,
    minItems: 2,
    maxItems: 2,
    ...options,
  });

export const DateTime = (options: object = {}) => Type.String({ format: 'date-time', ...options });

/** A time in a response. Rows of the database contain dates, which JSON writes in the same format. */
export const Timestamp = (options: object = {}) =>
  Type.Unsafe<string | Date>({ type: 'string', format: 'date-time', ...options });

/** Options of an object schema that is published under its name. */
export const named = ($id: string, description: string, ...examples: readonly object[]) => ({
  $id,
  description,
  examples: [...examples],
});

/** The same for a request body: other properties are refused. */
export const closed = ($id: string, description: string, ...examples: readonly object[]) => ({
  $id,
  additionalProperties: false,
  description,
  examples: [...examples],
});

/** A request body that creates something: null and empty text in an optional field mean that it is absent. */
export const creation = ($id: string, description: string, ...examples: readonly object[]) => ({
  ...closed($id, description, ...examples),
  ...omitsEmptyFields,
});

/** A request body that changes something: empty text in an optional field means null. */
export const update = ($id: string, description: string, ...examples: readonly object[]) => ({
  ...closed($id, description, ...examples),
  ...clearsEmptyFields,
});

/** A list without pages. The example contains those of the items. */
export const listOf = <T extends TSchema>(
  id: string,
  schema: T & { readonly examples?: readonly unknown[] },
  order: string,
  description = order,
) =>
  Type.Object(
    { data: Type.Array(ref(schema), { description: order }) },
    named(id, description, { data: schema.examples ?? [] }),
  );

/** A page of a list in the APIs of our own pages. */
export function pageOf<T extends TSchema>(item: T, $id: string) {
  return Type.Object(
    {
      data: Type.Array(item, { description: 'Newest first.' }),
      next: Nullable(Type.String({ description: 'Value for `after`; null on the last page.' })),
    },
    { $id },
  );
}

export const ErrorSchema = Type.Object(
  {
    type: OneOf(
      ['api_error', 'validation_error', 'authentication_error', 'invalid_request_error', 'rate_limit_error'],
      { description: 'Category of the error.' },
    ),
    message: Type.String({ description: 'What is wrong and how to fix it, for people. May change.' }),
    param: Nullable(
      Type.String({
        description: 'Exact path of the parameter that caused the error. `null` if there is no single one.',
        examples: ['stops[2].location'],
      }),
    ),
    code: Nullable(
      OneOf(Object.keys(problemCatalogue), {
        description: 'Stable identifier for programs, documented at `doc_url`. New codes may be added.',
        examples: ['missing_parameter'],
      }),
    ),
    doc_url: Type.Optional(Type.String({ format: 'uri', description: 'Documentation of the code.' })),
    http_status: Type.Optional(Type.Integer({ description: 'HTTP status. Only on rate limit errors.' })),
  },
  {
    $id: 'Error',
    description: 'Body of every error response. All codes are listed under Errors in the introduction.',
  },
);

type DeepReadonly<T> = T extends Date
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** What a response with this schema contains. */
export type View<Schema extends TSchema> = DeepReadonly<Static<Schema>>;

/** Typed reference to a schema that was added under its `$id`: published once as a component. */
export function ref<T extends TSchema>(schema: T) {
  const { $id } = schema as { $id?: string };
  if (!$id) throw new Error('ref() needs a schema with an $id');
  return Type.Unsafe<Static<T>>({ $ref: $id });
}

/**
 * Reference with keywords of its own, for example `deprecated`. The generator of the OpenAPI document drops keywords
 * beside `$ref`: they are kept beside `allOf`, and the document has them beside `$ref`, as OpenAPI 3.1 allows.
 */
export function annotatedRef<T extends TSchema>(schema: T, keywords: object) {
  return Type.Unsafe<Static<T>>({ allOf: [ref(schema)], ...keywords });
}

/** Response with a referenced schema, its own description and optional examples; default: examples of the schema. */
export function answer<T extends TSchema>(schema: T, description: string, examples: readonly unknown[] = []) {
  return Type.Unsafe<Static<T>>({ ...ref(schema), description, examples });
}
