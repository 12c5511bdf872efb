// What an account is told about one of its endpoints, on its others.
import type { EnvironmentName } from '../../../config.ts';
import type { EventType } from '../../../domain/event-types.ts';
import type { OutboxEvent } from '../../../jobs/outbox.ts';

export interface EndpointFacts {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[] | null;
  readonly disabled: boolean;
  readonly disabledReason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function endpointEvent(
  id: string,
  type: Extract<EventType, `webhook_endpoint.${string}`>,
  endpoint: EndpointFacts,
  { environment, now, failingSince }: { environment: EnvironmentName; now: Date; failingSince: Date | null },
): OutboxEvent {
  const payload = {
    id,
    type,
    timestamp: now.toISOString(),
    api_version: 2,
    environment,
    sequence: null,
    data: {
      webhook_endpoint: {
        id: endpoint.id,
        url: endpoint.url,
        description: endpoint.description,
        events: endpoint.events,
        disabled: endpoint.disabled,
        disabled_reason: endpoint.disabledReason,
        failing_since: failingSince?.toISOString() ?? null,
        created_at: endpoint.createdAt.toISOString(),
        updated_at: endpoint.updatedAt.toISOString(),
      },
      changed: [],
    },
  };
  return {
    id,
    accountId: endpoint.accountId,
    bookingId: null,
    type,
    sequence: null,
    payload: JSON.stringify(payload),
    occurredAt: now,
  };
}
