// Writes the results of many attempts in one statement: attempts, deliveries, rescheduled tasks, endpoint health and
// hourly statistics.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { AttemptRecord } from './attempt-record.ts';
import { type HealthTally, tallyHours } from './endpoint-statistics.ts';

export interface CircuitRecord {
  readonly circuit_opened: number;
  readonly circuit_until: Date | null;
}

export interface WrittenHealth {
  readonly endpointId: string;
  readonly accountId: string;
  readonly failingSince: Date | null;
  readonly failuresInARow: number;
  readonly warnedDays: number;
}

/**
 * Each delivery may occur at most once in `records`. Lock order: endpoints, then tasks, then deliveries. Disabling or
 * deleting an endpoint uses the same order, so there is no deadlock.
 */
export async function writeResults(
  db: SystemDatabase,
  records: readonly AttemptRecord[],
  health: readonly (HealthTally & CircuitRecord)[],
): Promise<WrittenHealth[]> {
  const endpointIds = [...new Set(records.map(({ endpoint_id }) => endpoint_id))];
  const { rows } = await sql<WrittenHealth>`
    with r as materialized (
      select r.*, ${hasOtherTasks} as has_other_tasks from unnest(${asColumns(records)}) as r (${columnNames})
    ), live as materialized (
      select id from webhook_endpoint where id = any(${endpointIds}::uuid[]) order by id for key share
    ), ${finishTasks}, ${rescheduleTasks}, ${updateDeliveries}, ${logAttempts}, ${addToHours(records)}
    insert into webhook_health as h (endpoint_id, account_id, last_success_at, last_failure_at, failing_since,
      failures_in_a_row, circuit_opened, circuit_until, warned_days)
    select n.endpoint_id, n.account_id, n.last_success_at, n.last_failure_at, n.failing_since, n.failures,
      n.circuit_opened, n.circuit_until, 0
    from json_to_recordset(${JSON.stringify(health)}::json) as n (endpoint_id uuid, account_id uuid,
      last_success_at timestamptz, last_failure_at timestamptz, failing_since timestamptz, failures integer,
      circuit_opened integer, circuit_until timestamptz)
    join live on live.id = n.endpoint_id
    on conflict (endpoint_id) do update set
      last_success_at = coalesce(excluded.last_success_at, h.last_success_at),
      last_failure_at = coalesce(excluded.last_failure_at, h.last_failure_at),
      failing_since = case when excluded.last_success_at is null and h.failing_since is not null
        then h.failing_since else excluded.failing_since end,
      failures_in_a_row = excluded.failures_in_a_row
        + case when excluded.last_success_at is null then h.failures_in_a_row else 0 end,
      circuit_opened = case when excluded.last_success_at is null
        then greatest(h.circuit_opened, excluded.circuit_opened) else excluded.circuit_opened end,
      circuit_until = case when excluded.last_success_at is null
        then greatest(h.circuit_until, excluded.circuit_until) else excluded.circuit_until end,
      warned_days = case when excluded.last_success_at is null then h.warned_days else 0 end
    returning endpoint_id as "endpointId", account_id as "accountId", failing_since as "failingSince",
      failures_in_a_row as "failuresInARow", warned_days as "warnedDays"`.execute(db);
  return rows;
}

/** In the order of the parameters. One array per column: PostgreSQL parses it in half the time of JSON objects. */
const columns: readonly Column[] = [
  { name: 'attempt_id', type: 'uuid', write: ({ attempt_id }) => attempt_id },
  { name: 'task_id', type: 'bigint', write: ({ task_id }) => task_id },
  { name: 'delivery_id', type: 'uuid', write: ({ delivery_id }) => delivery_id },
  { name: 'trigger', type: 'text', write: ({ trigger }) => trigger },
  { name: 'manual', type: 'boolean', write: ({ manual }) => String(manual) },
  { name: 'started_at', type: 'timestamptz', write: ({ started_at }) => started_at.toISOString() },
  { name: 'finished_at', type: 'timestamptz', write: ({ finished_at }) => finished_at.toISOString() },
  { name: 'duration_ms', type: 'integer', write: ({ duration_ms }) => String(duration_ms) },
  { name: 'outcome', type: 'text', write: ({ outcome }) => outcome },
  { name: 'status_code', type: 'integer', write: ({ status_code }) => String(status_code) },
  { name: 'error', type: 'text', write: ({ error }) => quoted(error) },
  { name: 'remote_address', type: 'text', write: ({ remote_address }) => quoted(remote_address) },
  { name: 'request_url', type: 'text', write: ({ request_url }) => quoted(request_url) },
  { name: 'request_headers', type: 'json', write: ({ request_headers }) => json(request_headers) },
  { name: 'response_headers', type: 'json', write: ({ response_headers }) => json(response_headers) },
  { name: 'response_body', type: 'text', write: ({ response_body }) => quoted(response_body) },
  {
    name: 'response_is_base64',
    type: 'boolean',
    write: ({ response_is_base64 }) => String(response_is_base64),
  },
  { name: 'response_is_cut', type: 'boolean', write: ({ response_is_cut }) => String(response_is_cut) },
  { name: 'status', type: 'text', write: ({ status }) => status },
  { name: 'reason', type: 'text', write: ({ reason }) => reason ?? 'null' },
  { name: 'next_at', type: 'timestamptz', write: ({ next_at }) => next_at?.toISOString() ?? 'null' },
];
const columnNames = sql.raw(columns.map(({ name }) => name).join(', '));

interface Column {
  readonly name: keyof AttemptRecord;
  readonly type: string;
  /** Formats an element of an array literal. Values that cannot contain special characters are not quoted. */
  readonly write: (record: AttemptRecord) => string;
}

function asColumns(records: readonly AttemptRecord[]): RawBuilder<unknown> {
  return sql.join(
    columns.map(({ type, write }) => sql`${`{${records.map(write).join(',')}}`}::${sql.raw(type)}[]`),
  );
}

function quoted(text: string | null): string {
  return text === null ? 'null' : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * In JSON, only quotes and backslashes need escaping inside an array literal; stringifying twice escapes exactly those.
 */
function json(value: Readonly<Record<string, string>> | null): string {
  return value === null ? 'null' : JSON.stringify(JSON.stringify(value));
}

/** A successful manual resend cancels the pending retries of the delivery. */
const finishTasks = sql`
  finished as materialized (
    delete from webhook_task where (select count(*) from live) >= 0
      and id = any(array(select task_id from r where next_at is null)) returning 1
  ), cancelled as materialized (
    delete from webhook_task where (select count(*) from finished) >= 0
      and delivery_id = any(array(select delivery_id from r where trigger = 'resend' and status = 'delivered'))
      and id <> all(array(select task_id from r)) returning 1
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

const addToHours = (records: readonly AttemptRecord[]) => sql`
  hours as (
    insert into webhook_hour as h (endpoint_id, hour, account_id, succeeded, failed, duration_counts)
    select n.endpoint_id, n.hour, n.account_id, n.succeeded, n.failed, n.duration_counts
    from json_to_recordset(${JSON.stringify(tallyHours(records))}::json) as n (endpoint_id uuid, hour timestamptz,
      account_id uuid, succeeded integer, failed integer, duration_counts integer[])
    join live on live.id = n.endpoint_id
    on conflict (endpoint_id, hour) do update set
      succeeded = h.succeeded + excluded.succeeded, failed = h.failed + excluded.failed,
      duration_counts = array(select coalesce(o.count, 0) + coalesce(o.more, 0)
        from unnest(h.duration_counts, excluded.duration_counts) with ordinality as o (count, more, place) order by place)
  )`;
