// Delivery log of the portal in wire format: deliveries, their attempts and payloads, and requests to resend them. Uses
// keyset pagination on an index, so that the cost of a page does not depend on its depth. Times are compared through
// ids, because UUIDv7 ids are ordered by time.
import { type RawBuilder, sql } from 'kysely';
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';
import type { DeliveryStatus } from '../../domain/webhook/webhook-delivery.ts';
import type { PortalAttempt, PortalDelivery } from './portal-schemas.ts';

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly type?: string | undefined;
  readonly bookingId?: string | undefined;
  /** Only deliveries about one of these bookings or one of these events. */
  readonly about?:
    | { readonly bookingIds: readonly string[]; readonly eventIds: readonly string[] }
    | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface DeliveryPageRequest {
  readonly filter: DeliveryFilter;
  /** Keyset position: only deliveries older than this one. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function listDeliveryRows(
  db: AccountDatabase,
  accountId: string,
  page: DeliveryPageRequest,
): Promise<PortalDelivery[]> {
  const { rows } = await sql<PortalDelivery>`
    ${columnsOf(newest(accountId, page))} order by d.id desc`.execute(db);
  return rows;
}

export async function findDeliveryRow(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<PortalDelivery | undefined> {
  const found = sql`select * from webhook_delivery where account_id = ${accountId} and id = ${id}`;
  const { rows } = await sql<PortalDelivery>`${columnsOf(found)}`.execute(db);
  return rows[0];
}

function newest(accountId: string, { filter, after, limit }: DeliveryPageRequest): RawBuilder<unknown> {
  const conditions: [unknown, RawBuilder<unknown> | undefined][] = [
    [filter.endpointId, sql`endpoint_id = ${filter.endpointId}`],
    [filter.status, filter.status && statusIs(accountId, filter.status)],
    [filter.type, sql`event_type = ${filter.type}`],
    [filter.bookingId, sql`booking_id = ${filter.bookingId}`],
    [
      filter.about,
      sql`(booking_id = any(${filter.about?.bookingIds ?? []}) or event_id = any(${filter.about?.eventIds ?? []}))`,
    ],
    [filter.from, sql`id >= uuid_floor(${filter.from})`],
    [filter.to, sql`id < uuid_floor(${filter.to})`],
    [after, sql`id < ${after}`],
  ];
  const conditionsInUse = conditions.flatMap(([value, condition]) =>
    value === undefined || !condition ? [] : [condition],
  );
  return sql`select * from webhook_delivery
    where ${sql.join([sql`account_id = ${accountId}`, ...conditionsInUse], sql` and `)}
    order by id desc limit ${limit}`;
}

/**
 * Picks the cheapest access path per status: pending deliveries are found through their tasks, failed and discarded
 * ones through a partial index on `reason`.
 */
function statusIs(accountId: string, status: DeliveryStatus): RawBuilder<unknown> {
  if (status === 'delivered') return sql`status = 'delivered'`;
  if (status !== 'pending') return sql`status = ${status} and reason is not null`;
  return sql`status = 'pending' and id = any(array(
    select t.delivery_id from webhook_endpoint w join webhook_task t on t.endpoint_id = w.id
    where w.account_id = ${accountId} and t.account_id = ${accountId}))`;
}

/** For a deleted endpoint, the URL is taken from the last attempt. A paused endpoint postpones the next attempt. */
function columnsOf(deliveries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select d.id, d.endpoint_id, coalesce(e.url, (select a.request_url from webhook_attempt a
        where a.account_id = d.account_id and a.delivery_id = d.id order by a.id desc limit 1), '') as endpoint_url,
      d.event_id, d.event_type, d.booking_id, b.hid as booking_hid, d.status, d.reason, d.attempts, d.last_outcome, d.last_status_code,
      d.created_at, d.last_attempt_at,
      case when d.next_attempt_at is not null then greatest(d.next_attempt_at, h.circuit_until) end as next_attempt_at
    from (${deliveries}) d left join webhook_endpoint e on e.id = d.endpoint_id and e.account_id = d.account_id
      left join booking b on b.id = d.booking_id and b.account_id = d.account_id
      left join webhook_health h on h.endpoint_id = e.id and h.account_id = e.account_id`;
}

/** Returns the latest `limit` attempts, oldest first. */
export async function listAttempts(
  db: AccountDatabase,
  accountId: string,
  deliveryId: string,
  limit: number,
): Promise<PortalAttempt[]> {
  const { rows } = await sql<PortalAttempt>`
    select id, number, trigger, started_at, duration_ms, outcome, error, remote_address,
      json_build_object('url', request_url, 'headers', request_headers) as request,
      case when status_code is not null then json_build_object('status_code', status_code,
        'headers', coalesce(response_headers, '{}'), 'body', response_body, 'is_base64', response_is_base64,
        'is_cut', response_is_cut) end as response
    from webhook_attempt where account_id = ${accountId} and delivery_id = ${deliveryId}
    order by id desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** The payload byte for byte as it is sent; undefined after the event has been erased by retention. */
export async function findPayload(
  db: AccountDatabase,
  accountId: string,
  eventId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ payload: string }>`
    select payload::text from event where account_id = ${accountId} and id = ${eventId}`.execute(db);
  return rows[0]?.payload;
}

/** Whether a resend of the delivery is already queued. */
export async function isResendPending(
  trx: AccountTransaction,
  accountId: string,
  deliveryId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_task
    where account_id = ${accountId} and delivery_id = ${deliveryId} and trigger = 'resend'`.execute(trx);
  return rows.length > 0;
}

/** Queues a task with the trigger `resend`. */
export async function insertResend(
  trx: AccountTransaction,
  accountId: string,
  { id, endpoint_id, event_id, booking_id }: PortalDelivery,
  dueAt: Date,
): Promise<void> {
  await sql`
    insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, tries, due_at)
    values (${accountId}, ${endpoint_id}, ${id}, ${event_id}, ${booking_id}, 'resend', 0,
      ${dueAt})`.execute(trx);
}
