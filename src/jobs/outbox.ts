// The outbox. Whoever changes something writes what is to be told about it in the same transaction; nothing else about
// telling it happens there.
import { insertion, type Statement } from '../db/statement.ts';

export interface OutboxEvent {
  readonly id: string;
  readonly accountId: string;
  readonly bookingId: string | null;
  readonly type: string;
  readonly sequence: number;
  /** Serialised once, as it will be sent. */
  readonly payload: string;
  readonly occurredAt: Date;
}

/** To be carried out in the transaction of the change. */
export function eventInsertion(event: OutboxEvent): Statement<never> {
  return insertion('event', [
    {
      id: event.id,
      account_id: event.accountId,
      booking_id: event.bookingId,
      type: event.type,
      sequence: event.sequence,
      payload: event.payload,
      occurred_at: event.occurredAt,
    },
  ]);
}
