// Bookings, balance and webhook endpoints of all organizations, in one statement.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

export interface OrganizationActivityRow {
  readonly id: string;
  readonly bookings: number;
  readonly balanceCents: number;
  readonly lastMonth: string | null;
  readonly endpoints: readonly {
    readonly disabledReason: 'manual' | 'failing' | 'gone' | null;
    /** ISO 8601, like the other times. */
    readonly lastSuccessAt: string | null;
    readonly lastFailureAt: string | null;
    readonly failingSince: string | null;
    readonly circuitUntil: string | null;
  }[];
}

/** `since`: bookings count from this time of creation. */
export async function listOrganizationActivity(
  db: SystemDatabase,
  since: Date,
): Promise<OrganizationActivityRow[]> {
  const { rows } = await sql<OrganizationActivityRow>`
    select a.id,
      (select count(*)::int from booking b where b.account_id = a.id and b.created_at >= ${since}) as bookings,
      r.cents as "balanceCents", r.month as "lastMonth", coalesce(w.endpoints, '[]') as endpoints
    from account a
    cross join lateral (
      select coalesce(sum(amount_cents), 0)::float8 as cents, max(month) as month
      from billing_record where account_id = a.id) r
    left join (
      select w.account_id, json_agg(json_build_object('disabledReason', w.disabled_reason,
        'lastSuccessAt', h.last_success_at, 'lastFailureAt', h.last_failure_at,
        'failingSince', h.failing_since, 'circuitUntil', h.circuit_until)) as endpoints
      from webhook_endpoint w left join webhook_health h on h.endpoint_id = w.id
      group by w.account_id) w on w.account_id = a.id
    where a.kind = 'organization' order by a.name, a.id`.execute(db);
  return rows;
}
