// Creates endpoints and events directly in the database.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { recordEvents } from '../../src/jobs/outbox.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds, uuidv7 } from '../../src/lib/ids.ts';
import type { TestApp } from './app.ts';
import { queryAsOwner } from './database.ts';
import { PATIENCE_MS } from './scale.ts';

export interface TestEndpoint {
  readonly id: string;
  readonly accountId: string;
  readonly key: Buffer;
}

export async function addEndpoint(
  { system, keys }: Pick<TestApp, 'system' | 'keys'>,
  accountId: string,
  url: string,
  { events = null, clock = systemClock }: { events?: readonly string[] | null; clock?: Clock } = {},
): Promise<TestEndpoint> {
  const [id, secretId, key] = [randomIds.next(), randomIds.next(), randomBytes(32)];
  const now = clock.now();
  await system
    .insertInto('webhook_endpoint')
    .values({
      id,
      account_id: accountId,
      url,
      description: null,
      events: events && [...events],
      disabled: false,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await system
    .insertInto('webhook_secret')
    .values({
      id: secretId,
      endpoint_id: id,
      account_id: accountId,
      sealed: keys.seal(key, `webhook_secret:${secretId}`),
      created_at: now,
    })
    .execute();
  return { id, accountId, key };
}

export interface TestEvent {
  readonly type?: string;
  readonly endpointId?: string;
}

/** Inserts events without a booking and notifies the relay; returns their ids. */
export async function emitEvents(
  test: Pick<TestApp, 'system' | 'connection'>,
  accountId: string,
  count: number,
  { type = 'booking.created', endpointId }: TestEvent = {},
  clock: Clock = systemClock,
): Promise<string[]> {
  const events = Array.from({ length: count }, (_, number) => {
    const occurredAt = clock.now();
    const id = uuidv7(occurredAt.getTime());
    const timestamp = occurredAt.toISOString();
    const head = { id, type, timestamp, api_version: 2, environment: 'production', sequence: null };
    const payload = JSON.stringify({ ...head, data: { number, changed: [] } });
    return {
      id,
      accountId,
      bookingId: null,
      type,
      sequence: null,
      payload,
      occurredAt,
      ...(endpointId && { endpointId }),
    };
  });
  await test.system.transaction().execute((trx) => recordEvents(trx, events));
  await wakeWorkers(test, 'events');
  return events.map(({ id }) => id);
}

/** Notifies workers of new events or tasks, as another process would. */
export async function wakeWorkers(
  { connection }: Pick<TestApp, 'connection'>,
  kind: 'events' | 'tasks',
): Promise<void> {
  await queryAsOwner(connection, `select pg_notify('waybill_events', $1)`, [kind]);
}

/** Polls until the result is as expected. */
export async function eventually<T>(
  read: () => Promise<T>,
  isDone: (result: T) => boolean,
  timeoutMillis = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMillis;
  for (;;) {
    const result = await read();
    if (isDone(result)) return result;
    if (performance.now() > deadline)
      throw new Error(`condition not met within ${timeoutMillis} ms; last result: ${JSON.stringify(result)}`);
    await delay(20);
  }
}

export interface DeliveryState {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly last_outcome: string | null;
  readonly last_attempt_at: Date | null;
  readonly next_attempt_at: Date | null;
}

/** Oldest first. */
export async function deliveriesOf(
  { connection }: Pick<TestApp, 'connection'>,
  endpointId: string,
): Promise<DeliveryState[]> {
  return queryAsOwner(connection, 'select * from webhook_delivery where endpoint_id = $1 order by id', [
    endpointId,
  ]);
}

/** Waits until the endpoint's circuit is open, nothing is in flight, and all attempts are recorded. */
export async function untilPausedAndRecorded(
  test: Pick<TestApp, 'connection' | 'metrics'>,
  { id }: Pick<TestEndpoint, 'id'>,
  receiver: { readonly received: readonly unknown[] },
): Promise<void> {
  await eventually(
    async () => {
      const [paused] = await queryAsOwner<{ attempts: number }>(
        test.connection,
        `select (select count(*)::int from webhook_attempt a where a.endpoint_id = h.endpoint_id) as attempts
         from webhook_health h where h.endpoint_id = $1 and h.circuit_until is not null`,
        [id],
      );
      const inFlight = /^waybill_webhook_in_flight\{.*\} (\d+)$/m.exec(await test.metrics.metrics())?.[1];
      return { attempts: paused?.attempts, inFlight, received: receiver.received.length };
    },
    ({ attempts, inFlight, received }) => inFlight === '0' && attempts === received,
  );
}

/** Waits until the deliveries of an endpoint are as expected. */
export function untilDeliveries(
  test: Pick<TestApp, 'connection'>,
  { id }: Pick<TestEndpoint, 'id'>,
  isDone: (deliveries: readonly DeliveryState[]) => boolean,
): Promise<DeliveryState[]> {
  return eventually(() => deliveriesOf(test, id), isDone);
}
