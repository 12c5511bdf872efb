// Store of webhook endpoints of all accounts, for operators.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { DisabledReason } from '../../../domain/webhook/webhook-delivery.ts';
import { isUuid } from '../../../lib/ids.ts';

export interface EndpointSummary {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[] | null;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly failingSince: Date | null;
  readonly failuresInARow: number;
  /** Circuit breaker: nothing is sent before this time. */
  readonly pausedUntil: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** Pending tasks. */
  readonly pending: number;
}

export interface EndpointFilter {
  readonly accountId?: string | undefined;
  readonly limit: number;
}

const isOf = (accountId: string | undefined) => (accountId ? sql`w.account_id = ${accountId}` : sql`true`);

/** Newest first. */
export function listAllEndpoints(
  db: SystemDatabase,
  { accountId, limit }: EndpointFilter,
): Promise<EndpointSummary[]> {
  return select(db, sql`where ${isOf(accountId)} order by w.id desc limit ${limit}`);
}

/** Endpoints that are failing or were disabled automatically; the one that has been failing for longest first. */
export function listFailingEndpoints(
  db: SystemDatabase,
  { accountId, limit }: EndpointFilter,
): Promise<EndpointSummary[]> {
  const isFailing = sql`w.disabled_reason in ('failing', 'gone') or not w.disabled and h.failing_since is not null`;
  const order = sql`coalesce(h.failing_since, w.disabled_at), w.id`;
  return select(db, sql`where ${isOf(accountId)} and (${isFailing}) order by ${order} limit ${limit}`);
}

export async function findEndpointOfAnyAccount(
  db: SystemDatabase,
  id: string,
): Promise<EndpointSummary | undefined> {
  return isUuid(id) ? (await select(db, sql`where w.id = ${id}`))[0] : undefined;
}

async function select(db: SystemDatabase, clause: RawBuilder<unknown>): Promise<EndpointSummary[]> {
  const { rows } = await sql<EndpointSummary>`
    select w.id, w.account_id as "accountId", a.name as "accountName", w.url, w.description, w.events,
      w.disabled_reason as "disabledReason", w.disabled_at as "disabledAt", w.created_at as "createdAt",
      h.failing_since as "failingSince", coalesce(h.failures_in_a_row, 0) as "failuresInARow",
      h.circuit_until as "pausedUntil", h.last_success_at as "lastSuccessAt", h.last_failure_at as "lastFailureAt",
      (select count(*)::int from webhook_task t where t.endpoint_id = w.id) as pending
    from webhook_endpoint w join account a on a.id = w.account_id left join webhook_health h on h.endpoint_id = w.id
    ${clause}`.execute(db);
  return rows;
}
