// Completes the OpenAPI document that the framework derives from route schemas. Adds what all operations share
// (security, headers, error responses), so that routes need not repeat it.
import { type Access, scopesFor } from '../domain/scopes.ts';
import { vendorMediaType } from './media-type.ts';
import {
  type Answer,
  type ApiDocument,
  addExamples,
  addHeaders,
  type Components,
  makeBodyOptional,
  type Operation as OperationPart,
  type Reference,
  refTo,
  tidied,
} from './openapi-components.ts';
import { type SharedStatus, sharedErrorResponses } from './openapi-error-responses.ts';
import { idempotencyKey, type ResponseHeader, rateLimitHeaders, responseHeaders } from './openapi-headers.ts';
import { describeWebhooks, eventSchemas, type PublishedEvent, webhookHeaders } from './openapi-webhooks.ts';

/** Extension key that carries route metadata without a place in OpenAPI to this step, which removes it. */
export const operationMetadataKey = 'x-facts';

export interface OperationMetadata {
  readonly access: Access | undefined;
  /** The API contract defines no 400 for some operations. */
  readonly hasBadRequest: boolean;
  /** The body can be omitted if none of its fields is required. */
  readonly hasOptionalBody: boolean;
  /** By status. */
  readonly examples: Readonly<Record<string, readonly unknown[]>>;
}

type Operation = OperationPart & { [operationMetadataKey]?: OperationMetadata };

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
  return tidied(document);
}

/** Drops tags without operations: production has none tagged Sandbox. */
function usedTags({ tags = [], paths }: ApiDocument): { name: string }[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return tags.filter(({ name }) => operations.some((operation) => operation.tags?.includes(name)));
}

function completeOperation(components: Components, method: string, operation: Operation): void {
  const {
    access,
    hasBadRequest = true,
    hasOptionalBody = false,
    examples = {},
  } = operation[operationMetadataKey] ?? {};
  delete operation[operationMetadataKey];
  const isIdempotent = access !== undefined && method !== 'get';
  if (access) requireScopes(operation, access);
  if (isIdempotent)
    operation.parameters = [...(operation.parameters ?? []), refTo('parameters', 'IdempotencyKey')];

  for (const [status, response] of Object.entries(operation.responses)) {
    if ('$ref' in response) continue;
    addHeaders(response, headersOf(status, response, access, isIdempotent));
    addExamples(components, response.content, examples[status] ?? []);
  }
  addExamples(components, operation.requestBody?.content, []);
  if (hasOptionalBody) makeBodyOptional(components, operation);
  for (const status of sharedStatuses(operation, access, isIdempotent)) {
    if (status === 400 && !hasBadRequest) continue;
    operation.responses[status] ??= shareAnswer(components, status);
  }
}

function requireScopes(operation: Operation, access: Access): void {
  const scopes = scopesFor(access);
  operation.security = [...scopes.map((scope) => ({ oauth: [scope] })), { bearer: [] }];
  const names = scopes.map((scope) => `\`${scope}\``).join(', ');
  operation.description += `\n\nRequires one of the scopes ${names}.`;
}

function sharedStatuses(
  operation: Operation,
  access: Access | undefined,
  isIdempotent: boolean,
): SharedStatus[] {
  const statuses: SharedStatus[] = ['default'];
  if (access) statuses.push(400, 401, 403, 406, 429, 503);
  if (isIdempotent) statuses.push(409, 422);
  if (access && operation.requestBody) statuses.push(413, 415);
  return statuses;
}

/** Adds the shared response to the components when the first operation needs it. */
function shareAnswer(components: Components, status: SharedStatus): Reference {
  const { name, description, headers, examples } = sharedErrorResponses[status];
  const schema = refTo('schemas', 'Error');
  const response: Answer = { description, content: { [vendorMediaType]: { schema } } };
  addHeaders(response, ['X-Request-Id', ...headers]);
  addExamples(components, response.content, examples);
  components.responses = { ...components.responses, [name]: response };
  return refTo('responses', name);
}

function headersOf(
  status: string,
  { content = {} }: Answer,
  access: Access | undefined,
  isIdempotent: boolean,
): ResponseHeader[] {
  const isError = Object.values(content).some(({ schema }) => schema.$ref?.endsWith('Error'));
  const headers: ResponseHeader[] = ['X-Request-Id'];
  if (access) headers.push(...rateLimitHeaders);
  if (isIdempotent && status.startsWith('2')) headers.push('Idempotent-Replayed');
  if (isError && (status === '429' || status === '503')) headers.push('Retry-After');
  if (isError && status === '401') headers.push('WWW-Authenticate');
  return headers;
}
