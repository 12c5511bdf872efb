// Records an audit entry for an operation on a webhook endpoint.
import { recordAudit } from '../../db/audit-store.ts';
import type { AccountTransaction } from '../../db/database.ts';
import type { Caller, WebhookContext } from './webhook-context.ts';

export type EndpointAction = 'created' | 'updated' | 'deleted' | 'secret_rotated' | 'secrets_revealed';

export async function recordEndpointChange(
  { ids }: Pick<WebhookContext, 'ids'>,
  trx: AccountTransaction,
  { accountId, actor, requestId }: Caller,
  change: {
    readonly action: EndpointAction;
    readonly endpointId: string;
    readonly at: Date;
    readonly changed?: readonly string[];
  },
): Promise<void> {
  await recordAudit(trx, {
    id: ids.next(),
    accountId,
    actor,
    action: `webhook_endpoint.${change.action}`,
    subject: { kind: 'webhook_endpoint', id: change.endpointId },
    requestId,
    at: change.at,
    changed: change.changed ?? [],
  });
}
