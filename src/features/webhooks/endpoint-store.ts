// Store of webhook endpoints, restricted to one account.
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';

const columns = [
  'id',
  'account_id as accountId',
  'url',
  'description',
  'events',
  'disabled_reason as disabledReason',
  'disabled_at as disabledAt',
  'held as isHeld',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Oldest first. */
export async function listEndpoints(db: AccountDatabase, accountId: string): Promise<WebhookEndpoint[]> {
  const rows = await db
    .selectFrom('webhook_endpoint')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows as WebhookEndpoint[];
}

export async function findEndpoint(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const row = await db
    .selectFrom('webhook_endpoint')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as WebhookEndpoint | undefined;
}

/**
 * Locks the endpoint row. Waits for a fan-out that is writing deliveries for the endpoint, and blocks new ones until
 * commit.
 */
export async function findEndpointForUpdate(
  trx: AccountTransaction,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const row = await trx
    .selectFrom('webhook_endpoint')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as WebhookEndpoint | undefined;
}

/**
 * Locks the account row, so that the count stays exact until the transaction ends: other creators of the account wait.
 */
export async function lockAccountAndCountEndpoints(
  trx: AccountTransaction,
  accountId: string,
): Promise<number> {
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('webhook_endpoint')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether the account has an endpoint with this URL that an operator disabled. */
export async function isUrlHeld(db: AccountDatabase, accountId: string, url: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('account_id', '=', accountId)
    .where('url', '=', url)
    .where('held', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertEndpoint(trx: AccountTransaction, endpoint: WebhookEndpoint): Promise<void> {
  await trx
    .insertInto('webhook_endpoint')
    .values({
      id: endpoint.id,
      account_id: endpoint.accountId,
      created_at: endpoint.createdAt,
      ...mutableColumns(endpoint),
    })
    .execute();
}

export async function updateEndpointRow(trx: AccountTransaction, endpoint: WebhookEndpoint): Promise<void> {
  await trx
    .updateTable('webhook_endpoint')
    .set(mutableColumns(endpoint))
    .where('account_id', '=', endpoint.accountId)
    .where('id', '=', endpoint.id)
    .execute();
}

/**
 * Secrets, health, hourly statistics and recovery requests are deleted by cascade. The delivery log stays until its
 * retention ends.
 */
export async function deleteEndpointRow(
  trx: AccountTransaction,
  { accountId, id }: WebhookEndpoint,
): Promise<void> {
  await trx.deleteFrom('webhook_endpoint').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/**
 * Resets the failure state, because earlier failures say nothing about the changed endpoint. Keeps the times of the
 * last success and failure.
 */
export async function clearHealth(
  trx: AccountTransaction,
  { accountId, id }: WebhookEndpoint,
): Promise<void> {
  await trx
    .updateTable('webhook_health')
    .set({
      failing_since: null,
      failures_in_a_row: 0,
      circuit_opened: 0,
      circuit_until: null,
      warned_days: 0,
    })
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', id)
    .execute();
}

function mutableColumns(endpoint: WebhookEndpoint) {
  return {
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events && [...endpoint.events],
    disabled: endpoint.disabledReason !== null,
    disabled_reason: endpoint.disabledReason,
    disabled_at: endpoint.disabledAt,
    held: endpoint.isHeld,
    updated_at: endpoint.updatedAt,
  };
}
