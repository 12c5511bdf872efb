// Use cases of `waybill webhooks enable | disable | recover`. Finds the endpoint with the system role, then changes it
// through the account's own use case.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { WebhookEndpoint } from '../../../domain/webhook-endpoint.ts';
import { Problem } from '../../../lib/problem.ts';
import type { Recovery } from '../portal-wire.ts';
import { recoverEndpoint } from '../recover-endpoint.ts';
import { updateEndpoint } from '../update-endpoint.ts';
import type { Caller } from '../webhook-context.ts';
import { type EndpointSummary, findEndpointOfAnyAccount } from './endpoint-admin-store.ts';

export interface OperatorContext extends Pick<Context, 'db' | 'clock' | 'ids'> {
  readonly system: SystemDatabase;
}

/** Who ran the command, for the audit trail. */
export interface Operator {
  readonly actorId: string;
  readonly requestId: string;
}

/** No notifications: workers poll every second, and open pages refresh periodically. */
const withoutNotifications = { wakeUps: { tell: () => {} }, changes: { announce: () => {} } };
/** Commands never change a URL, so no URL is checked. */
const egress = { explainRefusal: async () => null };

export async function setDisabledAsOperator(
  context: OperatorContext,
  endpointId: string,
  disabled: boolean,
  operator: Operator,
): Promise<WebhookEndpoint> {
  const { accountId } = await loadOfAnyAccount(context, endpointId);
  return updateEndpoint(
    { ...context, ...withoutNotifications, egress },
    callerOf(accountId, operator),
    { id: endpointId, disabled },
    async (_trx, endpoint) => endpoint,
  );
}

export async function recoverAsOperator(
  context: OperatorContext & { readonly retentionDays: number },
  endpointId: string,
  since: Date,
  operator: Operator,
): Promise<Recovery> {
  const { accountId } = await loadOfAnyAccount(context, endpointId);
  return recoverEndpoint(
    { ...context, ...withoutNotifications },
    callerOf(accountId, operator),
    endpointId,
    since,
  );
}

async function loadOfAnyAccount({ system }: OperatorContext, id: string): Promise<EndpointSummary> {
  const endpoint = await findEndpointOfAnyAccount(system, id);
  if (!endpoint) throw Problem.of('not_found', 'There is no such webhook endpoint.');
  return endpoint;
}

function callerOf(accountId: string, { actorId, requestId }: Operator): Caller {
  return { accountId, actor: { kind: 'command', id: actorId }, requestId };
}
