// Writes the health and the hourly statistics of endpoints, as part of a statement that records attempts. `live` are the
// endpoints that still exist. They are compared in an expression, which PostgreSQL hashes: as a join it would compare
// every row with every endpoint, because the engine plans no hash joins.
import { type RawBuilder, sql } from 'kysely';
import type { HealthTally, HourTally } from './endpoint-statistics.ts';

export interface CircuitRecord {
  readonly circuit_opened: number;
  readonly circuit_until: Date | null;
}

export interface EndpointTallies {
  readonly health: readonly (HealthTally & CircuitRecord)[];
  readonly hours: readonly HourTally[];
}

export interface WrittenHealth {
  readonly endpointId: string;
  readonly accountId: string;
  readonly failingSince: Date | null;
  readonly failuresInARow: number;
  readonly warnedDays: number;
}

/** What a statement locks: tallies may contain endpoints whose attempts another statement records. */
export function endpointsOf(
  records: readonly { readonly endpoint_id: string }[],
  { health, hours }: EndpointTallies,
): string[] {
  return [...new Set([...records, ...health, ...hours].map(({ endpoint_id }) => endpoint_id))];
}

/** Returns `WrittenHealth`. */
export const writeHealth = ({ health }: EndpointTallies): RawBuilder<WrittenHealth> => sql`
  insert into webhook_health as h (endpoint_id, account_id, last_success_at, last_failure_at, failing_since,
    failures_in_a_row, circuit_opened, circuit_until, warned_days)
  select n.endpoint_id, n.account_id, n.last_success_at, n.last_failure_at, n.failing_since, n.failures,
    n.circuit_opened, n.circuit_until, 0
  from json_to_recordset(${JSON.stringify(health)}::json) as n (endpoint_id uuid, account_id uuid,
    last_success_at timestamptz, last_failure_at timestamptz, failing_since timestamptz, failures integer,
    circuit_opened integer, circuit_until timestamptz)
  where (n.endpoint_id in (select id from live)) is true
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
    failures_in_a_row as "failuresInARow", warned_days as "warnedDays"`;

export const addToHours = ({ hours }: EndpointTallies): RawBuilder<unknown> => sql`
  hours as (
    insert into webhook_hour as h (endpoint_id, hour, account_id, succeeded, failed, duration_counts)
    select n.endpoint_id, n.hour, n.account_id, n.succeeded, n.failed, n.duration_counts
    from json_to_recordset(${JSON.stringify(hours)}::json) as n (endpoint_id uuid, hour timestamptz,
      account_id uuid, succeeded integer, failed integer, duration_counts integer[])
    where (n.endpoint_id in (select id from live)) is true
    on conflict (endpoint_id, hour) do update set
      succeeded = h.succeeded + excluded.succeeded, failed = h.failed + excluded.failed,
      duration_counts = array(select coalesce(o.count, 0) + coalesce(o.more, 0)
        from unnest(h.duration_counts, excluded.duration_counts) with ordinality as o (count, more, place) order by place)
  )`;
