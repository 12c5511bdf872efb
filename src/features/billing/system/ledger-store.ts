// Store of the ledger: reads the events to bill, and writes billing records with their entries. Append-only: PostgreSQL rejects updates and deletes,
// and at commit every record that does not balance.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { RecordContent } from '../../../domain/money/billing-record.ts';
import { postingsFor } from '../../../domain/money/ledger.ts';
import type { BookingEvent } from './billed-event.ts';

export interface NewRecord extends RecordContent {
  readonly id: string;
  readonly accountId: string;
  readonly booking: {
    readonly id: string;
    readonly hid: string;
    readonly orderNumber: string | null;
  } | null;
  /** Idempotency key: a second record with the same source is not inserted. */
  readonly source: string;
  readonly eventId: string | null;
  readonly reference: string | null;
  readonly occurredAtMs: number;
  readonly bookedAtMs: number;
  readonly month: string;
  readonly recordedAt: Date;
}

/** Returns the ids of the inserted records: those whose source did not exist yet. */
export async function insertRecords(
  trx: SystemDatabase,
  records: readonly NewRecord[],
): Promise<ReadonlySet<string>> {
  if (records.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    insert into billing_record (id, account_id, kind, booking_id, booking_hid, order_number, amount_cents, lines, source,
      event_id, reference, occurred_at, booked_at, month, recorded_at)
    select * from json_to_recordset(${JSON.stringify(records.map(recordRow))}::json) as r (
      id uuid, account_id uuid, kind text, booking_id uuid, booking_hid text, order_number text, amount_cents bigint,
      lines json, source text, event_id uuid, reference text, occurred_at timestamptz, booked_at timestamptz, month text,
      recorded_at timestamptz)
    on conflict do nothing returning id`.execute(trx);
  const written = new Set(rows.map(({ id }) => id));
  const entries = records.filter(({ id }) => written.has(id)).flatMap(entryRows);
  await sql`
    insert into ledger_entry (record_id, account_id, ledger_account, amount_cents)
    select * from json_to_recordset(${JSON.stringify(entries)}::json) as e (
      record_id uuid, account_id uuid, ledger_account text, amount_cents bigint)`.execute(trx);
  return written;
}

/** Placed events with their booking payload, in feed order. */
export async function loadBookingEvents(
  trx: SystemDatabase,
  ids: readonly string[],
): Promise<BookingEvent[]> {
  const { rows } = await sql<BookingEvent>`
    select id, account_id as "accountId", booking_id as "bookingId", type, occurred_at as "occurredAt",
      payload #> '{data,booking}' as booking
    from event where id = any(${[...ids]}::uuid[]) order by position`.execute(trx);
  return rows;
}

/** Everything billed for these bookings so far, oldest first. */
export async function findBilled(
  trx: SystemDatabase,
  bookingIds: readonly string[],
): Promise<ReadonlyMap<string, RecordContent[]>> {
  const { rows } = await sql<RecordContent & { bookingId: string }>`
    select booking_id as "bookingId", kind, amount_cents::float8 as "amountCents", lines
    from billing_record where booking_id = any(${[...bookingIds]}::uuid[])
    order by booked_at, id`.execute(trx);
  const billed = new Map<string, RecordContent[]>();
  for (const { bookingId, ...content } of rows)
    billed.set(bookingId, [...(billed.get(bookingId) ?? []), content]);
  return billed;
}

function recordRow(record: NewRecord) {
  return {
    id: record.id,
    account_id: record.accountId,
    kind: record.kind,
    booking_id: record.booking?.id ?? null,
    booking_hid: record.booking?.hid ?? null,
    order_number: record.booking?.orderNumber ?? null,
    amount_cents: record.amountCents,
    lines: record.lines,
    source: record.source,
    event_id: record.eventId,
    reference: record.reference,
    occurred_at: new Date(record.occurredAtMs),
    booked_at: new Date(record.bookedAtMs),
    month: record.month,
    recorded_at: record.recordedAt,
  };
}

function entryRows({ id, accountId, lines }: NewRecord) {
  return postingsFor(lines).map(({ ledgerAccount, amountCents }) => ({
    record_id: id,
    account_id: accountId,
    ledger_account: ledgerAccount,
    amount_cents: amountCents,
  }));
}
