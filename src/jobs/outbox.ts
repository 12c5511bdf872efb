// Outbox: use cases insert event rows in the transaction of the change. The relay does everything else after the
// commit.
import type { AnyTransaction } from '../db/branded-database.ts';
import { notifyOnCommit } from '../db/database.ts';
import { insertion, type Statement, together } from '../db/statement.ts';

export interface OutboxEvent {
  readonly id: string;
  readonly accountId: string;
  readonly bookingId: string | null;
  readonly type: string;
  /** Number of the event within its booking; null for events that are not about a booking. */
  readonly sequence: number | null;
  /** Only for this webhook endpoint; not part of the event feed. */
  readonly endpointId?: string;
  /** Serialized once; sent as is. */
  readonly payload: string;
  readonly occurredAt: Date;
}

export async function recordEvents(trx: AnyTransaction, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  await Promise.all([wakeRelayOnCommit(trx), together(events.map(eventInsertion)).execute(trx)]);
}

/** For use cases that write events together with other rows, in a transaction that was passed to `wakeRelayOnCommit`. */
export function eventInsertion(event: OutboxEvent): Statement<never> {
  return insertion('event', [
    {
      id: event.id,
      account_id: event.accountId,
      booking_id: event.bookingId,
      type: event.type,
      sequence: event.sequence,
      endpoint_id: event.endpointId ?? null,
      payload: event.payload,
      occurred_at: event.occurredAt,
    },
  ]);
}

/** Marks the transaction, so that its commit wakes the relay. Sends no statement. */
export function wakeRelayOnCommit(trx: AnyTransaction): Promise<void> {
  return notifyOnCommit(trx);
}
