// Delivery log of the portal. Uses keyset pagination on an index, so that the cost of a page does not depend on its
// depth. Times are compared through ids, because UUIDv7 ids are ordered by time.
import { type RawBuilder, sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
import type {
  AttemptOutcome,
  DeliveryReason,
  DeliveryStatus,
} from '../../domain/webhook/webhook-delivery.ts';

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

export interface DeliveryRow {
  readonly id: string;
  readonly endpointId: string;
  /** Empty if the endpoint was deleted before anything was sent to it. */
  readonly endpointUrl: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly bookingId: string | null;
  readonly status: DeliveryStatus;
  readonly reason: DeliveryReason | null;
  readonly attempts: number;
  readonly lastOutcome: AttemptOutcome | null;
  readonly lastStatusCode: number | null;
  readonly createdAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

/** Newest first. */
export async function listDeliveryRows(
  db: AccountDatabase,
  accountId: string,
  page: DeliveryPageRequest,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`${columnsOf(newest(accountId, page))} order by d.id desc`.execute(
    db,
  );
  return rows;
}

export async function findDeliveryRow(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const found = sql`select * from webhook_delivery where account_id = ${accountId} and id = ${id}`;
  const { rows } = await sql<DeliveryRow>`${columnsOf(found)}`.execute(db);
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

/** For a deleted endpoint, the URL is taken from the last attempt. */
function columnsOf(deliveries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", d.event_type as "eventType",
      d.booking_id as "bookingId", d.status, d.reason, d.attempts, d.last_outcome as "lastOutcome",
      d.last_status_code as "lastStatusCode", d.created_at as "createdAt", d.last_attempt_at as "lastAttemptAt",
      d.next_attempt_at as "nextAttemptAt",
      coalesce(e.url, (select a.request_url from webhook_attempt a
        where a.account_id = d.account_id and a.delivery_id = d.id order by a.id desc limit 1), '') as "endpointUrl"
    from (${deliveries}) d left join webhook_endpoint e on e.id = d.endpoint_id and e.account_id = d.account_id`;
}
