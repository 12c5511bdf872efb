// The outbox. Whoever changes something writes what is to be told about it in the same transaction; nothing else about
// telling it happens there.
import { type AccountTransaction, tellCommit } from '../db/database.ts';
import { insertion, type Statement, together } from '../db/statement.ts';

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
  await Promise.all([relayAfter(trx), together(events.map(eventInsertion)).execute(trx)]);
}

/** For who writes events together with other things: to be carried out in the transaction that `relayAfter` was told of. */
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

/** The relay hears of the events as soon as there is something to see. */
export function relayAfter(trx: AccountTransaction): Promise<void> {
  return tellCommit(trx);
}
