// Store of webhook endpoints, restricted to one account.
import { sql } from 'kysely';
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';

/** Columns of endpoint `w`. */
export const endpointColumns = sql`w.id, w.account_id as "accountId", w.url, w.description, w.events,
  w.disabled_reason as "disabledReason", w.disabled_at as "disabledAt", w.held as "isHeld",
  w.created_at as "createdAt", w.updated_at as "updatedAt"`;

const endpointsOf = (accountId: string) =>
  sql`select ${endpointColumns} from webhook_endpoint w where w.account_id = ${accountId}`;

/** Oldest first. */
export async function listEndpoints(db: AccountDatabase, accountId: string): Promise<WebhookEndpoint[]> {
  const { rows } = await sql<WebhookEndpoint>`
    ${endpointsOf(accountId)} order by w.created_at, w.id`.execute(db);
  return rows;
}

export async function findEndpoint(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await sql<WebhookEndpoint>`${endpointsOf(accountId)} and w.id = ${id}`.execute(db);
  return rows[0];
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
  const { rows } = await sql<WebhookEndpoint>`
    ${endpointsOf(accountId)} and w.id = ${id} for update`.execute(trx);
  return rows[0];
}

/**
 * Locks the account row, so that the count stays exact until the transaction ends: other creators of the account wait.
 */
export async function lockAccountAndCountEndpoints(
  trx: AccountTransaction,
  accountId: string,
): Promise<number> {
  await sql`select from account where id = ${accountId} for no key update`.execute(trx);
  const { rows } = await sql`select from webhook_endpoint where account_id = ${accountId}`.execute(trx);
  return rows.length;
}

/** Whether the account has an endpoint with this URL that an operator disabled. */
export async function isUrlHeld(db: AccountDatabase, accountId: string, url: string): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_endpoint where account_id = ${accountId} and url = ${url} and held`.execute(db);
  return rows.length > 0;
}

export async function insertEndpoint(trx: AccountTransaction, endpoint: WebhookEndpoint): Promise<void> {
  const { id, accountId, url, description, events, disabledReason, disabledAt, isHeld } = endpoint;
  await sql`
    insert into webhook_endpoint (id, account_id, url, description, events, disabled, disabled_reason, disabled_at, held,
      created_at, updated_at)
    values (${id}, ${accountId}, ${url}, ${description}, ${events}, ${disabledReason !== null}, ${disabledReason},
      ${disabledAt}, ${isHeld}, ${endpoint.createdAt}, ${endpoint.updatedAt})`.execute(trx);
}

export async function updateEndpointRow(trx: AccountTransaction, endpoint: WebhookEndpoint): Promise<void> {
  const { id, accountId, url, description, events, disabledReason, disabledAt, isHeld } = endpoint;
  await sql`
    update webhook_endpoint set url = ${url}, description = ${description}, events = ${events},
      disabled = ${disabledReason !== null}, disabled_reason = ${disabledReason}, disabled_at = ${disabledAt},
      held = ${isHeld}, updated_at = ${endpoint.updatedAt}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
}

/**
 * Secrets, health, hourly statistics and recovery requests are deleted by cascade. The delivery log stays until its
 * retention ends.
 */
export async function deleteEndpointRow(
  trx: AccountTransaction,
  { accountId, id }: WebhookEndpoint,
): Promise<void> {
  await sql`delete from webhook_endpoint where account_id = ${accountId} and id = ${id}`.execute(trx);
}

/**
 * Resets the failure state, because earlier failures say nothing about the changed endpoint. `isOtherUrl`: the last success
 * and failure were at another URL.
 */
export async function clearHealth(
  trx: AccountTransaction,
  { accountId, id }: WebhookEndpoint,
  isOtherUrl: boolean,
): Promise<void> {
  await sql`
    update webhook_health set failing_since = null, failures_in_a_row = 0, circuit_opened = 0, circuit_until = null,
      warned_days = 0, last_success_at = case when ${!isOtherUrl} then last_success_at end,
      last_failure_at = case when ${!isOtherUrl} then last_failure_at end
    where account_id = ${accountId} and endpoint_id = ${id}`.execute(trx);
}
