// What the operations of the partner API share in their OpenAPI document.
import { scopesFor } from '../../domain/account/scopes.ts';
import { vendorMediaType } from '../server/media-type.ts';
import { type ApiDocument, refTo } from './openapi-components.ts';
import {
  type ApiConventions,
  completeOperations,
  type Operation,
  type SharedStatus,
} from './openapi-document.ts';
import { sharedErrorResponses } from './openapi-error-responses.ts';
import { idempotencyKey, type ResponseHeader, rateLimitHeaders, responseHeaders } from './openapi-headers.ts';
import { describeWebhooks, eventSchemas, type PublishedEvent, webhookHeaders } from './openapi-webhooks.ts';

type Config = Parameters<ApiConventions['extend']>[1];

export function completePartnerDocument(
  document: ApiDocument,
  events: readonly PublishedEvent[],
): ApiDocument {
  const { components } = document;
  document.tags = usedTags(document);
  components.responses = {};
  components.parameters = { IdempotencyKey: idempotencyKey, ...webhookHeaders };
  components.schemas = { ...components.schemas, ...eventSchemas(events) };
  document.webhooks = describeWebhooks(events);
  components.headers = { ...responseHeaders };
  return completeOperations(document, conventions);
}

/** Drops tags without operations: production has none tagged Sandbox. */
function usedTags({ tags = [], paths }: ApiDocument): { name: string }[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return tags.filter(({ name }) => operations.some((operation) => operation.tags?.includes(name)));
}

const isIdempotent = ({ access }: Config, method: string) => access !== undefined && method !== 'get';

const conventions: ApiConventions = {
  mediaType: vendorMediaType,
  errors: sharedErrorResponses,

  extend(operation, config, method) {
    if (config.access) requireScopes(operation, config.access);
    if (isIdempotent(config, method))
      operation.parameters = [...(operation.parameters ?? []), refTo('parameters', 'IdempotencyKey')];
  },

  headersOf(status, { content = {} }, config, method) {
    const isError = Object.values(content).some(({ schema }) => schema.$ref?.endsWith('Error'));
    const headers: ResponseHeader[] = [];
    if (config.access || status === '429') headers.push(...rateLimitHeaders);
    if (isIdempotent(config, method) && status.startsWith('2')) headers.push('Idempotent-Replayed');
    if (isError && (status === '429' || status === '503')) headers.push('Retry-After');
    if (isError && status === '401') headers.push('WWW-Authenticate');
    return headers;
  },

  sharedStatuses({ requestBody }, config, method) {
    const { access, statuses } = config;
    // The contract defines no 400 for some operations.
    const hasBadRequest = (statuses?.invalid ?? 400) === 400;
    const shared: SharedStatus[] = ['default'];
    if (access) shared.push(...(hasBadRequest ? [400] : []), 401, 403, 406, 429, 503);
    if (isIdempotent(config, method)) shared.push(409, 422);
    if (access && requestBody) shared.push(413, 415);
    return shared;
  },
};

function requireScopes(operation: Operation, access: NonNullable<Config['access']>): void {
  const scopes = scopesFor(access);
  operation.security = [...scopes.map((scope) => ({ oauth: [scope] })), { bearer: [] }];
  const names = scopes.map((scope) => `\`${scope}\``).join(', ');
  operation.description += `\n\nRequires one of the scopes ${names}.`;
}
