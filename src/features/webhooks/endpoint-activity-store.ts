// Health, number of pending tasks and hourly statistics of endpoints. Reads no attempts.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
import type { HourSums } from './endpoint-chart.ts';

export interface EndpointHealthRow {
  readonly endpoint_id: string;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly failing_since: Date | null;
  readonly circuit_until: Date | null;
}

export interface HourRow extends HourSums {
  readonly endpointId: string;
}

export async function listHealth(
  db: AccountDatabase,
  accountId: string,
  endpointIds: readonly string[],
): Promise<EndpointHealthRow[]> {
  const { rows } = await sql<EndpointHealthRow>`
    select endpoint_id, last_success_at, last_failure_at, failing_since, circuit_until
    from webhook_health where account_id = ${accountId} and endpoint_id = any(${endpointIds})`.execute(db);
  return rows;
}

/** Counts pending tasks up to `bound`, so that a long backlog does not slow down the page. */
export async function countPendingTasks(
  db: AccountDatabase,
  accountId: string,
  endpointIds: readonly string[],
  bound: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ endpointId: string; waiting: number }>`
    select e.id as "endpointId", (select count(*)::int from (select from webhook_task t
      where t.account_id = ${accountId} and t.endpoint_id = e.id limit ${bound}) as waiting) as waiting
    from unnest(${[...endpointIds]}::uuid[]) as e (id)`.execute(db);
  return new Map(rows.map(({ endpointId, waiting }) => [endpointId, waiting]));
}

export async function listHours(
  db: AccountDatabase,
  accountId: string,
  endpointIds: readonly string[],
  from: Date,
): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select endpoint_id as "endpointId", hour, succeeded, failed, duration_counts as "durationCounts" from webhook_hour
    where account_id = ${accountId} and endpoint_id = any(${endpointIds}) and hour >= ${from}
    order by hour`.execute(db);
  return rows;
}
