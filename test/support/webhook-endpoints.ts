// Endpoints and events made directly in the database, for tests of what happens to them.
import { randomBytes } from 'node:crypto';
import { recordEvents } from '../../src/jobs/outbox.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { TestApp } from './app.ts';
import { queryAsOwner } from './database.ts';

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

/** Events of no booking, written as whoever changes something would. Returns their ids. */
export async function emitEvents(
  test: Pick<TestApp, 'system' | 'connection'>,
  accountId: string,
  count: number,
  { type = 'booking.created', endpointId }: TestEvent = {},
  clock: Clock = systemClock,
): Promise<string[]> {
  const events = Array.from({ length: count }, (_, number) => {
    const id = randomIds.next();
    const occurredAt = clock.now();
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

/** As a process elsewhere would: there is something to relay, or to send. */
export async function wakeWorkers(
  { connection }: Pick<TestApp, 'connection'>,
  kind: 'events' | 'tasks',
): Promise<void> {
  await queryAsOwner(connection, `select pg_notify('waybill_events', $1)`, [kind]);
}
