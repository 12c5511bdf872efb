// Store: marks endpoints as warned, and disables failing ones.
import { sql } from 'kysely';
import type { SystemTransaction } from '../../../db/system-database.ts';
import type { DisabledReason } from '../../../domain/webhook/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../../domain/webhook/webhook-endpoint.ts';
import { endpointColumns } from '../endpoint-store.ts';

/** undefined if the endpoint was already disabled or deleted. */
export async function disableRow(
  trx: SystemTransaction,
  endpointId: string,
  reason: DisabledReason,
  now: Date,
): Promise<WebhookEndpoint | undefined> {
  // Takes the endpoint row lock first, like a partner's update, to keep the lock order endpoint → tasks → deliveries.
  await sql`select from webhook_endpoint where id = ${endpointId} for update`.execute(trx);
  const { rows } = await sql<WebhookEndpoint>`
    update webhook_endpoint w set disabled = true, disabled_reason = ${reason}, disabled_at = ${now}, updated_at = ${now}
    where id = ${endpointId} and not disabled returning ${endpointColumns}`.execute(trx);
  return rows[0];
}

/** undefined if the warning was already recorded, or the endpoint has recovered, was disabled or was deleted. */
export async function markWarned(
  trx: SystemTransaction,
  endpointId: string,
  days: number,
): Promise<WebhookEndpoint | undefined> {
  const { rows } = await sql<WebhookEndpoint>`
    update webhook_health h set warned_days = ${days} from webhook_endpoint w
    where h.endpoint_id = ${endpointId} and h.warned_days < ${days} and h.failing_since is not null
      and w.id = h.endpoint_id and not w.disabled returning ${endpointColumns}`.execute(trx);
  return rows[0];
}

/**
 * Forces a synchronous commit. Unlike attempt results, which are repeated after a crash, these decisions must survive
 * it.
 */
export async function requireSynchronousCommit(trx: SystemTransaction): Promise<void> {
  await sql`set local synchronous_commit = on`.execute(trx);
}
