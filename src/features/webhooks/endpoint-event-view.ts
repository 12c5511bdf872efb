// Wire format of `webhook_endpoint.*` events. They are sent to the other endpoints of the account.
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import { presentEndpoint } from './endpoint-view.ts';

export interface EndpointEventInput {
  readonly id: string;
  readonly environment: EnvironmentName;
  readonly endpoint: WebhookEndpoint;
  /** Time of the first failure since the last success; null if the endpoint is not failing. */
  readonly failingSince: Date | null;
  readonly occurredAt: Date;
}

/** Returns a row for the outbox. */
export function endpointEvent(
  type: 'webhook_endpoint.failing' | 'webhook_endpoint.disabled',
  { id, environment, endpoint, failingSince, occurredAt }: EndpointEventInput,
) {
  const body = {
    id,
    type,
    timestamp: occurredAt.toISOString(),
    api_version: 2,
    environment,
    sequence: null,
    data: {
      webhook_endpoint: presentEndpoint(endpoint),
      failing_since: failingSince?.toISOString() ?? null,
    },
  };
  return {
    id,
    accountId: endpoint.accountId,
    bookingId: null,
    type,
    sequence: null,
    payload: JSON.stringify(body),
    occurredAt,
  };
}
