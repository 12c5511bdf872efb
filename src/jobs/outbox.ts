// The outbox. Whoever changes something writes what is to be told about it in the same transaction; nothing else about
// telling it happens there.
import type { AccountTransaction } from '../db/database.ts';

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

export async function recordEvents(trx: AccountTransaction, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('event')
    .values(
      events.map((event) => ({
        id: event.id,
        account_id: event.accountId,
        booking_id: event.bookingId,
        type: event.type,
        sequence: event.sequence,
        payload: event.payload,
        occurred_at: event.occurredAt,
      })),
    )
    .execute();
}
