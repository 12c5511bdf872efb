// Route of /operator/organizations/{id}/webhook-endpoints: the webhook endpoints of an organization with their health.
import { describeAttemptFailure } from '../../../domain/webhook/describe-attempt-failure.ts';
import type { LastFailure } from '../../../domain/webhook/last-failure.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer } from '../../../http/operations/schemas.ts';
import type { PortalEndpoint } from '../../webhooks/portal-schemas.ts';
import { readEndpoints } from '../../webhooks/read-endpoints.ts';
import { findLastFailures } from '../../webhooks/system/last-failure-store.ts';
import type { ConsoleContext } from '../console-context.ts';
import { loadOrganization, noOrganization, organizationParams } from './account-routes.ts';
import { OrganizationEndpointListSchema } from './webhook-endpoint-schemas.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Organizations' });

export const organizationEndpointOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/organizations/:id/webhook-endpoints',
    role: 'viewer',
    id: 'organizations.listWebhookEndpoints',
    summary: 'List webhook endpoints',
    description:
      'Returns the webhook endpoints of an organization with their health and, while they fail or after failures ' +
      'disabled them, their last failed attempt. Partners manage them through the API ' +
      'and in the portal; `waybill webhooks enable` enables a disabled one.',
    params: organizationParams,
    responses: { 200: answer(OrganizationEndpointListSchema, 'The endpoints.'), 404: noOrganization },
    handler: async ({ context, request }) => {
      const { id } = await loadOrganization(context, request.params.id);
      const endpoints = await readEndpoints(context, id);
      const failures = await findLastFailures(
        context.system,
        endpoints.map((endpoint) => endpoint.id),
      );
      return { data: endpoints.map((endpoint) => presentEndpoint(endpoint, failures.get(endpoint.id))) };
    },
  }),
];

/** The query string of the URL is cut off: it may contain a secret of the partner. */
function presentEndpoint(endpoint: PortalEndpoint, failure: LastFailure | undefined) {
  const { id, url, description, health, disabled_reason, disabled_at, failing_since, pending, day } =
    endpoint;
  const { last_success_at, last_failure_at } = endpoint;
  return {
    id,
    url: url.split('?', 1)[0] ?? url,
    description,
    health,
    disabled_reason,
    disabled_at,
    failing_since,
    last_success_at,
    last_failure_at,
    last_failure: failure ? presentFailure(failure) : null,
    pending,
    succeeded: day.succeeded,
    failed: day.failed,
  };
}

function presentFailure({ at, outcome, statusCode }: LastFailure) {
  return {
    at: at.toISOString(),
    outcome,
    status_code: statusCode,
    says: describeAttemptFailure(outcome, statusCode),
  };
}
