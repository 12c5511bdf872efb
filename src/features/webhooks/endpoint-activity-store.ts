// Health, number of pending tasks and hourly statistics of endpoints. Reads no attempts.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';

export interface HealthRow {
  readonly endpointId: string;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly failingSince: Date | null;
  readonly circuitUntil: Date | null;
}

export interface HourRow {
  readonly endpointId: string;
  readonly hour: Date;
  readonly succeeded: number;
  readonly failed: number;
  readonly durationCounts: readonly number[];
}

export async function listHealth(
  db: AccountDatabase,
  accountId: string,
  endpointIds: readonly string[],
): Promise<HealthRow[]> {
  return db
    .selectFrom('webhook_health')
    .select([
      'endpoint_id as endpointId',
      'last_success_at as lastSuccessAt',
      'last_failure_at as lastFailureAt',
      'failing_since as failingSince',
      'circuit_until as circuitUntil',
    ])
    .where('account_id', '=', accountId)
    .where((where) => where('endpoint_id', '=', where.fn.any(where.val([...endpointIds]))))
    .execute();
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
  return db
    .selectFrom('webhook_hour')
    .select(['endpoint_id as endpointId', 'hour', 'succeeded', 'failed', 'duration_counts as durationCounts'])
    .where('account_id', '=', accountId)
    .where((where) => where('endpoint_id', '=', where.fn.any(where.val([...endpointIds]))))
    .where('hour', '>=', from)
    .orderBy('hour')
    .execute();
}
