// Store: carries out recovery requests in batches, oldest event first.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { isRecoverable } from '../event-matching-store.ts';
import { LEASE_SECONDS } from './claim-store.ts';
import { numberedId } from './numbered-id-store.ts';

export interface ClaimedRecovery {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
}

export interface RecoveredBatch {
  readonly queued: number;
  readonly finished: boolean;
  /** The limit of pending tasks is reached. */
  readonly full: boolean;
}

/**
 * At most this many first-attempt tasks may be pending per endpoint, so that new events are not delayed behind a long
 * recovery.
 */
const maxPending = 100;
const eventsPerBatch = 500;

export async function claimRecovery(db: SystemDatabase): Promise<ClaimedRecovery | undefined> {
  const { rows } = await sql<ClaimedRecovery>`
    update webhook_recovery set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from webhook_recovery where finished_at is null and (leased_until is null or leased_until < clock_timestamp())
      order by created_at limit 1 for update skip locked)
    returning id, account_id as "accountId", endpoint_id as "endpointId"`.execute(db);
  return rows[0];
}

export async function pauseRecovery(db: SystemDatabase, id: string, millis: number): Promise<void> {
  await sql`update webhook_recovery set leased_until = clock_timestamp() + make_interval(secs => ${millis / 1000})
    where id = ${id}`.execute(db);
}

/**
 * Skips events that the endpoint has received, has a pending delivery for, or is being sent. Finishes the recovery if
 * the endpoint was disabled or deleted.
 */
export async function recoverBatch(
  db: SystemDatabase,
  id: string,
  { idTemplate, now }: { readonly idTemplate: string; readonly now: Date },
): Promise<RecoveredBatch> {
  const { rows } = await sql<RecoveredBatch>`
    with o as materialized (
      select r.*, w.events, w.disabled, ${maxPending} - (
        select count(*) from (select from webhook_task t where t.endpoint_id = r.endpoint_id and t.rank = 1
          limit ${maxPending}) waiting) as room
      from webhook_recovery r join webhook_endpoint w on w.id = r.endpoint_id
      where r.id = ${id} and r.finished_at is null for update of r for key share of w
    ), scanned as materialized (
      select e.id, e.type, e.booking_id, e.position, e.occurred_at from o cross join lateral (
        select * from event where account_id = o.account_id and endpoint_id is null and position > o.after_position
        order by position limit ${eventsPerBatch}) e
      where not o.disabled
    ), handed_off as materialized (
      select p.event_id from webhook_handoff h cross join lateral handoff_pairs(h) p
      where h.leased_until > '-infinity' and p.endpoint_id = (select endpoint_id from o)
    ), missing as materialized (
      select e.*, d.id as delivery_id, row_number() over (order by e.position) as number
      from o w cross join scanned e left join lateral (
        select id, status from webhook_delivery where event_id = e.id and endpoint_id = w.endpoint_id
        order by id desc limit 1) d on true
      where ${isRecoverable} and (e.id in (select event_id from handed_off)) is not true
    ), queued as materialized (
      select m.*, coalesce(m.delivery_id, ${numberedId(sql`${idTemplate}::text`, sql`m.number`)}) as target_id
      from missing m, o where m.number <= o.room
    ), reopened as (
      update webhook_delivery set status = 'pending', reason = null, finished_at = null, next_attempt_at = ${now}
      where id = any(array(select delivery_id from queued where delivery_id is not null))
    ), created as (
      insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, booking_id, status, attempts,
        created_at, next_attempt_at)
      select q.target_id, o.account_id, o.endpoint_id, q.id, q.type, q.booking_id, 'pending', 0, ${now}, ${now}
      from queued q, o where q.delivery_id is null
    ), tasks as (
      insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, tries, due_at)
      select o.account_id, o.endpoint_id, q.target_id, q.id, q.booking_id, 'recover', 0, ${now}
      from queued q, o order by q.position
    ), progress as materialized (
      select (select count(*) from queued)::int as queued,
        (select count(*) from missing) > (select count(*) from queued) as full,
        coalesce(case when (select count(*) from missing) > (select count(*) from queued)
          then (select max(position) from queued) else (select max(position) from scanned) end, o.after_position) as reached,
        o.disabled or (select count(*) from scanned) < ${eventsPerBatch} as is_end
      from o
    )
    update webhook_recovery r set after_position = p.reached, queued = r.queued + p.queued,
      leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
      finished_at = case when p.is_end and not p.full then ${now}::timestamptz end
    from progress p where r.id = ${id}
    returning p.queued, p.full, r.finished_at is not null as finished`.execute(db);
  return rows[0] ?? { queued: 0, finished: true, full: false };
}
