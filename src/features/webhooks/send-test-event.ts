// Use case: sends a test event to one endpoint, regardless of its subscription. It is sent once and is not part of the
// feed.
import { recordAudit } from '../../db/audit-store.ts';
import { TEST_EVENT_TYPE } from '../../domain/webhook/event-types.ts';
import { recordEvents } from '../../jobs/outbox.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import { exampleTestEventBody, testEventBody } from './endpoint-event-view.ts';
import { loadEndpointForUpdate, requireEnabled } from './load-endpoint.ts';
import type { CatalogueEntry } from './portal-schemas.ts';
import type { WebhookContext } from './webhook-context.ts';

export interface TestEventContext
  extends Pick<WebhookContext, 'db' | 'clock' | 'ids' | 'environment' | 'changes'> {
  readonly catalogue: readonly CatalogueEntry[];
}

/** Returns the id of the event. */
export async function sendTestEvent(
  { db, clock, ids, environment, catalogue, changes }: TestEventContext,
  actor: AccountActor,
  endpointId: string,
  type: string = TEST_EVENT_TYPE,
): Promise<string> {
  const { accountId } = actor;
  const entry = catalogue.find((candidate) => candidate.type === type);
  if (!entry) throw unknownType(catalogue);
  const eventId = await db
    .forAccount(accountId)
    .transaction()
    .execute(async (trx) => {
      const endpoint = await loadEndpointForUpdate(trx, accountId, endpointId);
      requireEnabled(endpoint);
      const [id, now] = [ids.next(), clock.now()];
      const input = { id, environment: environment.name, endpoint, occurredAt: now };
      const body =
        type === TEST_EVENT_TYPE
          ? testEventBody(input)
          : exampleTestEventBody(entry.example as object, input);
      const payload = JSON.stringify(body);
      await recordEvents(trx, [
        { id, accountId, bookingId: null, type, sequence: null, endpointId, payload, occurredAt: now },
      ]);
      await recordAudit(trx, { ids, clock }, actor, {
        accountId,
        action: 'webhook_endpoint.tested',
        subject: { kind: 'webhook_endpoint', id: endpointId },
      });
      return id;
    });
  changes.announce({ account_id: accountId, endpoint_id: endpointId, kind: 'delivery' });
  return eventId;
}

function unknownType(catalogue: readonly CatalogueEntry[]): Problem {
  const types = catalogue.map(({ type }) => type).join(', ');
  return Problem.of('invalid_parameter', `type must be one of ${types}.`, { param: 'type' });
}
