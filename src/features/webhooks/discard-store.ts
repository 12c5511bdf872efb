// Discards deliveries that will not be sent. Every pending delivery has a row in webhook_task, so deliveries are found
// through their tasks.
import { type RawBuilder, sql } from 'kysely';
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { DeliveryReason } from '../../domain/webhook/webhook-delivery.ts';

type DiscardReason = Extract<DeliveryReason, 'endpoint_disabled' | 'endpoint_deleted' | 'event_forgotten'>;

const discard = (tasks: RawBuilder<unknown>, reason: DiscardReason, now: Date) => sql`
  with deleted as (delete from webhook_task where ${tasks} returning delivery_id)
  update webhook_delivery set status = 'discarded', reason = ${reason}, next_attempt_at = null, finished_at = ${now}
  where id = any(array(select delivery_id from deleted)) and status = 'pending'`;

/**
 * Discards every pending delivery of an endpoint. The actor must hold the row lock of the endpoint, if the row still
 * exists. The events stay in the feed and can be recovered while the endpoint exists.
 */
export async function discardEndpointDeliveries(
  db: AnyDatabase,
  endpointId: string,
  reason: DiscardReason,
  now: Date,
): Promise<void> {
  await discard(sql`endpoint_id = ${endpointId}`, reason, now).execute(db);
}

export async function discardTasks(
  db: AnyDatabase,
  taskIds: readonly string[],
  reason: DiscardReason,
  now: Date,
): Promise<void> {
  await discard(sql`id = any(${[...taskIds]}::bigint[])`, reason, now).execute(db);
}
