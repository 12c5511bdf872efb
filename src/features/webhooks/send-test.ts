// Sends an endpoint an event that did not happen, to try it: whatever it is subscribed to, once, and to it alone.
import { recordAudit } from '../../db/audit-store.ts';
import { TEST_EVENT_TYPE } from '../../domain/event-types.ts';
import { recordEvents } from '../../jobs/outbox.ts';
import { Problem } from '../../lib/problem.ts';
import { loadEndpointForUpdate } from './load-endpoint.ts';
import { requireEnabled } from './require-enabled.ts';
import type { Caller, WebhookContext } from './webhook-context.ts';

/** Returns the id of the event. */
export async function sendTest(
  { db, clock, ids, environment }: Pick<WebhookContext, 'db' | 'clock' | 'ids' | 'environment'>,
  { accountId, actor, requestId }: Caller,
  endpointId: string,
  type: string = TEST_EVENT_TYPE,
): Promise<string> {
  if (type !== TEST_EVENT_TYPE)
    throw Problem.of('invalid_parameter', 'type is not known.', { param: 'type' });
  return db
    .forAccount(accountId)
    .transaction()
    .execute(async (trx) => {
      requireEnabled(await loadEndpointForUpdate(trx, accountId, endpointId));
      const [id, now] = [ids.next(), clock.now()];
      const payload = JSON.stringify({
        id,
        type,
        timestamp: now.toISOString(),
        api_version: 2,
        environment: environment.name,
        sequence: null,
        test: true,
        data: {},
      });
      await recordEvents(trx, [
        { id, accountId, bookingId: null, type, sequence: null, endpointId, payload, occurredAt: now },
      ]);
      await recordAudit(trx, {
        id: ids.next(),
        accountId,
        actor,
        action: 'webhook_endpoint.tested',
        subject: { kind: 'webhook_endpoint', id: endpointId },
        requestId,
        at: now,
      });
      return id;
    });
}
