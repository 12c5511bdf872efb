// Wire format of billing records.
import type { BillingRecord } from './record-store.ts';

export function presentRecord(record: BillingRecord) {
  return {
    id: record.id,
    kind: record.kind,
    amount: record.amountCents,
    lines: record.lines.map(({ kind, name, amountCents }) => ({ kind, name, amount: amountCents })),
    booking_id: record.bookingId,
    booking_hid: record.bookingHid,
    order_number: record.orderNumber,
    reference: record.reference,
    month: record.month,
    occurred_at: record.occurredAt.toISOString(),
    booked_at: record.bookedAt.toISOString(),
  };
}
