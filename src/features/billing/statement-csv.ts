// CSV format of a billing statement (RFC 4180): one row per line of each record.
import type { BillingLine } from '../../domain/money/billing-line.ts';
import { formatDecimalDollars } from '../../lib/format-dollars.ts';
import type { Statement } from './read-statement.ts';
import type { BillingRecord } from './record-store.ts';

const COLUMNS = [
  'record_id',
  'record_kind',
  'booked_at',
  'occurred_at',
  'booking_id',
  'booking_hid',
  'order_number',
  'reference',
  'line_kind',
  'line_name',
  'amount_cents',
  'amount_usd',
] as const;

export function statementCsv({ records }: Statement): string {
  const rows = records.flatMap((record) => linesOf(record).map((line) => row(record, line)));
  return [COLUMNS, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** A charge of zero has no lines, but must still be on the statement. */
function linesOf({ kind, lines }: BillingRecord): readonly Omit<BillingLine, 'kind'>[] {
  return lines.length > 0 ? lines : [{ name: kind, amountCents: 0 }];
}

function row(record: BillingRecord, line: Partial<BillingLine> & { amountCents: number }): string[] {
  return [
    record.id,
    record.kind,
    record.bookedAt.toISOString(),
    record.occurredAt.toISOString(),
    record.bookingId ?? '',
    record.bookingHid ?? '',
    text(record.orderNumber),
    text(record.reference),
    line.kind ?? '',
    text(line.name),
    String(line.amountCents),
    formatDecimalDollars(line.amountCents),
  ];
}

/**
 * Quotes the value if needed. A value that a spreadsheet would execute as a formula is prefixed with an apostrophe (CSV
 * injection).
 */
function text(value: string | null | undefined): string {
  if (!value) return '';
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
