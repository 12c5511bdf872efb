// Bills booking events: turns them into billing records and ledger entries. Relay subscriber: runs in the relay's
// transaction with the events just placed, so an event is billed if and only if it is in the feed, exactly once.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { billTransition, type RecordContent } from '../../../domain/money/billing-record.ts';
import { bookingTime } from '../../../domain/money/statement-month.ts';
import type { ProviderName } from '../../../integrations/payments/payment-provider.ts';
import type { PositionedEvent } from '../../../jobs/relay-store.ts';
import { type BillableEvent, isBillingEvent, readBillableEvent } from './billed-event.ts';
import { followPayments } from './follow-payments.ts';
import { findBilled, insertRecords, loadBookingEvents, type NewRecord } from './ledger-store.ts';

export interface BillingContext extends Pick<Context, 'clock' | 'ids'> {
  /** Time zone that defines the billing months. */
  readonly timeZone: string;
  /** null if every account is billed on account. */
  readonly payments: ProviderName | null;
}

/** Returns the number of payment jobs added. */
export async function billEvents(
  context: BillingContext,
  trx: SystemDatabase,
  events: readonly PositionedEvent[],
): Promise<number> {
  // The creation of a booking matters only if its price must be authorized.
  const isRelevant = (placed: PositionedEvent) =>
    isBillingEvent(placed) && (context.payments !== null || placed.type !== 'booking.created');
  const ids = events.filter(isRelevant).map(({ id }) => id);
  const billedEvents = ids.length === 0 ? [] : (await loadBookingEvents(trx, ids)).map(readBillableEvent);
  const billable = billedEvents.filter(({ move }) => move !== null);
  if (billable.length > 0) await insertRecords(trx, await recordsFor(context, trx, billable));
  if (!context.payments || billedEvents.length === 0) return 0;
  return followPayments(context.payments, trx, billedEvents, context.clock.now());
}

async function recordsFor(
  context: BillingContext,
  trx: SystemDatabase,
  billedEvents: readonly BillableEvent[],
): Promise<NewRecord[]> {
  const billed = new Map(await findBilled(trx, [...new Set(billedEvents.map(({ bookingId }) => bookingId))]));
  return billedEvents.flatMap((event) => {
    const before = billed.get(event.bookingId) ?? [];
    const content = event.move && billTransition(event.move, before);
    if (!content) return [];
    // Several events of one booking may be in one batch; each is billed on top of the previous one.
    billed.set(event.bookingId, [...before, content]);
    return recordOf(context, event, content);
  });
}

function recordOf(
  { clock, ids, timeZone }: BillingContext,
  { eventId, accountId, bookingId, hid, orderNumber, occurredAtMs }: BillableEvent,
  content: RecordContent,
): NewRecord {
  const now = clock.now();
  return {
    ...content,
    ...bookingTime(occurredAtMs, now.getTime(), timeZone),
    id: ids.next(),
    accountId,
    booking: { id: bookingId, hid, orderNumber },
    source: `event:${eventId}`,
    eventId,
    reference: null,
    occurredAtMs,
    recordedAt: now,
  };
}
