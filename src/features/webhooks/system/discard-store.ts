// Ends deliveries that will not be sent.
import { sql } from 'kysely';
import type { AccountTransaction } from '../../../db/database.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { DeliveryReason } from '../../../domain/webhook-delivery.ts';

type DiscardReason = Extract<DeliveryReason, 'endpoint_disabled' | 'endpoint_deleted' | 'event_forgotten'>;

const discard = (tasks: ReturnType<typeof sql>, reason: DiscardReason, now: Date) => sql`
  with gone as (delete from webhook_task where ${tasks} returning delivery_id)
  update webhook_delivery set status = 'discarded', reason = ${reason}, next_attempt_at = null, finished_at = ${now}
  where id = any(array(select delivery_id from gone)) and status = 'pending'`;

/** Everything that waits for an endpoint. Call it holding the row of the endpoint, if there still is one. */
export async function discardOfEndpoint(
  db: SystemDatabase | AccountTransaction,
  endpointId: string,
  reason: DiscardReason,
  now: Date,
): Promise<void> {
  await discard(sql`endpoint_id = ${endpointId}`, reason, now).execute(db);
}

export async function discardTasks(
  db: SystemDatabase,
  taskIds: readonly string[],
  reason: DiscardReason,
  now: Date,
): Promise<void> {
  await discard(sql`id = any(${[...taskIds]}::bigint[])`, reason, now).execute(db);
}
