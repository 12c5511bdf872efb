// TypeScript types of the schemas of an API description, generated with openapi-typescript.
import openapiTypescript, { astToString } from 'openapi-typescript';
import type { Schema } from './api-description.ts';

/** Exports each schema under its name, or the name that `exportedName` gives it. */
export async function typesOfSchemas(
  schemas: Readonly<Record<string, Schema>>,
  exportedName = (schema: string) => schema,
): Promise<string> {
  const info = { title: 'Schemas', version: '0' };
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas } };
  const nodes = await openapiTypescript(JSON.stringify(forTypes(document)), {
    immutable: true,
    silent: true,
  });
  const types = astToString(nodes).replace(/^export (type|interface) (?!components).*$/gm, '');
  const aliases = Object.keys(schemas).map(
    (name) => `export type ${exportedName(name)} = components['schemas']['${name}'];`,
  );
  return [types, ...aliases, ''].join('\n');
}

/** Removes examples, which are most of the description, and makes schemas as exact as types allow. */
function forTypes(value: unknown, isProperties = false): unknown {
  if (Array.isArray(value)) return value.map((each) => forTypes(each));
  if (typeof value !== 'object' || value === null) return value;
  const own = isProperties ? value : exact(value as Schema);
  return Object.fromEntries(
    Object.entries(own).map(([name, inner]) => [
      name,
      forTypes(inner, name === 'properties' || name === 'schemas'),
    ]),
  );
}

function exact({ examples: _examples, ...schema }: Schema): Schema {
  const { minItems, maxItems, items, ...rest } = schema;
  // `[longitude, latitude]` has exactly two numbers.
  if (minItems !== undefined && minItems === maxItems && items)
    return { ...rest, prefixItems: Array.from({ length: Number(minItems) }, () => items) };
  // `type` beside anyOf or oneOf adds nothing.
  const { type: _type, ...untyped } = schema;
  return 'anyOf' in schema || 'oneOf' in schema ? untyped : schema;
}
