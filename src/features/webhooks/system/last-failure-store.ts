// Last failed attempt of endpoints that keep failing or that failures disabled. Read from the deliveries, because
// attempts are indexed by delivery only.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { LastFailure } from '../../../domain/webhook/last-failure.ts';

/** Limits the reads of an endpoint with a long backlog. */
const maxDeliveriesRead = 10_000;

/**
 * By endpoint id. Without endpoints that work, that were disabled by a person, or whose deliveries are past retention.
 * Test events do not count, because they do not affect the health of an endpoint.
 */
export async function findLastFailures(
  db: SystemDatabase,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, LastFailure>> {
  if (endpointIds.length === 0) return new Map();
  const { rows } = await sql<LastFailure>`
    select w.id as "endpointId", f.last_attempt_at as at, f.last_outcome as outcome, f.last_status_code as "statusCode"
    from webhook_endpoint w left join webhook_health h on h.endpoint_id = w.id
    cross join lateral (
      select d.* from (
        (select event_id, last_attempt_at, last_outcome, last_status_code from webhook_delivery
          where endpoint_id = w.id and reason is not null order by id desc limit ${maxDeliveriesRead})
        union all
        (select p.event_id, p.last_attempt_at, p.last_outcome, p.last_status_code
          from (select delivery_id from webhook_task
            where endpoint_id = w.id and rank = 2 limit ${maxDeliveriesRead}) t
          join webhook_delivery p on p.id = t.delivery_id)
      ) d
      where d.last_outcome <> 'ok'
        and not exists (select from event e where e.id = d.event_id and e.endpoint_id is not null)
      order by d.last_attempt_at desc limit 1
    ) f
    where w.id = any(${[...endpointIds]}::uuid[])
      and (w.disabled_reason in ('failing', 'gone') or (not w.disabled and h.failing_since is not null))`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.endpointId, row]));
}
