// The outbox. Whoever changes something writes what is to be told about it in the same transaction; nothing else about
// telling it happens there.
import { type AccountTransaction, tellCommit } from '../db/database.ts';

export interface OutboxEvent {
  readonly id: string;
  readonly accountId: string;
  readonly bookingId: string | null;
  readonly type: string;
  /** null for what is not about a booking. */
  readonly sequence: number | null;
  /** Meant for this webhook endpoint alone, and no part of the feed. */
  readonly endpointId?: string;
  /** Serialised once, as it will be sent. */
  readonly payload: string;
  readonly occurredAt: Date;
}

export async function recordEvents(trx: AccountTransaction, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    id: event.id,
    account_id: event.accountId,
    booking_id: event.bookingId,
    type: event.type,
    sequence: event.sequence,
    endpoint_id: event.endpointId ?? null,
    payload: event.payload,
    occurred_at: event.occurredAt,
  }));
  // The relay hears of it when there is something to see.
  await Promise.all([tellCommit(trx), trx.insertInto('event').values(rows).execute()]);
}
