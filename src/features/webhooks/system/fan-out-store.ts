// Which endpoints an event goes to, written down as deliveries and tasks.
import { type RawBuilder, sql } from 'kysely';
import type { AccountTransaction } from '../../../db/database.ts';
import type { PlacedEvent } from '../../../jobs/relay-store.ts';
import { wantsEvent } from '../event-matching-store.ts';
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

/** What was written for an endpoint, and leased to us. */
export interface FannedTask {
  /** null: this and what follows for the endpoint is not leased. */
  readonly id: string | null;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly leasedUntil: string | null;
}

/**
 * Whoever disables or deletes an endpoint holds its row; we wait for them, and they for us, so nothing is queued for an endpoint
 * that is gone. What fits into the slots of an endpoint is leased as it is written.
 *
 * Ids of deliveries are made of the template, a UUIDv7 for this call alone, in the order of the events.
 */
export async function fanOut(
  trx: AccountTransaction,
  events: readonly PlacedEvent[],
  slots: readonly Slots[],
  { idTemplate, now }: { readonly idTemplate: string; readonly now: Date },
): Promise<readonly FannedTask[]> {
  const counts = Object.fromEntries(slots.map(({ endpointId, count }) => [endpointId, count]));
  const { rows } = await sql<FannedTask>`
    with e as materialized (
      select * from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ accountId }) => accountId)}::uuid[],
        ${events.map(({ bookingId }) => bookingId)}::uuid[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ endpointId }) => endpointId)}::uuid[])
        with ordinality as e (id, account_id, booking_id, type, endpoint_id, number)
    ), matched as materialized (
      select e.*, w.endpoint_id as receiver_id,
        coalesce((${JSON.stringify(counts)}::jsonb ->> w.endpoint_id::text)::int, 0) as slots,
        row_number() over (partition by w.endpoint_id order by e.number) as turn,
        ${numberedId(idTemplate, sql`row_number() over (order by e.number, w.endpoint_id)`)} as delivery_id
      from e cross join lateral (
        select id as endpoint_id, events from webhook_endpoint
        where account_id = e.account_id and not disabled for key share) w
      where case when e.endpoint_id is null then ${wantsEvent} else w.endpoint_id = e.endpoint_id end
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
      returning id, endpoint_id, delivery_id, event_id, leased_until
    )
    select id::text, endpoint_id as "endpointId", delivery_id as "deliveryId", event_id as "eventId",
      leased_until::text as "leasedUntil"
    from (
      select * from task where leased_until is not null
      union all select null, receiver_id, delivery_id, id, null from matched where turn = slots + 1) as t
    order by t.id`.execute(trx);
  return rows;
}

/** What events say, as it is sent. */
export async function readPayloads(
  trx: AccountTransaction,
  eventIds: readonly string[],
): Promise<readonly { readonly id: string; readonly payload: string; readonly occurredAt: Date }[]> {
  const { rows } = await sql<{ id: string; payload: string; occurredAt: Date }>`
    select id, payload::text, occurred_at as "occurredAt" from event where id = any(${[...eventIds]}::uuid[])`.execute(
    trx,
  );
  return rows;
}
