// Optional fields that the caller sends empty, as null or as empty text. A program that fills a form or copies a
// response sends them, so they have one meaning everywhere (decision 0063): in a request that creates something, the
// field is absent; in an update, empty text clears the field, like null. The body is changed before it is validated.
//
// Texts are fields without a format, a pattern or a list of values. Ids, times, e-mail addresses, phone numbers and
// required texts are refused if they are empty.

/** Keyword of object schemas whose empty optional fields are changed. The OpenAPI document has null types instead. */
export const emptyFieldsKeyword = 'x-empty-fields';

/** Creation: null and empty text mean that the field is absent. */
export const omitsEmptyFields = { [emptyFieldsKeyword]: 'omitted' } as const;

/** Update: empty text means null. */
export const clearsEmptyFields = { [emptyFieldsKeyword]: 'null' } as const;

type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;
type Normalize = (value: unknown) => unknown;
type FindSchema = (id: string) => unknown;

/** Returns null if no part of the body has the keyword. */
export function emptyFieldNormalizer(schema: unknown, find: FindSchema): Normalize | null {
  const target = targetOf(schema as Schema, find);
  if (target['type'] === 'array') {
    const item = emptyFieldNormalizer(target['items'] ?? {}, find);
    return item && ((value) => (Array.isArray(value) ? value.map(item) : value));
  }
  const properties = target['properties'] as Properties | undefined;
  return properties ? objectNormalizer(target, properties, find) : null;
}

function objectNormalizer(schema: Schema, properties: Properties, find: FindSchema): Normalize | null {
  const mode = schema[emptyFieldsKeyword];
  const required = new Set(schema['required'] as readonly string[] | undefined);
  const nested = new Map<string, Normalize>();
  const texts = new Set<string>();
  for (const [name, property] of Object.entries(properties)) {
    const normalize = emptyFieldNormalizer(property, find);
    if (normalize) nested.set(name, normalize);
    if (isText(targetOf(property, find))) texts.add(name);
  }
  if (mode === undefined && nested.size === 0) return null;
  const isOptional = (name: string) => Object.hasOwn(properties, name) && !required.has(name);
  const isOmitted = (name: string, value: unknown) =>
    mode === 'omitted' && isOptional(name) && (value === null || (value === '' && texts.has(name)));
  const isCleared = (name: string, value: unknown) =>
    mode === 'null' && isOptional(name) && value === '' && texts.has(name);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value).filter(([name, field]) => !isOmitted(name, field));
    return Object.fromEntries(
      fields.map(([name, field]) => {
        if (isCleared(name, field)) return [name, null];
        return [name, nested.get(name)?.(field) ?? field];
      }),
    );
  };
}

/** Follows a reference, also one with keywords beside it and one that can be null. */
function targetOf(schema: Schema, find: FindSchema): Schema {
  const { $ref, allOf, anyOf } = schema as {
    readonly $ref?: string;
    readonly allOf?: readonly Schema[];
    readonly anyOf?: readonly Schema[];
  };
  if ($ref !== undefined) {
    const target = find($ref);
    if (target === undefined) throw new Error(`the schema ${$ref} is used before it is added`);
    return targetOf(target as Schema, find);
  }
  const inner = allOf?.[0] ?? anyOf?.find((each) => each['$ref'] !== undefined);
  return inner?.['$ref'] === undefined ? schema : targetOf(inner, find);
}

function isText(schema: Schema): boolean {
  const types = [schema['type']].flat();
  const isPlain = ['format', 'pattern', 'enum', 'const', 'anyOf'].every((keyword) => !(keyword in schema));
  return isPlain && types.includes('string') && types.every((type) => type === 'string' || type === 'null');
}

/** The published form of a schema whose empty fields are omitted: its optional fields accept null. */
export function withNullableFields(schema: Schema): Schema {
  const { [emptyFieldsKeyword]: mode, ...published } = schema;
  if (mode !== 'omitted') return published;
  const properties = schema['properties'] as Properties;
  const required = new Set(schema['required'] as readonly string[] | undefined);
  const nullable = Object.entries(properties).map(([name, property]) => [
    name,
    required.has(name) ? property : nullableOf(property),
  ]);
  return { ...published, properties: Object.fromEntries(nullable) };
}

function nullableOf(schema: Schema): Schema {
  const { $ref, ...keywords } = schema;
  if ($ref !== undefined) return { anyOf: [{ $ref }, { type: 'null' }], ...keywords };
  const types = [schema['type']].flat();
  if (types.includes('null')) return schema;
  const values = schema['enum'] as readonly unknown[] | undefined;
  return { ...schema, type: [...types, 'null'], ...(values && { enum: [...values, null] }) };
}
