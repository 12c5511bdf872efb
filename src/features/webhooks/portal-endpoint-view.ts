// Wire format of an endpoint in the portal API: the endpoint with its health and the statistics of the last 24 hours.
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import type { HealthRow, HourRow } from './endpoint-activity-store.ts';
import { chartOf, summarizeHours } from './endpoint-chart.ts';
import type { EndpointHealth, PortalEndpoint } from './portal-schemas.ts';

export interface EndpointActivity {
  readonly health: HealthRow | undefined;
  readonly waiting: number;
  /** Of the last 24 hours. */
  readonly hours: readonly HourRow[];
}

export function presentPortalEndpoint(
  endpoint: WebhookEndpoint,
  { health, waiting, hours }: EndpointActivity,
  now: Date,
): PortalEndpoint {
  const { succeeded, failed, p95_ms } = summarizeHours(hours);
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    disabled: endpoint.disabledReason !== null,
    disabled_reason: endpoint.disabledReason,
    disabled_at: endpoint.disabledAt,
    held: endpoint.isHeld,
    created_at: endpoint.createdAt,
    updated_at: endpoint.updatedAt,
    health: healthOf(endpoint, health, now),
    failing_since: health?.failingSince ?? null,
    paused_until: isPaused(health, now) ? (health?.circuitUntil ?? null) : null,
    last_success_at: health?.lastSuccessAt ?? null,
    last_failure_at: health?.lastFailureAt ?? null,
    pending: waiting,
    day: { succeeded, failed, p95_ms },
    hours: chartOf('day', now, hours).points.map((point) => ({
      succeeded: point.succeeded,
      failed: point.failed,
    })),
  };
}

function healthOf(endpoint: WebhookEndpoint, health: HealthRow | undefined, now: Date): EndpointHealth {
  if (endpoint.disabledReason !== null) return 'disabled';
  if (!health || (!health.lastSuccessAt && !health.lastFailureAt)) return 'new';
  if (isPaused(health, now)) return 'paused';
  // If only manual resends were attempted and all failed, `lastFailureAt` is set while `failingSince` is not.
  return health.failingSince || !health.lastSuccessAt ? 'failing' : 'healthy';
}

function isPaused(health: HealthRow | undefined, now: Date): boolean {
  return health?.circuitUntil != null && health.circuitUntil > now;
}
