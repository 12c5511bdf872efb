// Types of the OpenAPI document, and the completion steps shared by the partner and operator documents.
import { emptyFieldsKeyword, withNullableFields } from '../operations/empty-fields.ts';
import type { ErrorBody } from '../server/error-handler.ts';
import type { ResponseHeader } from './openapi-headers.ts';

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
}

export interface Media {
  readonly schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export type Reference = { $ref: string };

export interface Answer {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, Media>;
}

/** Error response shared by operations, published once as a component. */
export interface SharedErrorResponse {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly ErrorBody[];
  /** Headers besides X-Request-Id. */
  readonly headers: readonly ResponseHeader[];
}

export interface Operation {
  operationId?: string;
  tags?: readonly string[];
  description: string;
  parameters?: unknown[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Answer | Reference>;
  security?: Record<string, readonly string[]>[];
}

export interface ApiDocument {
  tags?: { name: string }[];
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, Answer>;
    parameters?: Record<string, unknown>;
    headers?: Record<string, unknown>;
  };
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, object>;
}

export type Components = ApiDocument['components'];

export function addHeaders(answer: Answer, names: readonly ResponseHeader[]): void {
  answer.headers = {
    ...Object.fromEntries(names.map((name) => [name, refTo('headers', name)])),
    ...answer.headers,
  };
}

export function addExamples(
  components: Components,
  content: Record<string, Media> = {},
  own: readonly unknown[],
): void {
  for (const media of Object.values(content)) {
    const named = own.length > 0 ? nameByCode(own) : examplesOf(components, media.schema);
    const values = Object.values(named);
    if (values.length === 1) media.example = values[0]?.value;
    else if (values.length > 1) media.examples = named;
  }
}

/**
 * The framework marks every body as required. Bodies without required fields are optional where the route allows it.
 */
export function makeBodyOptional(components: Components, { requestBody }: Operation): void {
  if (!requestBody) return;
  const needsFields = Object.values(requestBody.content).some(
    ({ schema }) => (targetOf(components, schema)?.required ?? []).length > 0,
  );
  requestBody.required = needsFields;
}

type NamedExamples = NonNullable<Media['examples']>;

function nameByCode(errors: readonly unknown[]): NamedExamples {
  return Object.fromEntries(
    errors.map((value, index) => {
      const { code, message } = value as Partial<ErrorBody>;
      return [code ?? `example${index + 1}`, { ...(message && { summary: message }), value }];
    }),
  );
}

/** Examples of a schema; for a choice of titled schemas, one example of each. */
function examplesOf(components: Components, schema: Schema): NamedExamples {
  const target = targetOf(components, schema);
  const choices = (target?.anyOf ?? []).flatMap(({ title, examples }) =>
    title && examples ? [[title, { value: examples[0] }] as const] : [],
  );
  if (choices.length > 0) return Object.fromEntries(choices);
  return nameByCode(target?.examples ?? []);
}

function targetOf({ schemas }: Components, schema: Schema): Schema | undefined {
  return schema.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
}

export function refTo(kind: keyof Components, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Removes unreferenced schemas and internal keywords. */
export function tidied(document: ApiDocument): ApiDocument {
  const { components } = document;
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part ?? {}).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(components.schemas[name]);
    }
  };
  follow([document.paths, document.webhooks, components.responses]);
  components.schemas = Object.fromEntries(
    Object.entries(components.schemas).filter(([name]) => used.has(name)),
  );
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'x-expected' ? undefined : publishedSchema(value),
  ) as ApiDocument;
}

/** Of `annotatedRef`, the keywords move beside `$ref`. Of a creation, optional fields accept null. */
function publishedSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (emptyFieldsKeyword in value) return withNullableFields(value);
  if (!('allOf' in value)) return value;
  const { allOf, ...keywords } = value;
  const [only, ...others] = allOf as readonly Schema[];
  return only?.$ref !== undefined && others.length === 0 ? { ...only, ...keywords } : value;
}
