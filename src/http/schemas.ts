// The vocabulary of wire schemas: what is validated is letter for letter what OpenAPI publishes.
import { type Static, type TSchema, Type } from 'typebox';

/** `type: [t, "null"]`; a union with null would be published and checked as two schemas. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type } = schema as { type?: string };
  if (typeof type !== 'string') throw new Error('Nullable takes a schema with a single type');
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'] });
}

export function OneOf<const T extends string>(values: readonly T[], options: object = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });
}

export const Uuid = (options: object = {}) => Type.String({ format: 'uuid', ...options });
export const DateTime = (options: object = {}) => Type.String({ format: 'date-time', ...options });

export const ErrorSchema = Type.Object(
  {
    type: OneOf(
      ['api_error', 'validation_error', 'authentication_error', 'invalid_request_error', 'rate_limit_error'],
      { description: 'The family of the error.' },
    ),
    message: Type.String({ description: 'What is wrong and what would be right, for people.' }),
    param: Nullable(
      Type.String({ description: 'Exact path of the offending parameter.', examples: ['stops[2].location'] }),
    ),
    code: Nullable(
      Type.String({
        description: 'Stable word for programs; see `doc_url`.',
        examples: ['missing_parameter'],
      }),
    ),
    doc_url: Type.Optional(Type.String({ format: 'uri', description: 'Explains the code and what to do.' })),
    http_status: Type.Optional(Type.Integer({ description: 'On rate-limit errors only.' })),
  },
  { $id: 'Error', description: 'Every failed call answers in this shape.' },
);

const failures: Readonly<Record<number, string>> = {
  400: 'The request is not valid; `param` names what is wrong.',
  401: 'The access token is missing or not valid.',
  403: 'The access token lacks a scope that this operation needs.',
  404: 'There is no such thing for this account.',
  405: 'The address exists, but not with this method; see `Allow`.',
  406: 'The version or media type asked for does not exist.',
  409: 'The request conflicts with the present state.',
  413: 'The body is larger than 256 KB.',
  415: 'The body was sent with another media type than JSON.',
  422: 'The request is valid but cannot be carried out.',
  429: 'The rate limit is exceeded; wait for `Retry-After` seconds.',
  503: 'The service cannot do this at the moment; nothing was saved.',
};

/** Error responses by status, for a route's `response`. */
export function problems(...statuses: number[]): Record<number, TSchema> {
  return Object.fromEntries(
    statuses.map((status) => [status, answer(ErrorSchema, failures[status] ?? 'Error.')]),
  );
}

/** A schema that was added under its `$id`, by reference: published once, and still typed. */
export function ref<T extends TSchema>(schema: T) {
  const { $id } = schema as { $id?: string };
  if (!$id) throw new Error('only a schema with an $id can be referred to');
  return Type.Unsafe<Static<T>>({ $ref: $id });
}

/** A response of a named schema, with words of its own. */
export function answer<T extends TSchema>(schema: T, description: string) {
  return Type.Unsafe<Static<T>>({ ...ref(schema), description });
}
