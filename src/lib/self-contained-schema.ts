// Makes a JSON Schema self-contained: inlines the named schemas it refers to under `$defs`.

export type NamedSchemas = ReadonlyMap<string, object>;

/** Nested examples are omitted: they repeat the same parts. */
export function selfContainedSchema(schema: object, named: NamedSchemas): object {
  const definitions: Record<string, unknown> = {};
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, $id: _id, examples: _examples, ...rest } = value as Record<string, unknown>;
    const copied = Object.fromEntries(
      Object.entries(rest)
        .filter(([key]) => !key.startsWith('x-'))
        .map(([key, part]) => [key, copy(part)]),
    );
    return typeof $ref === 'string' ? { $ref: define($ref), ...copied } : copied;
  };
  const define = (name: string): string => {
    const target = named.get(name);
    if (!target) throw new Error(`unknown schema: ${name}`);
    if (!(name in definitions)) {
      definitions[name] = {};
      definitions[name] = copy(target);
    }
    return `#/$defs/${name}`;
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...(copy(schema) as object),
    $defs: definitions,
  };
}
