// Writes the results of many attempts in one statement: the log, the deliveries, what is to be tried again and when, how
// the endpoints are doing, and the sums for charts.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { AttemptRecord } from './attempt-record.ts';
import { type HealthTally, tallyHours } from './endpoint-tally.ts';

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
 * Each delivery at most once in `records`. Whoever disables or deletes an endpoint holds its row first and then touches its
 * tasks and deliveries; here too the endpoints come first, then tasks, then deliveries, so that nobody waits in a circle.
 */
export async function writeResults(
  db: SystemDatabase,
  records: readonly AttemptRecord[],
  health: readonly (HealthTally & CircuitRecord)[],
): Promise<WrittenHealth[]> {
  const endpointIds = [...new Set(records.map(({ endpoint_id }) => endpoint_id))];
  const { rows } = await sql<WrittenHealth>`
    with r as materialized (
      select * from unnest(${asColumns(records)}) as r (${columnNames})
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

/** In the order in which they are sent: PostgreSQL reads an array for each in half the time that it takes to read objects. */
const columns = {
  attempt_id: 'uuid',
  task_id: 'bigint',
  account_id: 'uuid',
  endpoint_id: 'uuid',
  delivery_id: 'uuid',
  trigger: 'text',
  manual: 'boolean',
  started_at: 'timestamptz',
  finished_at: 'timestamptz',
  duration_ms: 'integer',
  outcome: 'text',
  status_code: 'integer',
  error: 'text',
  remote_address: 'text',
  request_url: 'text',
  request_headers: 'json',
  response_headers: 'json',
  response_body: 'text',
  response_is_base64: 'boolean',
  response_is_cut: 'boolean',
  status: 'text',
  reason: 'text',
  next_at: 'timestamptz',
} satisfies Record<Exclude<keyof AttemptRecord, 'test'>, string>;
const columnEntries = Object.entries(columns) as [keyof typeof columns, string][];
const columnNames = sql.raw(columnEntries.map(([name]) => name).join(', '));

function asColumns(records: readonly AttemptRecord[]): RawBuilder<unknown> {
  return sql.join(
    columnEntries.map(([name, type]) => {
      const values = records.map((record) => arrayElement(record[name]));
      return sql`${`{${values.join()}}`}::${sql.raw(type)}[]`;
    }),
  );
}

/** As the driver would write it, had it not to find out how for every value anew. */
function arrayElement(value: AttemptRecord[keyof typeof columns]): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return `"${value.toISOString()}"`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`;
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** A delivery that somebody sent again with success needs no retries. */
const finishTasks = sql`
  done as materialized (
    delete from webhook_task where (select count(*) from live) >= 0
      and id = any(array(select task_id from r where next_at is null)) returning 1
  ), spared as materialized (
    delete from webhook_task where (select count(*) from done) >= 0
      and delivery_id = any(array(select delivery_id from r where trigger = 'resend' and status = 'delivered'))
      and id <> all(array(select task_id from r)) returning 1
  )`;

const rescheduleTasks = sql`
  again as materialized (
    update webhook_task t set tries = t.tries + 1, due_at = r.next_at, leased_until = null
    from r where (select count(*) from spared) >= 0 and t.id = r.task_id and r.next_at is not null returning 1
  )`;

/**
 * A failure changes nothing about a delivery that has ended meanwhile; nor does a person's failed try, as long as retries
 * are to come.
 */
const endedOtherwise = sql`r.status <> 'delivered' and (d.status <> 'pending' or r.manual and exists (
  select from webhook_task t where t.delivery_id = d.id and t.id <> r.task_id))`;

const updateDeliveries = sql`
  told as materialized (
    update webhook_delivery d set
      attempts = d.attempts + 1, last_outcome = r.outcome, last_status_code = r.status_code, last_attempt_at = r.started_at,
      status = case when ${endedOtherwise} then d.status else r.status end,
      reason = case when ${endedOtherwise} then d.reason else r.reason end,
      next_attempt_at = case when ${endedOtherwise} then d.next_attempt_at else r.next_at end,
      finished_at = case when ${endedOtherwise} then d.finished_at
        when r.status = 'pending' then null else r.finished_at end
    from r where (select count(*) from again) >= 0 and d.id = r.delivery_id
    returning r.*, d.attempts
  )`;

const logAttempts = sql`
  logged as (
    insert into webhook_attempt (id, account_id, endpoint_id, delivery_id, trigger, number, started_at, duration_ms, outcome,
      status_code, error, remote_address, request_url, request_headers, response_headers, response_body,
      response_is_base64, response_is_cut)
    select attempt_id, account_id, endpoint_id, delivery_id, trigger, attempts, started_at, duration_ms, outcome,
      status_code, error, remote_address, request_url, request_headers, response_headers, response_body,
      response_is_base64, response_is_cut
    from told
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
