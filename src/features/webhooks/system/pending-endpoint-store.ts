// Endpoints with pending tasks, and the size of the backlog.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { hasUnclaimedTasks } from './claim-store.ts';

export interface PendingEndpoint {
  readonly endpointId: string;
  /** A manual task is due. */
  readonly manualDue: boolean;
  readonly restDue: boolean;
  readonly disabled: boolean;
  readonly deleted: boolean;
  readonly failuresInARow: number;
  readonly circuitOpened: number;
  readonly circuitUntil: Date | null;
}

const isDue = (rank: number, now: Date) => hasUnclaimedTasks(sql`l.endpoint_id`, rank, now);

/** By a loose index scan: one index probe per endpoint, regardless of the number of tasks. */
export async function listPendingEndpoints(db: SystemDatabase, now: Date): Promise<PendingEndpoint[]> {
  const { rows } = await sql<PendingEndpoint>`
    with recursive l as (
      (select endpoint_id from webhook_task order by endpoint_id limit 1)
      union all
      select (select t.endpoint_id from webhook_task t where t.endpoint_id > l.endpoint_id order by t.endpoint_id limit 1)
      from l where l.endpoint_id is not null
    )
    select l.endpoint_id as "endpointId", ${isDue(0, now)} as "manualDue",
      ${isDue(1, now)} or ${isDue(2, now)} as "restDue",
      coalesce(w.disabled, false) as disabled, w.id is null as deleted,
      coalesce(h.failures_in_a_row, 0) as "failuresInARow", coalesce(h.circuit_opened, 0) as "circuitOpened",
      h.circuit_until as "circuitUntil"
    from l left join webhook_endpoint w on w.id = l.endpoint_id left join webhook_health h on h.endpoint_id = l.endpoint_id
    where l.endpoint_id is not null`.execute(db);
  return rows;
}

/**
 * Size and age of the delivery backlog for the metrics. Endpoints with an open circuit breaker wait on purpose, so they
 * do not count for the age of the oldest task.
 */
export async function measureBacklog(
  db: SystemDatabase,
  now: Date,
): Promise<{ readonly tasks: number; readonly oldestSeconds: number }> {
  const { rows } = await sql<{ tasks: number; oldest: Date | null }>`
    select count(*)::int as tasks,
      min(t.due_at) filter (where t.leased_until is null and (h.circuit_until is null or h.circuit_until <= ${now})) as oldest
    from webhook_task t left join webhook_health h on h.endpoint_id = t.endpoint_id
    where t.due_at <= ${now}`.execute(db);
  const [{ tasks, oldest } = { tasks: 0, oldest: null }] = rows;
  return { tasks, oldestSeconds: oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0 };
}
