// Use case: resends one delivery once, on request of a user. Idempotent while a resend is pending.
import type { Context } from '../../context.ts';
import { recordAudit } from '../../db/audit-store.ts';
import type { WakeUps } from '../../jobs/wake-ups.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import { findEndpointForUpdate } from './endpoint-store.ts';
import { requireEnabled } from './load-endpoint.ts';
import { findPayload, insertResend, isResendPending } from './portal-delivery-store.ts';
import { loadDelivery } from './read-deliveries.ts';

export interface ResendContext extends Pick<Context, 'db' | 'clock' | 'ids'> {
  readonly wakeUps: Pick<WakeUps, 'tell'>;
}

export async function resendDelivery(
  { db, clock, ids, wakeUps }: ResendContext,
  actor: AccountActor,
  deliveryId: string,
): Promise<void> {
  const { accountId } = actor;
  await db
    .forAccount(accountId)
    .transaction()
    .execute(async (trx) => {
      const delivery = await loadDelivery(trx, accountId, deliveryId);
      const endpoint = await findEndpointForUpdate(trx, accountId, delivery.endpoint_id);
      if (!endpoint)
        throw Problem.of(
          'endpoint_disabled',
          'The webhook endpoint of this delivery was deleted, so the delivery cannot be resent.',
        );
      requireEnabled(endpoint);
      if ((await findPayload(trx, accountId, delivery.event_id)) === undefined) {
        throw Problem.of(
          'event_forgotten',
          'The retention of this event has ended and its payload was erased, so the delivery cannot be resent.',
        );
      }
      if (await isResendPending(trx, accountId, deliveryId)) return;
      await insertResend(trx, accountId, delivery, clock.now());
      await recordAudit(trx, { ids, clock }, actor, {
        accountId,
        action: 'webhook_delivery.resent',
        subject: { kind: 'webhook_delivery', id: deliveryId },
      });
    });
  wakeUps.tell('tasks');
}
