// The tenant setting of a connection outside transactions: `waybill.account_id`, which the row-level security policies
// read.
import type { PoolClient } from 'pg';
import { sendStatement } from './send-statement.ts';

interface Told {
  readonly accountId: string;
  /** null once the server has confirmed the setting. */
  confirming: Promise<unknown> | null;
}

const toldOf = new WeakMap<PoolClient, Told>();
const nameAccount = { name: 'account', text: "select set_config('waybill.account_id', $1, false)" };

/**
 * Sets the account for the next statement on this connection. The setting is pipelined before that statement. The
 * caller must discard the statement's result unless the returned promise resolves: otherwise the statement ran for
 * another account. Returns null if the connection is already set to this account.
 */
export function tellAccount(client: PoolClient, accountId: string): Promise<unknown> | null {
  const last = toldOf.get(client);
  if (last?.accountId === accountId) return last.confirming;
  const told: Told = { accountId, confirming: null };
  told.confirming = sendStatement(client, { ...nameAccount, values: [accountId] }).catch((cause: unknown) => {
    // Worded as a connection error: the caller must discard the connection.
    throw new Error('Connection terminated: it could not be told its account', { cause });
  });
  told.confirming.then(
    () => {
      told.confirming = null;
    },
    () => {},
  );
  toldOf.set(client, told);
  return told.confirming;
}
