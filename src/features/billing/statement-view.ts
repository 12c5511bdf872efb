// Wire format of billing records and statements.
import type { Statement, StatementSummary } from './read-statement.ts';
import type { BillingRecord } from './record-store.ts';

const iso = (millis: number) => new Date(millis).toISOString();

export function presentStatement(statement: Statement, publicUrl: string) {
  const { month, isFinal, timeZone, fromMs, untilMs, account, totals, records } = statement;
  return {
    month,
    status: statusOf(isFinal),
    time_zone: timeZone,
    from: iso(fromMs),
    to: iso(untilMs),
    currency: 'USD',
    account: { id: account.id, name: account.name },
    opening_balance: totals.openingCents,
    totals: {
      fares: totals.faresCents,
      tips: totals.tipsCents,
      discounts: totals.discountsCents,
      refunds: totals.refundsCents,
      credits: totals.creditsCents,
      cancellation_fees: totals.cancellationFeesCents,
    },
    billed: totals.billedCents,
    paid: totals.paidCents,
    closing_balance: totals.closingCents,
    payment_instructions: statement.paymentInstructions.join('\n') || null,
    records: records.map(presentRecord),
    csv_url: `${urlOf(publicUrl, month)}.csv`,
    pdf_url: `${urlOf(publicUrl, month)}.pdf`,
  };
}

export function presentSummary(summary: StatementSummary, publicUrl: string) {
  const { month, isFinal, records, openingCents, closingCents } = summary;
  return {
    month,
    status: statusOf(isFinal),
    records,
    opening_balance: openingCents,
    closing_balance: closingCents,
    url: urlOf(publicUrl, month),
  };
}

function statusOf(isFinal: boolean): 'open' | 'final' {
  return isFinal ? 'final' : 'open';
}

function urlOf(publicUrl: string, month: string): string {
  return `${publicUrl}/billing/statements/${month}`;
}

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
