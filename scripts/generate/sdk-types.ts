// packages/sdk/src/api.generated.ts: types of all requests and responses, generated with openapi-typescript.
import openapiTypescript, { astToString } from 'openapi-typescript';
import {
  type ApiDescription,
  isCallable,
  type Operation,
  operationsOf,
  parametersOf,
  readApiDescription,
  referredSchema,
  type Schema,
} from './api-description.ts';
import { formatCode } from './format-code.ts';

const target = 'packages/sdk/src/api.generated.ts';
const heading = `// Made by \`npm run generate\` from openapi/openapi.json. Do not edit.
// The types of everything that goes over the wire. Each schema has a name of its own at the end.
`;
// Renamed: these names would shadow globals.
const exportedAs: Readonly<Record<string, string>> = { Event: 'WaybillEvent', Error: 'ErrorBody' };

export async function generateSdkTypes(): Promise<string> {
  const description = await readApiDescription();
  const schemas: Record<string, Schema> = {
    ...description.components.schemas,
    Event: anyEvent(description),
    ...queriesOf(description),
  };
  const document = { openapi: '3.1.0', info: description.info, paths: {}, components: { schemas } };
  const nodes = await openapiTypescript(JSON.stringify(forTypes(document)), {
    immutable: true,
    silent: true,
  });
  const types = astToString(nodes).replace(/^export (type|interface) (?!components).*$/gm, '');
  const aliases = Object.keys(schemas).map(
    (name) => `export type ${exportedName(name)} = components['schemas']['${name}'];`,
  );
  return formatCode(target, [heading, types, ...aliases, ''].join('\n'));
}

export const exportedName = (schema: string) => exportedAs[schema] ?? schema;

/** The feed describes events loosely; the SDK exports the union of all event types, discriminated by `type`. */
function anyEvent({ webhooks }: ApiDescription): Schema {
  const names = Object.values(webhooks).map(({ post }) =>
    referredSchema(post.requestBody?.content['application/json']?.schema),
  );
  return {
    description: 'What happened; `type` says which fields `data` has.',
    oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
  };
}

/** Query parameters of each list as a named schema: `bookings.list` has `BookingsListQuery`. */
function queriesOf(description: ApiDescription): Record<string, Schema> {
  const queried = operationsOf(description)
    .map((operation) => ({ operation, parameters: parametersOf(operation, 'query') }))
    .filter(({ operation, parameters }) => parameters.length > 0 && isCallable(operation));
  return Object.fromEntries(
    queried.map(({ operation, parameters }) => [
      queryTypeOf(operation),
      {
        type: 'object',
        description: `What \`${operation.operationId}\` may be asked.`,
        additionalProperties: false,
        properties: Object.fromEntries(
          parameters.map(({ name, description: values, schema }) => [
            name,
            { ...asArraySchema(schema), description: values },
          ]),
        ),
      },
    ]),
  );
}

export function queryTypeOf({ operationId }: Operation): string {
  return `${operationId.split('.').map(capitalized).join('')}Query`;
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Comma-separated lists become arrays of the permitted values. */
function asArraySchema(schema: Schema): Schema {
  const { pattern } = schema;
  const list = /^\^\(\?:(.+)\)\(\?:,\(\?:\1\)\)\*\$$/.exec(typeof pattern === 'string' ? pattern : '');
  const values = list?.[1]?.replaceAll('\\', '').split('|');
  return values ? { type: 'array', items: { type: 'string', enum: values } } : schema;
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
