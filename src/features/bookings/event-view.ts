// Renders events to the wire format. The payload is immutable: it contains the booking JSON as of the change.
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { BookingEvent } from '../../domain/booking/booking-events.ts';
import type { Route } from '../../domain/place/route.ts';
import type { OutboxEvent } from '../../jobs/outbox.ts';
import { presentRoute } from '../locations/location-view.ts';

export interface OutboxEventInput {
  readonly environment: EnvironmentName;
  readonly accountId: string;
  readonly bookingId: string;
  readonly route: Route;
  /** The booking JSON after the change. */
  readonly wire: string;
}

export function outboxEvent(id: string, event: BookingEvent, input: OutboxEventInput): OutboxEvent {
  const occurredAt = new Date(event.occurredAtMs);
  const head = JSON.stringify({
    id,
    type: event.type,
    timestamp: occurredAt.toISOString(),
    api_version: 2,
    environment: input.environment,
    sequence: event.sequence,
  });
  const stop =
    event.stopId === null
      ? null
      : presentRoute(input.route).find(({ id: stopId }) => stopId === event.stopId);
  const parts = [
    `"booking":${input.wire}`,
    ...(stop ? [`"stop":${JSON.stringify(stop)}`] : []),
    `"changed":${JSON.stringify(event.changed)}`,
  ];
  return {
    id,
    accountId: input.accountId,
    bookingId: input.bookingId,
    type: event.type,
    sequence: event.sequence,
    payload: `${head.slice(0, -1)},"data":{${parts.join(',')}}}`,
    occurredAt,
  };
}
