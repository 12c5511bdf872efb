// The rows of endpoints that are warned of or given up.
import { sql } from 'kysely';
import type { AccountTransaction } from '../../../db/database.ts';
import type { DisabledReason } from '../../../domain/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../../domain/webhook-endpoint.ts';

const facts = sql`w.id, w.account_id as "accountId", w.url, w.description, w.events,
  w.disabled_reason as "disabledReason", w.disabled_at as "disabledAt", w.held as "isHeld",
  w.created_at as "createdAt", w.updated_at as "updatedAt"`;

/** Undefined: somebody else did it, or it is gone. */
export async function disableRow(
  trx: AccountTransaction,
  endpointId: string,
  reason: DisabledReason,
  now: Date,
): Promise<WebhookEndpoint | undefined> {
  // The same lock as a partner's change takes, before anything else is touched.
  await sql`select from webhook_endpoint where id = ${endpointId} for update`.execute(trx);
  const { rows } = await sql<WebhookEndpoint>`
    update webhook_endpoint w set disabled = true, disabled_reason = ${reason}, disabled_at = ${now}, updated_at = ${now}
    where id = ${endpointId} and not disabled returning ${facts}`.execute(trx);
  return rows[0];
}

/** Undefined: it was warned of already, has recovered, or is gone. */
export async function markWarned(
  trx: AccountTransaction,
  endpointId: string,
  days: number,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await sql<WebhookEndpoint>`
    update webhook_health h set warned_days = ${days} from webhook_endpoint w
    where h.endpoint_id = ${endpointId} and h.warned_days < ${days} and h.failing_since is not null
      and w.id = h.endpoint_id and not w.disabled returning ${facts}`.execute(trx);
  return rows[0];
}

/** What is decided here must outlast a crash: unlike results, it would not come about again by itself. */
export async function waitForDisk(trx: AccountTransaction): Promise<void> {
  await sql`set local synchronous_commit = on`.execute(trx);
}
