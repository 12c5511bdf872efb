// Runs one change of an endpoint: one transaction for its account, then a notification to open portal pages after the
// commit. A per-account mutex serialises these changes within the process; otherwise callers that wait for each other's
// row locks would occupy every connection of the pool.
import type { AccountTransaction } from '../../db/database.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { WebhookContext } from './webhook-context.ts';

export interface EndpointChangeResult<T> {
  readonly endpointId: string;
  readonly result: T;
}

const accountMutex = new KeyedMutex();

export async function changeEndpointRows<T>(
  { db, changes }: Pick<WebhookContext, 'db' | 'changes'>,
  { accountId }: AccountActor,
  work: (trx: AccountTransaction) => Promise<EndpointChangeResult<T>>,
): Promise<T> {
  const { endpointId, result } = await accountMutex.runExclusive(accountId, () =>
    db.forAccount(accountId).transaction().execute(work),
  );
  changes.announce({ kind: 'endpoint', account_id: accountId, endpoint_id: endpointId });
  return result;
}
