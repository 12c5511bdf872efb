// Whose rows a connection shows outside transactions: row-level security goes by what it was told last.
import type { PoolClient } from 'pg';
import { sendStatement } from './send-statement.ts';

interface Told {
  readonly accountId: string;
  /** null: it is. */
  confirming: Promise<unknown> | null;
}

const toldOf = new WeakMap<PoolClient, Told>();
const nameAccount = { name: 'account', text: "select set_config('waybill.account_id', $1, false)" };

/**
 * Makes the statement that is sent next run for this account. It travels with that statement, or was sent before; the
 * statement's answer must not be used unless the promise is kept, for otherwise it ran for somebody else. null: the
 * connection works for this account already.
 */
export function tellAccount(client: PoolClient, accountId: string): Promise<unknown> | null {
  const last = toldOf.get(client);
  if (last?.accountId === accountId) return last.confirming;
  const told: Told = { accountId, confirming: null };
  told.confirming = sendStatement(client, { ...nameAccount, values: [accountId] }).catch((cause: unknown) => {
    // Not the statement's fault: whoever hears this must not use the connection again.
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
