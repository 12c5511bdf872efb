// Size and age of the delivery backlog for the metrics. Endpoints with an open circuit breaker wait on purpose, so they
// do not count for the age of the oldest task.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

export async function measureBacklog(
  db: SystemDatabase,
  now: Date,
): Promise<{ readonly tasks: number; readonly oldestSeconds: number }> {
  const { rows } = await sql<{ tasks: number; oldest: Date | null }>`
    select count(*)::int as tasks,
      min(t.due_at) filter (where t.leased_until is null and (h.circuit_until is null or h.circuit_until <= ${now})) as oldest
    from webhook_task t left join webhook_health h on h.endpoint_id = t.endpoint_id where t.due_at <= ${now}`.execute(
    db,
  );
  const [{ tasks, oldest } = { tasks: 0, oldest: null }] = rows;
  return { tasks, oldestSeconds: oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0 };
}
