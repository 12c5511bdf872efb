// Which endpoints an event goes to, written down as deliveries and tasks.
import { type RawBuilder, sql } from 'kysely';
import type { AccountTransaction } from '../../../db/database.ts';
import type { PlacedEvent } from '../../../jobs/relay-store.ts';
import { wantsEventAbout } from '../event-matching-store.ts';
import { leaseEnd, type Slots } from './claim-store.ts';

/**
 * The template, a UUIDv7, with a number of up to 20 bits in place of the chance that follows its time. Ids so made are in the order
 * of their numbers. To draw lots for each would cost PostgreSQL more than to write its row.
 */
export function numberedId(template: string, number: RawBuilder<unknown>): RawBuilder<string> {
  const [head, middle, tail] = [template.slice(0, 13), template.slice(18, 24), template.slice(26)];
  return sql`(${head}::text || '-7' || lpad(to_hex(((${number}) >> 8) & 4095), 3, '0') || ${middle}::text
    || lpad(to_hex((${number}) & 255), 2, '0') || ${tail}::text)::uuid`;
}

const isWanted = wantsEventAbout(sql`e.about_endpoint_id`);

/** What fanning out asks of an event. */
export interface FannedEvent extends PlacedEvent {
  /** The endpoint whose troubles it tells of. */
  readonly aboutEndpointId: string | null;
}

export interface FannedOut {
  readonly leased: readonly LeasedTasks[];
  /** Those for which more was written, and leased to nobody. */
  readonly queued: readonly Receiver[];
}

export interface Receiver {
  readonly accountId: string;
  readonly endpointId: string;
}

/** Of one endpoint, in the order of the events. */
export interface LeasedTasks extends Receiver {
  readonly until: string;
  readonly taskIds: readonly string[];
  readonly deliveryIds: readonly string[];
  readonly eventIds: readonly string[];
}

/** Texts with commas: they are read in less time than arrays, or than a row for each task. */
interface FannedRow extends Receiver {
  /** null, as is all that follows: this endpoint has more than was leased. */
  readonly until: string | null;
  readonly taskIds: string;
  readonly deliveryIds: string;
  readonly eventIds: string;
}

/**
 * Whoever disables or deletes an endpoint holds its row; we wait for them, and they for us, so nothing is queued for an endpoint
 * that is gone. What fits into the slots of an endpoint is leased as it is written.
 *
 * Ids of deliveries are made of the template, a UUIDv7 for this call alone, in the order of the events.
 */
export async function fanOut(
  trx: AccountTransaction,
  events: readonly FannedEvent[],
  slots: readonly Slots[],
  { idTemplate, now }: { readonly idTemplate: string; readonly now: Date },
): Promise<FannedOut> {
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
      where case when e.endpoint_id is null then ${isWanted} else w.endpoint_id = e.endpoint_id end
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
    union all select account_id, receiver_id, null, null, null, null from matched where turn = slots + 1`.execute(
    trx,
  );
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
