// CSV format of a billing statement (RFC 4180): one row per line of each record.
import type { BillingLine } from '../../domain/money/billing-line.ts';
import { csvText } from '../../lib/csv.ts';
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
  ['order_number', ({ orderNumber }) => csvText(orderNumber)],
  ['reference', ({ reference }) => csvText(reference)],
  ['line_kind', (_record, { kind }) => kind ?? ''],
  ['line_name', (_record, { name }) => csvText(name)],
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
