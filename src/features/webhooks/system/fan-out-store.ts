// Fan-out: matches events with subscribed endpoints and writes one delivery and one task for each pair.
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransaction } from '../../../db/system-database.ts';
import type { PositionedEvent } from '../../../jobs/relay-store.ts';
import { matchesSubscriptionOf } from '../event-matching-store.ts';
import { leaseEnd, type Slots } from './claim-store.ts';

/**
 * Derives an id from a UUIDv7 template by replacing 20 random bits after its time with a number. The ids sort by
 * number. Cheaper than generating random ids: that would cost PostgreSQL more than inserting the row.
 */
export function numberedId(template: string, number: RawBuilder<unknown>): RawBuilder<string> {
  const [head, middle, tail] = [template.slice(0, 13), template.slice(18, 24), template.slice(26)];
  return sql`(${head}::text || '-7' || lpad(to_hex(((${number}) >> 8) & 4095), 3, '0') || ${middle}::text
    || lpad(to_hex((${number}) & 255), 2, '0') || ${tail}::text)::uuid`;
}

const isSubscribed = matchesSubscriptionOf(sql`e.about_endpoint_id`);

/** The fields of an event that the fan-out needs. */
export interface FanOutEvent extends PositionedEvent {
  /** The endpoint that a `webhook_endpoint.*` event is about. */
  readonly aboutEndpointId: string | null;
}

export interface FanOutResult {
  readonly leased: readonly LeasedTasks[];
  /** Endpoints for which additional tasks were queued without a lease. */
  readonly queued: readonly Receiver[];
}

export interface Receiver {
  readonly accountId: string;
  readonly endpointId: string;
}

/** The tasks of one endpoint that the fan-out queued and leased: parallel lists, in the order of the events. */
export interface LeasedTasks extends Receiver {
  readonly until: string;
  readonly taskIds: readonly string[];
  readonly deliveryIds: readonly string[];
  readonly eventIds: readonly string[];
}

/** Ids are comma-separated text: the driver parses it faster than arrays or one row per task. */
interface FannedRow extends Receiver {
  /** null, like all columns that follow, in the row that marks an endpoint with more tasks than were leased. */
  readonly until: string | null;
  readonly taskIds: string;
  readonly deliveryIds: string;
  readonly eventIds: string;
}

/**
 * Takes a key-share lock on the endpoint rows. Disabling or deleting an endpoint takes a conflicting lock, so no task
 * is queued for a disabled or deleted endpoint. Tasks that fit into the slots of an endpoint are leased as they are
 * inserted.
 *
 * Delivery ids are derived from the template, a UUIDv7 that must be unique to this call, in the order of the events.
 */
export async function fanOut(
  trx: SystemTransaction,
  events: readonly FanOutEvent[],
  slots: readonly Slots[],
  { idTemplate, now }: { readonly idTemplate: string; readonly now: Date },
): Promise<FanOutResult> {
  const accountIds = [...new Set(events.map(({ accountId }) => accountId))];
  const { rows } = await sql<FannedRow>`
    with e as materialized (
      select * from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ accountId }) => accountId)}::uuid[],
        ${events.map(({ bookingId }) => bookingId)}::uuid[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ endpointId }) => endpointId)}::uuid[],
        ${events.map(({ aboutEndpointId }) => aboutEndpointId)}::text[])
        with ordinality as e (id, account_id, booking_id, type, endpoint_id, about_endpoint_id, number)
    ), w as materialized (
      select w.*, coalesce(s.slots, 0) as slots
      from unnest(${accountIds}::uuid[]) as a (id) cross join lateral (
        select id as endpoint_id, account_id, events from webhook_endpoint
        where account_id = a.id and not disabled for key share) w
      left join unnest(${slots.map(({ endpointId }) => endpointId)}::uuid[], ${slots.map(({ count }) => count)}::int[])
        as s (endpoint_id, slots) on s.endpoint_id = w.endpoint_id
    ), matched as materialized (
      select e.*, w.endpoint_id as receiver_id, w.slots,
        row_number() over (partition by w.endpoint_id order by e.number) as turn,
        ${numberedId(idTemplate, sql`row_number() over (order by e.number, w.endpoint_id)`)} as delivery_id
      from e join w on w.account_id = e.account_id
      where case when e.endpoint_id is null then ${isSubscribed} else w.endpoint_id = e.endpoint_id end
    ), delivery as (
      insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, booking_id, status, attempts,
        created_at, next_attempt_at)
      select delivery_id, account_id, receiver_id, id, type, booking_id, 'pending', 0, ${now}, ${now}
      from matched order by number, receiver_id
    ), lease as materialized (select ${leaseEnd} as until
    ), task as (
      insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, tries, due_at,
        leased_until)
      select account_id, receiver_id, delivery_id, id, booking_id,
        case when endpoint_id is null then 'event' else 'test' end, 0, ${now},
        case when turn <= slots then (select until from lease) end
      from matched order by number, receiver_id
      returning id, account_id, endpoint_id, delivery_id, event_id, leased_until
    )
    select account_id as "accountId", endpoint_id as "endpointId", min(leased_until)::text as until,
      string_agg(id::text, ',' order by id) as "taskIds",
      string_agg(delivery_id::text, ',' order by id) as "deliveryIds",
      string_agg(event_id::text, ',' order by id) as "eventIds"
    from task where leased_until is not null group by account_id, endpoint_id
    union all
    select account_id, receiver_id, null, null, null, null from matched where turn = slots + 1`.execute(trx);
  return {
    leased: rows.flatMap((row) => leasedTasks(row) ?? []),
    queued: rows.filter(({ until }) => until === null),
  };
}

function leasedTasks({ until, taskIds, deliveryIds, eventIds, ...receiver }: FannedRow): LeasedTasks | null {
  if (until === null) return null;
  return {
    ...receiver,
    until,
    taskIds: taskIds.split(','),
    deliveryIds: deliveryIds.split(','),
    eventIds: eventIds.split(','),
  };
}
