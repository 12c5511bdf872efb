// Doctor checks of deliveries: every event is delivered, pending, or ended with a reason.
import { sql } from 'kysely';
import type { SqlCheck } from '../../../../db/doctor/sql-check.ts';
import { matchesSubscription } from '../../event-matching-store.ts';

/**
 * Table constraints guarantee that a finished delivery has a reason and a time. A delivery may be dropped before rows
 * that refer to it, because whole weekly partitions are dropped.
 */
export const deliveryTasks = (keptSince: Date): SqlCheck => ({
  name: 'deliveries: exactly the pending ones have a task',
  checked: sql`select (select count(*) from webhook_delivery) + (select count(*) from webhook_task)`,
  broken: sql`
    select 'webhook_delivery' as table_name, d.id::text as id, d.account_id, 'is pending, but has no task' as message
    from webhook_delivery d
    where d.status = 'pending' and not exists (select from webhook_task t where t.delivery_id = d.id)
    union all
    select 'webhook_task', t.id::text, t.account_id, format('is for delivery %s, which does not exist', t.delivery_id)
    from webhook_task t
    where t.delivery_id >= uuid_floor(${keptSince}) and not exists (select from webhook_delivery d where d.id = t.delivery_id)
    union all
    select 'webhook_task', t.id::text, t.account_id, format('is for delivery %s, which is %s', d.id, d.status)
    from webhook_task t join webhook_delivery d on d.id = t.delivery_id
    where d.status <> 'pending' and t.trigger <> 'resend'
    union all
    select 'webhook_task', t.id::text, t.account_id, format('is for endpoint %s, which is %s', t.endpoint_id,
      case when w.id is null then 'deleted' else 'disabled' end)
    from webhook_task t left join webhook_endpoint w on w.id = t.endpoint_id
    where w.id is null or w.disabled
    union all
    select 'webhook_delivery', delivery_id::text, min(account_id::text)::uuid, format('has %s tasks; at most one may send it', count(*))
    from webhook_task where trigger <> 'resend' group by delivery_id having count(*) > 1`,
});

export const deliveryAttempts = (keptSince: Date): SqlCheck => ({
  name: 'deliveries: every attempt is recorded',
  checked: sql`select count(*) from webhook_attempt`,
  broken: sql`
    with made as (
      select delivery_id, count(*) as attempts, bool_or(outcome = 'ok') as succeeded from webhook_attempt group by 1)
    select 'webhook_delivery' as table_name, d.id::text as id, d.account_id,
      case when d.status = 'delivered' and made.succeeded is not true then 'is delivered, but no attempt succeeded'
        else format('counts %s attempts, but %s are recorded', d.attempts, coalesce(made.attempts, 0)) end as message
    from webhook_delivery d left join made on made.delivery_id = d.id
    where d.attempts <> coalesce(made.attempts, 0) or d.status = 'delivered' and made.succeeded is not true
    union all
    select 'webhook_attempt', a.id::text, a.account_id, format('belongs to delivery %s, which does not exist', a.delivery_id)
    from webhook_attempt a
    where a.delivery_id >= uuid_floor(${keptSince}) and not exists (select from webhook_delivery d where d.id = a.delivery_id)`,
});

/**
 * Checks endpoints that were never changed: their current subscription applied all along, so every event since their
 * creation must have a delivery or be handed off to a process that sends it. Events within `settleSeconds` after the creation are excluded, because the fan-out may
 * not have seen the endpoint yet.
 */
export const eventsFannedOut = (settleSeconds: number): SqlCheck => ({
  name: 'events: fanned out to every subscribed endpoint',
  checked: sql`select count(*) from event where position is not null`,
  broken: sql`
    select 'event' as table_name, e.id::text as id, e.account_id, format('has no delivery to endpoint %s', w.id) as message
    from (select *, id as endpoint_id from webhook_endpoint) w join event e on e.account_id = w.account_id
    where w.updated_at = w.created_at and not w.disabled and e.position is not null and e.endpoint_id is null
      and e.occurred_at > w.created_at + make_interval(secs => ${settleSeconds}) and ${matchesSubscription}
      and not exists (select from webhook_delivery d where d.event_id = e.id and d.endpoint_id = w.id)
      and not exists (
        select from webhook_handoff h cross join lateral handoff_pairs(h) p where p.event_id = e.id and p.endpoint_id = w.id)
    union all
    select 'webhook_delivery', min(id::text), min(account_id::text)::uuid,
      format('there are %s deliveries of event %s to endpoint %s', count(*), event_id, endpoint_id)
    from webhook_delivery group by endpoint_id, event_id having count(*) > 1`,
});

export const positions: SqlCheck = {
  name: 'events: feed positions are unique',
  checked: sql`select count(*) from event where position is not null`,
  broken: sql`
    select 'event' as table_name, min(id::text) as id, min(account_id::text)::uuid as account_id,
      format('%s events have position %s', count(*), position) as message
    from event where position is not null group by position having count(*) > 1`,
};
