// The operations of the OpenAPI description, for the request generator.
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly required: boolean } | null;
  readonly statuses: ReadonlySet<number>;
  readonly needsToken: boolean;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

interface RawOperation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

const document = JSON.parse(
  readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'),
) as Document;
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addFormat('e164', /^\+[1-9]\d{1,14}$/);
ajv.addFormat('http-url', (text: string) => /^https?:/i.test(text) && URL.canParse(text));
ajv.addSchema(document, 'openapi');

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod)
    .filter(([method]) => methods.has(method))
    .map(([method, operation]) => read(method, path, operation)),
);

function read(method: string, path: string, operation: RawOperation): Operation {
  const body = operation.requestBody?.content['application/json'];
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters: (operation.parameters ?? []).map((each) =>
      '$ref' in each ? (document.components.parameters[lastPart(each.$ref)] as Parameter) : each,
    ),
    body: body ? { schema: body.schema, required: operation.requestBody?.required ?? false } : null,
    statuses: new Set(Object.keys(operation.responses).map(Number)),
    needsToken: !/^\/(health|ready|oauth\/)/.test(path),
  };
}

function lastPart(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

/** Resolves references. */
export function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = document.components.schemas[lastPart(schema.$ref)];
  if (target === undefined) throw new Error(`unknown schema ${schema.$ref}`);
  return resolved(target);
}

const validators = new Map<Schema, ValidateFunction>();

/** Whether the OpenAPI description accepts a body. */
export function fits(schema: Schema, value: unknown): boolean {
  const known = validators.get(schema);
  const validate = known ?? ajv.compile(absolute(schema));
  if (!known) validators.set(schema, validate);
  return validate(value);
}

const absolute = (schema: Schema): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object;
