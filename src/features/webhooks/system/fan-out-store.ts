// Which endpoints an event goes to, written down as deliveries and tasks.
import { sql } from 'kysely';
import type { AccountTransaction } from '../../../db/database.ts';
import { OPT_IN_EVENT_TYPES } from '../../../domain/event-types.ts';
import type { PlacedEvent } from '../../../jobs/relay-store.ts';

/** Endpoints that an event of this type goes to, given the tables `w` (endpoint) and `e` (event). */
export const wantsEvent = sql`
  case when w.events is null then e.type <> all(${[...OPT_IN_EVENT_TYPES]}::text[]) else e.type = any(w.events) end`;

/**
 * Returns the endpoints that got something to do. Whoever disables or deletes an endpoint holds its row; we wait for them,
 * and they for us, so nothing is queued for an endpoint that is gone.
 *
 * Ids of deliveries are UUIDv7s made of the template's time, a number that keeps the order of the events, and chance.
 */
export async function fanOut(
  trx: AccountTransaction,
  events: readonly PlacedEvent[],
  { idTemplate, now }: { readonly idTemplate: string; readonly now: Date },
): Promise<readonly string[]> {
  const { rows } = await sql<{ endpoint_id: string }>`
    with e as materialized (
      select * from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ accountId }) => accountId)}::uuid[],
        ${events.map(({ bookingId }) => bookingId)}::uuid[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ endpointId }) => endpointId)}::uuid[])
        with ordinality as e (id, account_id, booking_id, type, endpoint_id, number)
    ), matched as materialized (
      select e.*, w.id as receiver_id,
        (substr(${idTemplate}, 1, 13) || '-7' || lpad(to_hex(row_number() over (order by e.number, w.id) & 4095), 3, '0')
          || substr(gen_random_uuid()::text, 19))::uuid as delivery_id
      from e cross join lateral (
        select id, events from webhook_endpoint where account_id = e.account_id and not disabled for key share) w
      where case
        when e.endpoint_id is not null then w.id = e.endpoint_id
        when e.type like 'webhook\\_endpoint.%' then ${wantsEvent} and w.id::text is distinct from
          (select told.payload #>> '{data,webhook_endpoint,id}' from event told where told.id = e.id)
        else ${wantsEvent} end
    ), delivery as (
      insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, booking_id, status, attempts,
        created_at, next_attempt_at)
      select delivery_id, account_id, receiver_id, id, type, booking_id, 'pending', 0, ${now}, ${now}
      from matched order by number, receiver_id
    )
    insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, tries, due_at)
    select account_id, receiver_id, delivery_id, id, booking_id,
      case when endpoint_id is null then 'event' else 'test' end, 0, ${now}
    from matched order by number, receiver_id
    returning endpoint_id`.execute(trx);
  return [...new Set(rows.map(({ endpoint_id }) => endpoint_id))];
}
