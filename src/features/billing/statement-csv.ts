// CSV format of a billing statement (RFC 4180): one row per line of each record.
import type { BillingLine } from '../../domain/money/billing-line.ts';
import { formatDecimalDollars } from '../../lib/format-dollars.ts';
import type { Statement } from './read-statement.ts';
import type { BillingRecord } from './record-store.ts';

type Line = Partial<BillingLine> & { readonly amountCents: number };

const COLUMNS: readonly [name: string, cell: (record: BillingRecord, line: Line) => string][] = [
  ['record_id', ({ id }) => id],
  ['record_kind', ({ kind }) => kind],
  ['booked_at', ({ bookedAt }) => bookedAt.toISOString()],
  ['occurred_at', ({ occurredAt }) => occurredAt.toISOString()],
  ['booking_id', ({ bookingId }) => bookingId ?? ''],
  ['booking_hid', ({ bookingHid }) => bookingHid ?? ''],
  ['order_number', ({ orderNumber }) => text(orderNumber)],
  ['reference', ({ reference }) => text(reference)],
  ['line_kind', (_record, { kind }) => kind ?? ''],
  ['line_name', (_record, { name }) => text(name)],
  ['amount_cents', (_record, { amountCents }) => String(amountCents)],
  ['amount_usd', (_record, { amountCents }) => formatDecimalDollars(amountCents)],
];

export function statementCsv({ records }: Statement): string {
  const head = COLUMNS.map(([name]) => name);
  const rows = records.flatMap((record) =>
    linesOf(record).map((line) => COLUMNS.map(([, cell]) => cell(record, line))),
  );
  return [head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** A charge of zero has no lines, but must still be on the statement. */
function linesOf({ kind, lines }: BillingRecord): readonly Line[] {
  return lines.length > 0 ? lines : [{ name: kind, amountCents: 0 }];
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
