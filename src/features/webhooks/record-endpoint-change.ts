// Records an audit entry for an operation on a webhook endpoint.
import { recordAudit } from '../../db/audit-store.ts';
import type { AccountTransaction } from '../../db/database.ts';
import type { AccountActor } from '../../lib/actor.ts';
import type { WebhookContext } from './webhook-context.ts';

export type EndpointAction = 'created' | 'updated' | 'deleted' | 'secret_rotated' | 'secrets_revealed';

export async function recordEndpointChange(
  context: Pick<WebhookContext, 'ids' | 'clock'>,
  trx: AccountTransaction,
  actor: AccountActor,
  change: {
    readonly action: EndpointAction;
    readonly endpointId: string;
    readonly changed?: readonly string[];
  },
): Promise<void> {
  await recordAudit(trx, context, actor, {
    accountId: actor.accountId,
    action: `webhook_endpoint.${change.action}`,
    subject: { kind: 'webhook_endpoint', id: change.endpointId },
    changed: change.changed ?? [],
  });
}
