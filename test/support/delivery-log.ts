// Inserts deliveries, attempts and hourly totals as the webhook engine would, for tests of read operations.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../src/db/system-database.ts';
import { DURATION_BUCKETS, durationBucketOf } from '../../src/features/webhooks/duration-buckets.ts';
import { testEventBody } from '../../src/features/webhooks/endpoint-event-view.ts';
import { uuidv7 } from '../../src/lib/ids.ts';

export interface TestDelivery {
  readonly accountId: string;
  readonly endpointId: string;
  readonly at: Date;
  /** Time of the first attempt, if it differs from the time of the event. */
  readonly sentAt?: Date;
  readonly type?: string;
  readonly bookingId?: string | null;
  readonly status?: 'pending' | 'delivered' | 'failed' | 'discarded';
  /** The event and its payload have been deleted. */
  readonly isForgotten?: boolean;
  readonly attempts?: number;
}

const nextPosition = sql<string>`nextval('event_position')`;

/** Returns the ids of the delivery and of its event, and the payload. */
export async function insertDelivery(
  system: SystemDatabase,
  delivery: TestDelivery,
): Promise<{ id: string; eventId: string; payload: string }> {
  const { accountId, endpointId, at, status = 'delivered', isForgotten = false } = delivery;
  const { type = 'booking.created', bookingId = null, attempts = status === 'pending' ? 0 : 1 } = delivery;
  const [id, eventId] = [uuidv7((delivery.sentAt ?? at).getTime()), uuidv7(at.getTime())];
  const payload = isForgotten ? '' : await insertEvent(system, { id: eventId, accountId, at, type });
  const hasFailed = status === 'failed' || status === 'discarded';
  await system
    .insertInto('webhook_delivery')
    .values({
      id,
      account_id: accountId,
      endpoint_id: endpointId,
      event_id: eventId,
      event_type: type,
      booking_id: bookingId,
      status,
      reason: hasFailed ? (status === 'failed' ? 'exhausted' : 'endpoint_disabled') : null,
      attempts,
      last_outcome: attempts > 0 ? (status === 'delivered' ? 'ok' : 'http_error') : null,
      last_status_code: attempts > 0 ? (status === 'delivered' ? 204 : 500) : null,
      created_at: at,
      last_attempt_at: attempts > 0 ? at : null,
      next_attempt_at: status === 'pending' ? at : null,
      finished_at: status === 'pending' ? null : at,
    })
    .execute();
  if (status === 'pending') {
    await system
      .insertInto('webhook_task')
      .values({
        account_id: accountId,
        endpoint_id: endpointId,
        delivery_id: id,
        event_id: eventId,
        trigger: 'event',
        tries: 0,
        // Due a year later: these deliveries must not be sent.
        due_at: new Date(at.getTime() + 365 * 86_400_000),
      })
      .execute();
  }
  for (let number = 1; number <= attempts; number += 1) await logAttempt(system, delivery, id, number);
  return { id, eventId, payload };
}

/** Inserts an event and returns its payload. */
export async function insertEvent(
  system: SystemDatabase,
  { id, accountId, at, type = 'booking.created' }: { id: string; accountId: string; at: Date; type?: string },
): Promise<string> {
  const payload = unusuallyFormatted(id, at);
  await system
    .insertInto('event')
    .values({ id, account_id: accountId, type, payload, occurred_at: at, position: nextPosition })
    .execute();
  return payload;
}

/** Payload with unusual formatting, so that a test detects whether it is stored byte for byte. */
function unusuallyFormatted(id: string, occurredAt: Date): string {
  const endpoint = {
    id,
    accountId: '',
    url: 'https://example.com/',
    description: 'Bücher',
    events: null,
    disabledReason: null,
    isHeld: false,
    disabledAt: null,
    createdAt: occurredAt,
    updatedAt: occurredAt,
  };
  return JSON.stringify(testEventBody({ id, environment: 'production', endpoint, occurredAt }), null, 3);
}

async function logAttempt(
  system: SystemDatabase,
  { accountId, endpointId, at, status }: TestDelivery,
  deliveryId: string,
  number: number,
): Promise<void> {
  const startedAt = new Date(at.getTime() + number * 1000);
  await system
    .insertInto('webhook_attempt')
    .values({
      id: uuidv7(startedAt.getTime()),
      account_id: accountId,
      endpoint_id: endpointId,
      delivery_id: deliveryId,
      trigger: 'event',
      number,
      started_at: startedAt,
      duration_ms: 42,
      outcome: status === 'failed' ? 'http_error' : 'ok',
      status_code: status === 'failed' ? 500 : 204,
      error: status === 'failed' ? 'The receiver answered 500.' : null,
      remote_address: '203.0.113.7',
      request_url: 'https://receiver.example/hooks',
      request_headers: JSON.stringify({ 'webhook-id': deliveryId }),
      response_headers: JSON.stringify({ server: 'test' }),
      response_body: 'no',
      response_is_base64: false,
      response_is_cut: false,
    })
    .execute();
}

export async function insertWebhookHour(
  system: SystemDatabase,
  { accountId, endpointId }: Pick<TestDelivery, 'accountId' | 'endpointId'>,
  hour: Date,
  { succeeded, failed, durationMs }: { succeeded: number; failed: number; durationMs: number },
): Promise<void> {
  const counts = Array.from({ length: DURATION_BUCKETS }, () => 0);
  counts[durationBucketOf(durationMs)] = succeeded + failed;
  await system
    .insertInto('webhook_hour')
    .values({
      endpoint_id: endpointId,
      account_id: accountId,
      hour,
      succeeded,
      failed,
      duration_counts: counts,
    })
    .execute();
}
