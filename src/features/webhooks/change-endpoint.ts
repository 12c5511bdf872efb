// Runs one change of an endpoint: one transaction for its account, then a notification to open portal pages after the
// commit. A per-account mutex serialises these changes within the process; otherwise callers that wait for each other's
// row locks would occupy every connection of the pool. Also the check and the audit entry that the changes share.
import { recordAudit } from '../../db/audit-store.ts';
import type { AccountTransaction } from '../../db/database.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { Problem } from '../../lib/problem.ts';
import type { WebhookContext } from './webhook-context.ts';

const accountMutex = new KeyedMutex();

export async function changeEndpointRows<T>(
  { db, changes }: Pick<WebhookContext, 'db' | 'changes'>,
  { accountId }: AccountActor,
  work: (trx: AccountTransaction) => Promise<{ readonly endpointId: string; readonly result: T }>,
): Promise<T> {
  const { endpointId, result } = await accountMutex.runExclusive(accountId, () =>
    db.forAccount(accountId).transaction().execute(work),
  );
  changes.announce({ kind: 'endpoint', account_id: accountId, endpoint_id: endpointId });
  return result;
}

/**
 * Checks whether a URL may be registered as an endpoint. Resolves its host name over the network, so it must run before
 * a transaction is opened.
 */
export async function checkUrl({ egress }: Pick<WebhookContext, 'egress'>, url: string): Promise<void> {
  const refusal = await egress.explainRefusal(url);
  if (refusal !== null) throw Problem.of('url_not_allowed', refusal, { param: 'url' });
}

interface EndpointAuditEntry {
  readonly action: 'created' | 'updated' | 'deleted' | 'secret_rotated' | 'secrets_revealed';
  readonly endpointId: string;
  readonly changed?: readonly string[];
}

/** Records an audit entry for an operation on a webhook endpoint. */
export async function recordEndpointChange(
  context: Pick<WebhookContext, 'ids' | 'clock'>,
  trx: AccountTransaction,
  actor: AccountActor,
  { action, endpointId, changed = [] }: EndpointAuditEntry,
): Promise<void> {
  await recordAudit(trx, context, actor, {
    accountId: actor.accountId,
    action: `webhook_endpoint.${action}`,
    subject: { kind: 'webhook_endpoint', id: endpointId },
    changed,
  });
}
