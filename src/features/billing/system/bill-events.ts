// Bills booking events: turns them into billing records and ledger entries. Relay subscriber: runs in the relay's
// transaction with the events just placed, so an event is billed if and only if it is in the feed, exactly once.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { billMove, type RecordContent } from '../../../domain/billing-record.ts';
import { bookingTime } from '../../../domain/statement-month.ts';
import type { ProviderName } from '../../../integrations/payments/payment-provider.ts';
import type { PlacedEvent } from '../../../jobs/relay-store.ts';
import { type BookingFacts, isAboutMoney, readBookingFacts } from './billed-event.ts';
import { loadBookingEvents } from './billed-event-store.ts';
import { followPayments } from './follow-payments.ts';
import { findBilled, insertRecords, type NewRecord } from './ledger-store.ts';

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
  events: readonly PlacedEvent[],
): Promise<number> {
  // The creation of a booking matters only if its price must be authorized.
  const isOfInterest = (event: PlacedEvent) =>
    isAboutMoney(event) && (context.payments !== null || event.type !== 'booking.created');
  const ids = events.filter(isOfInterest).map(({ id }) => id);
  const facts = ids.length === 0 ? [] : (await loadBookingEvents(trx, ids)).map(readBookingFacts);
  const billable = facts.filter(({ move }) => move !== null);
  if (billable.length > 0) await insertRecords(trx, await recordsFor(context, trx, billable));
  if (!context.payments || facts.length === 0) return 0;
  return followPayments(context.payments, trx, facts, context.clock.now());
}

async function recordsFor(
  context: BillingContext,
  trx: SystemDatabase,
  facts: readonly BookingFacts[],
): Promise<NewRecord[]> {
  const billed = new Map(await findBilled(trx, [...new Set(facts.map(({ bookingId }) => bookingId))]));
  return facts.flatMap((fact) => {
    const before = billed.get(fact.bookingId) ?? [];
    const content = fact.move && billMove(fact.move, before);
    if (!content) return [];
    // Several events of one booking may be in one batch; each is billed on top of the previous one.
    billed.set(fact.bookingId, [...before, content]);
    return recordOf(context, fact, content);
  });
}

function recordOf(
  { clock, ids, timeZone }: BillingContext,
  { eventId, accountId, bookingId, hid, orderNumber, occurredAtMs }: BookingFacts,
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
