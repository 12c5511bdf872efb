// Writes the results of attempts of tasks in one statement: attempts, deliveries, rescheduled tasks, endpoint health and
// hourly statistics.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { taskAttempts } from './attempt-columns-store.ts';
import type { AttemptRecord } from './attempt-record.ts';
import {
  addToHours,
  type EndpointTallies,
  endpointsOf,
  type WrittenHealth,
  writeHealth,
} from './endpoint-statistics-store.ts';

/**
 * Each delivery may occur at most once in `records`. A record may have no task: its delivery was discarded while it was
 * sent. Lock order: endpoints, then tasks, then deliveries. Disabling or
 * deleting an endpoint uses the same order, so there is no deadlock.
 */
export async function writeResults(
  db: SystemDatabase,
  records: readonly AttemptRecord[],
  tallies: EndpointTallies,
): Promise<WrittenHealth[]> {
  const endpointIds = endpointsOf(records, tallies);
  // Locked by a statement of its own: if the other one waited for a lock, it would have to check again whether the rows that
  // it writes still match, which crashes PostgreSQL 18.4 with a generic plan over partitions.
  const lock = sql`
    select from webhook_endpoint where id = any(${endpointIds}::uuid[]) order by id for key share`;
  const write = sql<WrittenHealth>`
    with r as materialized (
      select r.*, ${hasOtherTasks} as has_other_tasks from ${taskAttempts(records)}
    ), live as materialized (
      select id from webhook_endpoint where id = any(${endpointIds}::uuid[]) order by id
    ), ${finishTasks}, ${rescheduleTasks}, ${updateDeliveries}, ${logAttempts}, ${addToHours(tallies)}
    ${writeHealth(tallies)}`;
  return await db.transaction().execute(async (trx) => {
    const [, { rows }] = await Promise.all([lock.execute(trx), write.execute(trx)]);
    return rows;
  });
}

/** A successful manual resend cancels the pending retries of the delivery. */
const finishTasks = sql`
  finished as materialized (
    delete from webhook_task where (select count(*) from live) >= 0
      and id = any(array(select task_id from r where next_at is null)) returning 1
  ), cancelled as materialized (
    delete from webhook_task where (select count(*) from finished) >= 0
      and delivery_id = any(array(select delivery_id from r where trigger = 'resend' and status = 'delivered'))
      and id <> all(array(select task_id from r where task_id is not null)) returning 1
  )`;

const rescheduleTasks = sql`
  rescheduled as materialized (
    update webhook_task t set tries = t.tries + 1, due_at = r.next_at, leased_until = null
    from r where (select count(*) from cancelled) >= 0 and t.id = r.task_id
      and t.id = any(array(select task_id from r where next_at is not null)) returning 1
  )`;

/**
 * A failure does not change a delivery that has ended meanwhile. A failed manual attempt does not change it either
 * while retries are pending.
 */
const keepsStatus = sql`r.status <> 'delivered' and (d.status <> 'pending' or r.has_other_tasks)`;

const hasOtherTasks = sql`manual and exists (
  select from webhook_task t where t.delivery_id = r.delivery_id and t.id <> r.task_id)`;

const updateDeliveries = sql`
  updated as materialized (
    update webhook_delivery d set
      attempts = d.attempts + 1, last_outcome = r.outcome, last_status_code = r.status_code, last_attempt_at = r.started_at,
      status = case when ${keepsStatus} then d.status else r.status end,
      reason = case when ${keepsStatus} then d.reason else r.reason end,
      next_attempt_at = case when ${keepsStatus} then d.next_attempt_at else r.next_at end,
      finished_at = case when ${keepsStatus} then d.finished_at
        when r.status = 'pending' then null else r.finished_at end
    from r where (select count(*) from rescheduled) >= 0 and d.id = r.delivery_id
    returning r.*, d.account_id, d.endpoint_id, d.attempts
  )`;

const logAttempts = sql`
  logged as (
    insert into webhook_attempt (id, account_id, endpoint_id, delivery_id, trigger, number, started_at, duration_ms, outcome,
      status_code, error, remote_address, request_url, request_headers, response_headers, response_body,
      response_is_base64, response_is_cut)
    select attempt_id, account_id, endpoint_id, delivery_id, trigger, attempts, started_at, duration_ms, outcome,
      status_code, error, remote_address, request_url, request_headers, response_headers, response_body,
      response_is_base64, response_is_cut
    from updated
  )`;
