// Wire format of a webhook endpoint in the partner API.
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';

export function presentEndpoint(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    disabled: endpoint.disabledReason !== null,
    disabled_reason: endpoint.disabledReason,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}
