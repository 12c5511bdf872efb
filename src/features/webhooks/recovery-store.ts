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

/** Deliveries are made the moment their event is told, and their ids carry that time. */
export async function countRecoverable(
  db: AccountDatabase,
  { accountId, id, events }: WebhookEndpoint,
  since: Date,
): Promise<RecoveryPreview> {
  const wanted = events ? sql`e.type = any(${[...events]})` : sql`e.type <> all(${[...OPT_IN_EVENT_TYPES]})`;
  const { rows } = await sql<RecoveryPreview>`
    select count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'discarded')::int as discarded,
      (select count(*)::int from event e
        where e.account_id = ${accountId} and e.endpoint_id is null and e.position is not null
          and e.id >= uuid_floor(${since}) and e.occurred_at >= ${since} and ${wanted}
          and not exists (select from webhook_delivery d where d.event_id = e.id and d.endpoint_id = ${id}
            and d.account_id = ${accountId})) as missed
    from webhook_delivery
    where account_id = ${accountId} and endpoint_id = ${id} and id >= uuid_floor(${since}) and reason is not null`.execute(
    db,
  );
  const [counts] = rows;
  if (!counts) throw new Error('nothing was counted');
  return counts;
}
