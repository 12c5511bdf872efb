// The frame of everything that is done to an endpoint: one transaction for its account, and word to open pages once it is
// committed. Those of one account take turns within the process: waiting for each other's locks, they would hold all of
// its connections.
import type { AccountTransaction } from '../../db/database.ts';
import { Turns } from '../../lib/keyed-mutex.ts';
import type { Caller, WebhookContext } from './webhook-context.ts';

export interface EndpointWork<T> {
  readonly endpointId: string;
  readonly result: T;
}

const turns = new Turns();

export async function changeEndpointRows<T>(
  { db, changes }: Pick<WebhookContext, 'db' | 'changes'>,
  { accountId }: Caller,
  work: (trx: AccountTransaction) => Promise<EndpointWork<T>>,
): Promise<T> {
  const { endpointId, result } = await turns.take(accountId, () =>
    db.forAccount(accountId).transaction().execute(work),
  );
  changes.announce({ kind: 'endpoint', account_id: accountId, endpoint_id: endpointId });
  return result;
}
