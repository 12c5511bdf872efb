// Completes the OpenAPI document that the framework derives from the operations of one API. Adds what its operations
// share (security, headers, error responses), so that definitions need not repeat it.
import type { FastifySchema, RouteOptions } from 'fastify';
import { hasOptionalBody } from '../server/optional-body.ts';
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
  type SharedErrorResponse,
  tidied,
} from './openapi-components.ts';
import type { ResponseHeader } from './openapi-headers.ts';

/** Extension key that carries facts about the route without a place in OpenAPI to this step, which removes it. */
const factsKey = 'x-facts';

interface RouteFacts {
  readonly config: NonNullable<RouteOptions['config']>;
  /** The body can be omitted if none of its fields is required. */
  readonly hasOptionalBody: boolean;
  /** By status. */
  readonly examples: Readonly<Record<string, readonly unknown[]>>;
}

export type Operation = OperationPart & { [factsKey]?: RouteFacts };
export type SharedStatus = number | 'default';

/** What the operations of one API share. */
export interface ApiConventions {
  /** Media type of error responses. */
  readonly mediaType: string;
  readonly errors: Readonly<Partial<Record<SharedStatus, SharedErrorResponse>>>;
  /** Adds security, parameters and sentences to an operation. */
  readonly extend: (operation: Operation, config: RouteFacts['config'], method: string) => void;
  /** Headers of a response in addition to X-Request-Id. */
  readonly headersOf: (
    status: string,
    response: Answer,
    config: RouteFacts['config'],
    method: string,
  ) => readonly ResponseHeader[];
  /** Statuses that every operation of this kind can answer with. */
  readonly sharedStatuses: (
    operation: Operation,
    config: RouteFacts['config'],
    method: string,
  ) => readonly SharedStatus[];
}

/** Adds the facts about the route to its schema. */
export function withFacts(schema: FastifySchema, route: RouteOptions): FastifySchema {
  if (!schema?.response) return schema;
  const responses = schema.response as Record<string, { examples?: readonly unknown[] }>;
  const facts: RouteFacts = {
    config: route.config ?? {},
    hasOptionalBody: hasOptionalBody(route),
    examples: Object.fromEntries(
      Object.entries(responses).map(([status, { examples = [] }]) => [status, examples]),
    ),
  };
  return { ...schema, [factsKey]: facts } as FastifySchema;
}

/** Completes all operations in place. The caller has set the shared parameters and headers. */
export function completeOperations(document: ApiDocument, api: ApiConventions): ApiDocument {
  document.components.responses = {};
  for (const path of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(path))
      completeOperation(document.components, method, operation, api);
  }
  return tidied(document);
}

function completeOperation(
  components: Components,
  method: string,
  operation: Operation,
  api: ApiConventions,
): void {
  const { config = {}, hasOptionalBody: isOptional = false, examples = {} } = operation[factsKey] ?? {};
  delete operation[factsKey];
  api.extend(operation, config, method);
  for (const [status, response] of Object.entries(operation.responses)) {
    if ('$ref' in response) continue;
    addHeaders(response, ['X-Request-Id', ...api.headersOf(status, response, config, method)]);
    addExamples(components, response.content, examples[status] ?? []);
  }
  addExamples(components, operation.requestBody?.content, []);
  if (isOptional) makeBodyOptional(components, operation);
  for (const status of api.sharedStatuses(operation, config, method))
    operation.responses[status] ??= shareAnswer(components, status, api);
}

/** Adds the shared response to the components when the first operation needs it. */
function shareAnswer(
  components: Components,
  status: SharedStatus,
  { errors, mediaType }: ApiConventions,
): Reference {
  const shared = errors[status];
  if (!shared) throw new Error(`there is no shared response for ${status}`);
  const { name, description, headers, examples } = shared;
  const response: Answer = { description, content: { [mediaType]: { schema: refTo('schemas', 'Error') } } };
  addHeaders(response, ['X-Request-Id', ...headers]);
  addExamples(components, response.content, examples);
  components.responses = { ...components.responses, [name]: response };
  return refTo('responses', name);
}
