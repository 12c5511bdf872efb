// Checks the responses of the APIs of portal, crew page and tracking page against the definitions of their operations:
// schema, and no field that the schema does not have. Rows of the database are sent as they are, so that a column too
// much in a query would be sent too.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import { operationsOfPage } from '../../scripts/generate/page-operations.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
// Custom formats; values were validated when they were received.
ajv.addFormat('e164', /^\+[1-9]\d{1,14}$/);
ajv.addFormat('visible-line', /\S/);

const operations = Object.values(operationsOfPage)
  .flat()
  .map(({ shape }) => ({
    ...shape,
    pattern: new RegExp(`^${shape.path.replace(/:\w+/g, '[^/]+')}$`),
  }));
const validators = new Map<object, ValidateFunction>();

interface CheckedResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Error responses have the format of the public API, which their own tests check. */
export function expectDefined(method: string, address: string, { status, body }: CheckedResponse): void {
  if (status >= 300) return;
  const path = address.split('?', 1)[0] ?? '';
  const operation = operations.find((each) => each.method === method && each.pattern.test(path));
  const schema = operation?.responses[status];
  expect(schema, `definition of ${method} ${path} with the status ${status}`).toBeDefined();
  if (!schema || status === 204) return;
  const validate = validators.get(schema) ?? ajv.compile(closed(schema) as object);
  validators.set(schema, validate);
  validate(body);
  expect(validate.errors ?? [], `${method} ${path} returned ${JSON.stringify(body)}`).toEqual([]);
}

/** Without names, which would have to be unique, and without fields beyond those of the schema. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const { $id: _name, ...schema } = value as { readonly $id?: string; readonly properties?: object };
  const inner = Object.fromEntries(Object.entries(schema).map(([key, each]) => [key, closed(each)]));
  return typeof schema.properties === 'object' ? { additionalProperties: false, ...inner } : inner;
}
