// Canaries in all free-text fields of a request schema, read from the API description: a new field gets one as well.
import { readFileSync } from 'node:fs';

interface Property {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
}

const { components } = JSON.parse(
  readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'),
) as { components: { schemas: Record<string, { properties: Record<string, Property> }> } };

/** Fields with another format, such as an e-mail address, are left to the caller. */
export function canaryFields(schema: string, canary: string): Record<string, string> {
  const properties = Object.entries(components.schemas[schema]?.properties ?? {});
  const names = properties.flatMap(([name, { type, format, enum: values }]) =>
    [type].flat().includes('string') && format === undefined && values === undefined ? [name] : [],
  );
  if (names.length === 0) throw new Error(`the schema ${schema} has no free-text fields`);
  return Object.fromEntries(names.map((name) => [name, canary]));
}
