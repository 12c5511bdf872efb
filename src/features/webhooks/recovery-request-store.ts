// Store of recovery requests, and the count of events that a recovery would re-send.
import { sql } from 'kysely';
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import { isRecoverable } from './event-matching-store.ts';
import type { Recovery, RecoveryPreview } from './portal-schemas.ts';

/** Newest first. */
export async function listRecoveries(
  db: AccountDatabase,
  accountId: string,
  endpointId: string,
  limit: number,
): Promise<Recovery[]> {
  const { rows } = await sql<Recovery>`
    select id, since, queued, created_at, finished_at from webhook_recovery
    where account_id = ${accountId} and endpoint_id = ${endpointId}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export async function insertRecovery(
  trx: AccountTransaction,
  { accountId, id: endpointId }: WebhookEndpoint,
  { id, since, now }: { readonly id: string; readonly since: Date; readonly now: Date },
): Promise<Recovery> {
  await sql`
    insert into webhook_recovery (id, account_id, endpoint_id, since, until, after_position, queued, created_at)
    values (${id}, ${accountId}, ${endpointId}, ${since}, ${now}, 0, 0, ${now})`.execute(trx);
  return { id, since, queued: 0, created_at: now, finished_at: null };
}

/**
 * Counts what the recovery worker would re-send, by the same condition. Rows are limited by id first: UUIDv7 ids
 * contain the creation time by the clock of a machine, so the bound is one day earlier than `since` to tolerate clock
 * skew.
 */
export async function countRecoverable(
  db: AccountDatabase,
  { accountId, id, events }: WebhookEndpoint,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<RecoveryPreview> {
  const { rows } = await sql<RecoveryPreview>`
    with w as materialized (
      select ${id}::uuid as endpoint_id, ${events && [...events]}::text[] as events,
        ${since}::timestamptz as since, ${until}::timestamptz as until
    ), e as materialized (
      select e.id, e.type, e.occurred_at from event e
      where e.account_id = ${accountId} and e.endpoint_id is null and e.position is not null
        and e.id >= ${oldestId(since, until)} and e.occurred_at >= ${since}
    ), d as materialized (
      select distinct on (event_id) event_id, status from webhook_delivery
      where account_id = ${accountId} and endpoint_id = ${id} and id >= ${oldestId(since, until)}
      order by event_id, id desc
    )
    select count(*) filter (where d.status = 'failed')::int as failed,
      count(*) filter (where d.status = 'discarded')::int as discarded,
      count(*) filter (where d.status is null)::int as missed
    from w cross join e left join d on d.event_id = e.id where ${isRecoverable}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('count query returned no row');
  return counts;
}

function oldestId(since: Date, until: Date) {
  const age = sql`make_interval(secs => ${(until.getTime() - since.getTime()) / 1000})`;
  return sql`uuid_floor(least(${since}::timestamptz, statement_timestamp() - ${age}) - interval '1 day')`;
}
