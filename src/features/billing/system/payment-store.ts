// Store of payments per booking and their provider operations.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { PaymentOperation } from '../../../domain/money/payment-plan.ts';
import type { ProviderName } from '../../../integrations/payments/payment-provider.ts';
import type { BillableEvent } from './billed-event.ts';

export interface Payment {
  readonly bookingId: string;
  readonly accountId: string;
  readonly bookingHid: string;
  readonly orderNumber: string | null;
  readonly provider: ProviderName;
  readonly customer: string;
  readonly method: string;
  readonly wantedCents: number;
  readonly isOver: boolean;
  /** Amount billed for the booking so far, in cents. */
  readonly dueCents: number;
}

export interface StoredOperation extends PaymentOperation {
  readonly id: string;
  /** Id at the provider, once the operation is done. */
  readonly reference: string | null;
  readonly askedAt: Date;
}

/** Opens payments for those bookings whose accounts pay per booking. */
export async function openPayments(
  trx: SystemDatabase,
  provider: ProviderName,
  events: readonly BillableEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ bookingId, accountId, hid, orderNumber, expectedCents }) => ({
    booking_id: bookingId,
    account_id: accountId,
    hid,
    order_number: orderNumber,
    wanted_cents: expectedCents,
  }));
  await sql`
    insert into payment (booking_id, account_id, booking_hid, order_number, provider, customer, method, wanted_cents,
      is_over, opened_at)
    select b.booking_id, b.account_id, b.hid, b.order_number, s.provider, s.customer, s.method, b.wanted_cents, false, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as b (
      booking_id uuid, account_id uuid, hid text, order_number text, wanted_cents bigint)
    join payment_setting s on s.account_id = b.account_id and s.provider = ${provider}
    on conflict do nothing`.execute(trx);
}

export async function markPaymentsOver(trx: SystemDatabase, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  await sql`update payment set is_over = true, uncollected_cents = null
    where booking_id = any(${[...bookingIds]}::uuid[])`.execute(trx);
}

export async function findPayments(
  trx: SystemDatabase,
  bookingIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select booking_id as id from payment
    where booking_id = any(${[...bookingIds]}::uuid[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Locks the payment row until the transaction ends. */
export async function lockPayment(trx: SystemDatabase, bookingId: string): Promise<Payment | undefined> {
  await sql`select from payment where booking_id = ${bookingId} for update`.execute(trx);
  const { rows } = await sql<Payment>`
    select booking_id as "bookingId", account_id as "accountId", booking_hid as "bookingHid",
      order_number as "orderNumber", provider, customer, method, wanted_cents::float8 as "wantedCents",
      is_over as "isOver",
      (select coalesce(sum(r.amount_cents), 0)::float8 from billing_record r
       where r.booking_id = p.booking_id and r.kind not in ('payment', 'payment_refund')) as "dueCents"
    from payment p where booking_id = ${bookingId}`.execute(trx);
  return rows[0];
}

export async function listOperations(trx: SystemDatabase, bookingId: string): Promise<StoredOperation[]> {
  const { rows } = await sql<StoredOperation>`
    select id, number, kind, amount_cents::float8 as "amountCents", intent, status, reference, asked_at as "askedAt"
    from payment_operation where booking_id = ${bookingId} order by number`.execute(trx);
  return rows;
}

export async function insertOperation(
  trx: SystemDatabase,
  { bookingId, accountId }: Payment,
  operation: StoredOperation,
): Promise<void> {
  const { id, number, kind, amountCents, intent, status, askedAt } = operation;
  await sql`
    insert into payment_operation (id, booking_id, account_id, number, kind, amount_cents, intent, status, asked_at)
    values (${id}, ${bookingId}, ${accountId}, ${number}, ${kind}, ${amountCents}, ${intent}, ${status}, ${askedAt})
  `.execute(trx);
}

export interface OperationEnd {
  readonly status: 'done' | 'refused';
  readonly reference: string | null;
  readonly refusal: string | null;
}

/** False if the outcome was already recorded. */
export async function finishOperation(
  trx: SystemDatabase,
  operationId: string,
  { status, reference, refusal }: OperationEnd,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update payment_operation
    set status = ${status}, reference = ${reference}, refusal = ${refusal}, finished_at = ${now}
    where id = ${operationId} and status = 'pending'`.execute(trx);
  return numAffectedRows > 0n;
}

export async function settlePayment(
  trx: SystemDatabase,
  bookingId: string,
  uncollectedCents: number,
): Promise<void> {
  await sql`
    update payment set uncollected_cents = ${uncollectedCents} where booking_id = ${bookingId}`.execute(trx);
}
