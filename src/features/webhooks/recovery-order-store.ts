// Orders to send again what an endpoint did not get, and what such an order would find.
import { sql } from 'kysely';
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';
import { OPT_IN_EVENT_TYPES } from '../../domain/event-types.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { RecoveryPreview } from './portal-wire.ts';

export interface RecoveryRow {
  readonly id: string;
  readonly since: Date;
  readonly queued: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const idSlackMillis = 3_600_000;

const columns = ['id', 'since', 'queued', 'created_at as createdAt', 'finished_at as finishedAt'] as const;

/** Newest first. */
export async function listRecoveries(
  db: AccountDatabase,
  accountId: string,
  endpointId: string,
  limit: number,
): Promise<RecoveryRow[]> {
  return db
    .selectFrom('webhook_recovery')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', endpointId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertRecovery(
  trx: AccountTransaction,
  { accountId, id: endpointId }: WebhookEndpoint,
  recovery: { readonly id: string; readonly since: Date; readonly createdAt: Date },
): Promise<RecoveryRow> {
  return trx
    .insertInto('webhook_recovery')
    .values({
      id: recovery.id,
      account_id: accountId,
      endpoint_id: endpointId,
      since: recovery.since,
      until: recovery.createdAt,
      after_position: 0,
      queued: 0,
      created_at: recovery.createdAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/**
 * What the worker would find, by the same rules. Ids carry the time at which they were made, near enough to that of the
 * event to leave out what is far older without looking at it.
 */
export async function countRecoverable(
  db: AccountDatabase,
  { accountId, id, events }: WebhookEndpoint,
  since: Date,
): Promise<RecoveryPreview> {
  const wanted = events
    ? sql`e.type = any(${[...events]}::text[])`
    : sql`e.type <> all(${[...OPT_IN_EVENT_TYPES]}::text[])`;
  const oldest = sql`uuid_floor(${new Date(since.getTime() - idSlackMillis)})`;
  const { rows } = await sql<RecoveryPreview>`
    with fed as materialized (
      select e.id from event e where e.account_id = ${accountId} and e.endpoint_id is null and e.position is not null
        and e.id >= ${oldest} and e.occurred_at >= ${since} and ${wanted}
    ), made as materialized (
      select d.event_id, d.status from webhook_delivery d
      where d.account_id = ${accountId} and d.endpoint_id = ${id} and d.id >= ${oldest}
    )
    select count(*) filter (where made.status = 'failed')::int as failed,
      count(*) filter (where made.status = 'discarded')::int as discarded,
      count(*) filter (where made.status is null)::int as missed
    from fed left join made on made.event_id = fed.id`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('nothing was counted');
  return counts;
}
