// What the operations of the operator API share in their OpenAPI document.
import { type ApiDocument, refTo } from './openapi-components.ts';
import { type ApiConventions, completeOperations, type Operation } from './openapi-document.ts';
import { idempotencyKey, responseHeaders } from './openapi-headers.ts';
import { operatorErrorResponses } from './operator-error-responses.ts';

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
  return completeOperations(document, conventions);
}

const conventions: ApiConventions = {
  mediaType: 'application/json',
  errors: operatorErrorResponses,

  extend(operation, { role, needsStepUp, idempotent, uploads }, method) {
    if (uploads) operation.requestBody = uploadOf(uploads);
    if (role) operation.description += `\n\nRequires the role \`${role}\`.`;
    else operation.security = [];
    if (needsStepUp)
      operation.description +=
        ' Requires that the session was confirmed within the last 10 minutes (`POST /operator/session/confirmation`).';
    operation.parameters = [
      ...(operation.parameters ?? []),
      ...(role && method !== 'get' ? [refTo('parameters', 'WriteToken')] : []),
      ...(idempotent ? [refTo('parameters', 'IdempotencyKey')] : []),
    ];
  },

  headersOf: (status, _response, { idempotent }) =>
    idempotent && status.startsWith('2') ? ['Idempotent-Replayed'] : [],

  sharedStatuses: ({ requestBody }, { role, idempotent }) => [
    'default',
    400,
    429,
    503,
    ...(role ? [401, 403] : []),
    ...(idempotent ? [409, 422] : []),
    ...(requestBody ? [413, 415] : []),
  ],
};

function uploadOf(uploads: readonly string[]): NonNullable<Operation['requestBody']> {
  // In OpenAPI 3.1 the media type alone describes binary content.
  return { required: true, content: Object.fromEntries(uploads.map((type) => [type, { schema: {} }])) };
}
