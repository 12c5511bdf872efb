// Completes the description that the framework derives from route schemas: what all operations share is added here by
// rule, so that no route has to repeat it and none can forget it.
import { type Access, scopesFor } from '../domain/scopes.ts';
import type { ErrorBody } from './error-handler.ts';
import { vendorMediaType } from './media-type.ts';
import { type SharedStatus, sharedAnswers } from './openapi-answers.ts';
import { idempotencyKey, type ResponseHeader, rateLimitHeaders, responseHeaders } from './openapi-headers.ts';
import { describeWebhooks, eventSchemas, type PublishedEvent, webhookHeaders } from './openapi-webhooks.ts';

/** What a route knows and OpenAPI has no place for. It travels with the operation under this key and is removed here. */
export const factsKey = 'x-facts';

export interface OperationFacts {
  readonly access: Access | undefined;
  /** The contract gives some operations no 400. */
  readonly hasBadRequest: boolean;
  /** By status. */
  readonly examples: Readonly<Record<string, readonly unknown[]>>;
}

interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
}

interface Media {
  readonly schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

type Reference = { $ref: string };

interface Answer {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, Media>;
}

interface Operation {
  [factsKey]?: OperationFacts;
  tags?: readonly string[];
  description: string;
  parameters?: unknown[];
  requestBody?: { content: Record<string, Media> };
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

export function completeDocument(document: ApiDocument, events: readonly PublishedEvent[]): ApiDocument {
  const { components } = document;
  document.tags = usedTags(document);
  components.responses = {};
  components.parameters = { IdempotencyKey: idempotencyKey, ...webhookHeaders };
  components.schemas = { ...components.schemas, ...eventSchemas(events) };
  document.webhooks = describeWebhooks(events);
  components.headers = { ...responseHeaders };
  for (const path of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(path)) completeOperation(components, method, operation);
  }
  // Words for our own error messages (validation-problem.ts); the description has better ones.
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'x-expected' ? undefined : value,
  ) as ApiDocument;
}

/** Production has nothing that is tagged Sandbox. */
function usedTags({ tags = [], paths }: ApiDocument): { name: string }[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return tags.filter(({ name }) => operations.some((operation) => operation.tags?.includes(name)));
}

type Components = ApiDocument['components'];

function completeOperation(components: Components, method: string, operation: Operation): void {
  const { access, hasBadRequest = true, examples = {} } = operation[factsKey] ?? {};
  delete operation[factsKey];
  const isRepeatable = access !== undefined && method !== 'get';
  if (access) requireScopes(operation, access);
  if (isRepeatable)
    operation.parameters = [...(operation.parameters ?? []), refTo('parameters', 'IdempotencyKey')];

  for (const [status, answer] of Object.entries(operation.responses)) {
    if ('$ref' in answer) continue;
    addHeaders(answer, headersOf(status, answer, access, isRepeatable));
    addExamples(components, answer.content, examples[status] ?? []);
  }
  addExamples(components, operation.requestBody?.content, []);
  for (const status of sharedStatuses(operation, access, isRepeatable)) {
    if (status === 400 && !hasBadRequest) continue;
    operation.responses[status] ??= shareAnswer(components, status);
  }
}

function requireScopes(operation: Operation, access: Access): void {
  const scopes = scopesFor(access);
  operation.security = [...scopes.map((scope) => ({ oauth: [scope] })), { bearer: [] }];
  operation.description += `\n\nNeeds one of the scopes ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`;
}

function sharedStatuses(
  operation: Operation,
  access: Access | undefined,
  isRepeatable: boolean,
): SharedStatus[] {
  const statuses: SharedStatus[] = ['default'];
  if (access) statuses.push(400, 401, 403, 406, 429, 503);
  if (isRepeatable) statuses.push(409, 422);
  if (access && operation.requestBody) statuses.push(413, 415);
  return statuses;
}

/** Published under its name when the first operation needs it. */
function shareAnswer(components: Components, status: SharedStatus): Reference {
  const { name, description, headers, examples } = sharedAnswers[status];
  const schema = refTo('schemas', 'Error');
  const answer: Answer = { description, content: { [vendorMediaType]: { schema } } };
  addHeaders(answer, ['X-Request-Id', ...headers]);
  addExamples(components, answer.content, examples);
  components.responses = { ...components.responses, [name]: answer };
  return refTo('responses', name);
}

function headersOf(
  status: string,
  { content = {} }: Answer,
  access: Access | undefined,
  isRepeatable: boolean,
): ResponseHeader[] {
  const isError = Object.values(content).some(({ schema }) => schema.$ref?.endsWith('Error'));
  const headers: ResponseHeader[] = ['X-Request-Id'];
  if (access) headers.push(...rateLimitHeaders);
  if (isRepeatable && status.startsWith('2')) headers.push('Idempotent-Replayed');
  if (isError && (status === '429' || status === '503')) headers.push('Retry-After');
  if (isError && status === '401') headers.push('WWW-Authenticate');
  return headers;
}

function addHeaders(answer: Answer, names: readonly ResponseHeader[]): void {
  answer.headers = {
    ...Object.fromEntries(names.map((name) => [name, refTo('headers', name)])),
    ...answer.headers,
  };
}

function addExamples(
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

type NamedExamples = NonNullable<Media['examples']>;

function nameByCode(errors: readonly unknown[]): NamedExamples {
  return Object.fromEntries(
    errors.map((value, index) => {
      const { code, message } = value as Partial<ErrorBody>;
      return [code ?? `example${index + 1}`, { ...(message && { summary: message }), value }];
    }),
  );
}

/** A schema's own examples; a choice between titled schemas gives one example for each. */
function examplesOf(components: Components, schema: Schema): NamedExamples {
  const target = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  const choices = (target?.anyOf ?? []).flatMap(({ title, examples }) =>
    title && examples ? [[title, { value: examples[0] }] as const] : [],
  );
  if (choices.length > 0) return Object.fromEntries(choices);
  return nameByCode(target?.examples ?? []);
}

function refTo(kind: keyof Components, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}
