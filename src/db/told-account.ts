// Whose rows a connection shows outside transactions: row-level security goes by what it was told last.
import type { PoolClient } from 'pg';

interface Told {
  readonly accountId: string;
  readonly confirmed: Promise<unknown>;
}

const toldOf = new WeakMap<PoolClient, Told>();
const nameAccount = { name: 'account', text: "select set_config('waybill.account_id', $1, false)" };

/**
 * Makes the statement that is sent next run for this account. It travels with that statement, or was sent before; the
 * statement's answer must not be used unless the promise is kept, for otherwise it ran for somebody else.
 */
export function tellAccount(client: PoolClient, accountId: string): Promise<unknown> {
  const last = toldOf.get(client);
  if (last?.accountId === accountId) return last.confirmed;
  const confirmed = client.query(nameAccount, [accountId]).catch((cause: unknown) => {
    // Not the statement's fault: whoever hears this must not use the connection again.
    throw new Error('Connection terminated: it could not be told its account', { cause });
  });
  toldOf.set(client, { accountId, confirmed });
  return confirmed;
}
