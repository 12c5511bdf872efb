// The webhook endpoints of an account.
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';

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

/** Whoever holds the lock waits for deliveries that are being written for the endpoint, and keeps out new ones. */
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

/** Exact until the transaction ends: the account's other creators wait. */
export async function countEndpointsAlone(trx: AccountTransaction, accountId: string): Promise<number> {
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('webhook_endpoint')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether an operator disabled an endpoint of the account at this address. */
export async function isAddressHeld(db: AccountDatabase, accountId: string, url: string): Promise<boolean> {
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
      ...changeable(endpoint),
    })
    .execute();
}

export async function updateEndpointRow(trx: AccountTransaction, endpoint: WebhookEndpoint): Promise<void> {
  await trx
    .updateTable('webhook_endpoint')
    .set(changeable(endpoint))
    .where('account_id', '=', endpoint.accountId)
    .where('id', '=', endpoint.id)
    .execute();
}

/** Secrets, health, sums and orders to recover go with it; the log of deliveries stays for as long as it is kept. */
export async function deleteEndpointRow(
  trx: AccountTransaction,
  { accountId, id }: WebhookEndpoint,
): Promise<void> {
  await trx.deleteFrom('webhook_endpoint').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** What came before says nothing about the endpoint as it is now. When it last worked and failed stays known. */
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

function changeable(endpoint: WebhookEndpoint) {
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
