// Wire format of deliveries and attempts in the portal API.
import type { AttemptRow } from './portal-attempt-store.ts';
import type { DeliveryRow } from './portal-delivery-store.ts';
import type { PortalAttempt, PortalDelivery } from './portal-schemas.ts';

export function presentDelivery(row: DeliveryRow): PortalDelivery {
  return {
    id: row.id,
    endpoint_id: row.endpointId,
    endpoint_url: row.endpointUrl,
    event_id: row.eventId,
    event_type: row.eventType,
    booking_id: row.bookingId,
    status: row.status,
    reason: row.reason,
    attempts: row.attempts,
    last_outcome: row.lastOutcome,
    last_status_code: row.lastStatusCode,
    created_at: row.createdAt,
    last_attempt_at: row.lastAttemptAt,
    next_attempt_at: row.nextAttemptAt,
  };
}

export function presentAttempt(row: AttemptRow): PortalAttempt {
  return {
    id: row.id,
    number: row.number,
    trigger: row.trigger,
    started_at: row.startedAt,
    duration_ms: row.durationMs,
    outcome: row.outcome,
    error: row.error,
    remote_address: row.remoteAddress,
    request: { url: row.requestUrl, headers: row.requestHeaders },
    response:
      row.statusCode === null
        ? null
        : {
            status_code: row.statusCode,
            headers: row.responseHeaders ?? {},
            body: row.responseBody,
            is_base64: row.responseIsBase64,
            is_cut: row.responseIsCut,
          },
  };
}
