// Completes the OpenAPI document of the operator API, as openapi-document.ts does for the partner API.
import type { OperatorRole } from '../domain/operator-role.ts';
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
import { idempotencyKey, type ResponseHeader, responseHeaders } from './openapi-headers.ts';
import { operatorErrorResponses, type SharedOperatorStatus } from './operator-error-responses.ts';

/** Extension key that carries route metadata without a place in OpenAPI to this step, which removes it. */
export const operatorMetadataKey = 'x-operator-facts';

export interface OperatorOperationMetadata {
  /** Undefined for operations without authentication, such as sign-in. */
  readonly role: OperatorRole | undefined;
  readonly isIdempotent: boolean;
  /** Media types of a binary body. */
  readonly uploads: readonly string[];
  /** The body can be omitted if none of its fields is required. */
  readonly hasOptionalBody: boolean;
  /** By status. */
  readonly examples: Readonly<Record<string, readonly unknown[]>>;
}

type Operation = OperationPart & { [operatorMetadataKey]?: OperatorOperationMetadata };

const mediaType = 'application/json';

const csrfTokenParameter = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: false,
  description:
    'Required for writes with a session cookie: `csrf_token` of `GET /operator/session`. Not used with a bearer token.',
  schema: { type: 'string', examples: ['k1.5f0c6a526d3c4b8e'] },
} as const;

export function completeOperatorDocument(document: ApiDocument): ApiDocument {
  const { components } = document;
  components.responses = {};
  components.parameters = { IdempotencyKey: idempotencyKey, WriteToken: csrfTokenParameter };
  const { 'X-Request-Id': requestId, 'Retry-After': retryAfter } = responseHeaders;
  components.headers = {
    'X-Request-Id': requestId,
    'Retry-After': retryAfter,
    Allow: responseHeaders.Allow,
    'Idempotent-Replayed': responseHeaders['Idempotent-Replayed'],
    'WWW-Authenticate': {
      ...responseHeaders['WWW-Authenticate'],
      description: '`Bearer`, with an operator token.',
    },
  };
  for (const path of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(path)) completeOperation(components, method, operation);
  }
  return tidied(document);
}

function completeOperation(components: Components, method: string, operation: Operation): void {
  const facts = operation[operatorMetadataKey];
  delete operation[operatorMetadataKey];
  if (!facts) return;
  const { role, isIdempotent, hasOptionalBody, uploads, examples } = facts;
  if (uploads.length > 0) operation.requestBody = uploadOf(uploads);
  if (role) operation.description += `\n\nRequires the role \`${role}\`.`;
  else operation.security = [];
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...(role && method !== 'get' ? [refTo('parameters', 'WriteToken')] : []),
    ...(isIdempotent ? [refTo('parameters', 'IdempotencyKey')] : []),
  ];
  for (const [status, response] of Object.entries(operation.responses)) {
    if ('$ref' in response) continue;
    const replayed: ResponseHeader[] = isIdempotent && status.startsWith('2') ? ['Idempotent-Replayed'] : [];
    addHeaders(response, ['X-Request-Id', ...replayed]);
    addExamples(components, response.content, examples[status] ?? []);
  }
  addExamples(components, operation.requestBody?.content, []);
  if (hasOptionalBody) makeBodyOptional(components, operation);
  for (const status of sharedStatuses(operation, facts)) {
    operation.responses[status] ??= shareAnswer(components, status);
  }
}

function sharedStatuses(
  { requestBody }: Operation,
  { role, isIdempotent }: OperatorOperationMetadata,
): SharedOperatorStatus[] {
  return [
    'default',
    400,
    429,
    503,
    ...(role ? ([401, 403] as const) : []),
    ...(isIdempotent ? ([409, 422] as const) : []),
    ...(requestBody ? ([413, 415] as const) : []),
  ];
}

function uploadOf(uploads: readonly string[]): NonNullable<Operation['requestBody']> {
  // In OpenAPI 3.1 the media type alone describes binary content.
  return { required: true, content: Object.fromEntries(uploads.map((type) => [type, { schema: {} }])) };
}

/** Adds the shared response to the components when the first operation needs it. */
function shareAnswer(components: Components, status: SharedOperatorStatus): Reference {
  const { name, description, headers, examples } = operatorErrorResponses[status];
  const response: Answer = { description, content: { [mediaType]: { schema: refTo('schemas', 'Error') } } };
  addHeaders(response, ['X-Request-Id', ...headers]);
  addExamples(components, response.content, examples);
  components.responses = { ...components.responses, [name]: response };
  return refTo('responses', name);
}
