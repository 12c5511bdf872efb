// Which endpoints an event goes to, written down as deliveries and tasks.
import { type RawBuilder, sql } from 'kysely';
import type { AccountTransaction } from '../../../db/database.ts';
import type { PlacedEvent } from '../../../jobs/relay-store.ts';
import { wantsEvent } from '../event-matching-store.ts';

/**
 * The template, a UUIDv7, with a number of up to 20 bits in place of the chance that follows its time. Ids so made are in the order
 * of their numbers. To draw lots for each would cost PostgreSQL more than to write its row.
 */
export function numberedId(template: string, number: RawBuilder<unknown>): RawBuilder<string> {
  const [head, middle, tail] = [template.slice(0, 13), template.slice(18, 24), template.slice(26)];
  return sql`(${head}::text || '-7' || lpad(to_hex(((${number}) >> 8) & 4095), 3, '0') || ${middle}::text
    || lpad(to_hex((${number}) & 255), 2, '0') || ${tail}::text)::uuid`;
}

export interface QueuedEndpoint {
  readonly endpointId: string;
  readonly accountId: string;
}

/**
 * Returns the endpoints that got something to do, each once. Whoever disables or deletes an endpoint holds its row; we wait
 * for them, and they for us, so nothing is queued for an endpoint that is gone.
 *
 * Ids of deliveries are made of the template, a UUIDv7 for this call alone, in the order of the events.
 */
export async function fanOut(
  trx: AccountTransaction,
  events: readonly PlacedEvent[],
  { idTemplate, now }: { readonly idTemplate: string; readonly now: Date },
): Promise<readonly QueuedEndpoint[]> {
  const { rows } = await sql<QueuedEndpoint>`
    with e as materialized (
      select * from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ accountId }) => accountId)}::uuid[],
        ${events.map(({ bookingId }) => bookingId)}::uuid[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ endpointId }) => endpointId)}::uuid[])
        with ordinality as e (id, account_id, booking_id, type, endpoint_id, number)
    ), matched as materialized (
      select e.*, w.endpoint_id as receiver_id,
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
    ), task as (
      insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, tries, due_at)
      select account_id, receiver_id, delivery_id, id, booking_id,
        case when endpoint_id is null then 'event' else 'test' end, 0, ${now}
      from matched order by number, receiver_id
    )
    select distinct receiver_id as "endpointId", account_id as "accountId" from matched`.execute(trx);
  return rows;
}
