// Use cases of `waybill webhooks enable | disable | recover`. Finds the endpoint with the system role, then changes it
// through the account's own use case.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { WebhookEndpoint } from '../../../domain/webhook/webhook-endpoint.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import type { Recovery } from '../portal-schemas.ts';
import { recoverEndpoint } from '../recover-endpoint.ts';
import { updateEndpoint } from '../update-endpoint.ts';
import { type EndpointSummary, findEndpointOfAnyAccount } from './endpoint-admin-store.ts';

export interface OperatorContext extends Pick<Context, 'db' | 'clock' | 'ids'> {
  readonly system: SystemDatabase;
}

/** No notifications: workers poll every second, and open pages refresh periodically. */
const withoutNotifications = { wakeUps: { tell: () => {} }, changes: { announce: () => {} } };
/** Commands never change a URL, so no URL is checked. */
const egress = { explainRefusal: async () => null };

export async function setDisabledAsOperator(
  context: OperatorContext,
  endpointId: string,
  disabled: boolean,
  actor: Actor,
): Promise<WebhookEndpoint> {
  const { accountId } = await loadOfAnyAccount(context, endpointId);
  return updateEndpoint(
    { ...context, ...withoutNotifications, egress },
    { ...actor, accountId },
    { id: endpointId, disabled },
  );
}

export async function recoverAsOperator(
  context: OperatorContext & { readonly retentionDays: number },
  endpointId: string,
  since: Date,
  actor: Actor,
): Promise<Recovery> {
  const { accountId } = await loadOfAnyAccount(context, endpointId);
  return recoverEndpoint({ ...context, ...withoutNotifications }, { ...actor, accountId }, endpointId, since);
}

async function loadOfAnyAccount({ system }: OperatorContext, id: string): Promise<EndpointSummary> {
  const endpoint = await findEndpointOfAnyAccount(system, id);
  if (!endpoint) throw Problem.of('not_found', 'There is no such webhook endpoint.');
  return endpoint;
}
