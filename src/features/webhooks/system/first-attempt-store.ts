// Records the first attempts of handed-off deliveries in one statement: each delivery is inserted with its result. Only
// one that must be tried again gets a task.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { firstAttempts } from './attempt-columns-store.ts';
import type { AttemptRecord } from './attempt-record.ts';
import {
  addToHours,
  type EndpointTallies,
  endpointsOf,
  type WrittenHealth,
  writeHealth,
} from './endpoint-statistics-store.ts';
import { endHandOffs } from './hand-off-store.ts';

export interface RecordedFirstAttempts {
  readonly health: readonly WrittenHealth[];
  /**
   * Deliveries that had a row already, but not this attempt. The attempt is counted in health and statistics and must be
   * recorded as one of a task. A delivery that has the attempt was written before, and the connection failed during the
   * commit.
   */
  readonly queuedMeanwhile: readonly string[];
}

/** Compared in an expression, which PostgreSQL hashes; the engine plans no hash joins. */
const isRecorded = sql`(r.delivery_id in (select id from recorded)) is true`;

/**
 * An endpoint that was disabled or deleted meanwhile gets no task: a delivery to it that failed is discarded. Takes the
 * endpoint locks first, like every statement that writes tasks.
 */
export async function recordFirstAttempts(
  db: SystemDatabase,
  records: readonly AttemptRecord[],
  tallies: EndpointTallies,
  endedHandOffs: readonly string[],
): Promise<RecordedFirstAttempts> {
  const endpointIds = endpointsOf(records, tallies);
  const { rows } = await sql<{ health: HealthJson[] | null; queuedMeanwhile: string[] }>`
    with live as materialized (
      select id, disabled from webhook_endpoint where id = any(${endpointIds}::uuid[]) order by id for key share
    ), r as materialized (
      select r.*, case when next_at is null then reason
        when not (endpoint_id in (select id from live)) is true then 'endpoint_deleted'
        when (endpoint_id in (select id from live where disabled)) is true then 'endpoint_disabled' end as final_reason
      from ${firstAttempts(records)}
    ), recorded as materialized (
      insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, booking_id, status, reason,
        attempts, last_outcome, last_status_code, created_at, last_attempt_at, next_attempt_at, finished_at)
      select delivery_id, account_id, endpoint_id, event_id, event_type, booking_id,
        case when next_at is not null and final_reason is not null then 'discarded' else status end, final_reason,
        1, outcome, status_code, created_at, started_at, case when final_reason is null then next_at end,
        case when next_at is null or final_reason is not null then finished_at end
      from r where (select count(*) from live) >= 0 on conflict (id) do nothing returning id
    ), logged as (
      insert into webhook_attempt (id, account_id, endpoint_id, delivery_id, trigger, number, started_at, duration_ms,
        outcome, status_code, error, remote_address, request_url, request_headers, response_headers, response_body,
        response_is_base64, response_is_cut)
      select attempt_id, account_id, endpoint_id, delivery_id, 'event', 1, started_at, duration_ms,
        outcome, status_code, error, remote_address, request_url, request_headers, response_headers, response_body,
        response_is_base64, response_is_cut
      from r where ${isRecorded}
    ), retried as (
      insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, tries, due_at)
      select account_id, endpoint_id, delivery_id, event_id, booking_id, 'event', 1, next_at
      from r where next_at is not null and final_reason is null and ${isRecorded}
    ), ended as (${endHandOffs(endedHandOffs)}
    ), ${addToHours(tallies)}, health as (${writeHealth(tallies)})
    select (select json_agg(health) from health) as health,
      array(select delivery_id::text from r where not ${isRecorded} and not exists (
        select from webhook_attempt a where a.delivery_id = r.delivery_id and a.id = r.attempt_id)) as "queuedMeanwhile"
    `.execute(db);
  const [{ health, queuedMeanwhile } = { health: null, queuedMeanwhile: [] }] = rows;
  return { health: (health ?? []).map(parseHealth), queuedMeanwhile };
}

type HealthJson = Omit<WrittenHealth, 'failingSince'> & { readonly failingSince: string | null };

function parseHealth({ failingSince, ...health }: HealthJson): WrittenHealth {
  return { ...health, failingSince: failingSince === null ? null : new Date(failingSince) };
}
