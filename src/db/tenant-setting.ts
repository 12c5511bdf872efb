// The tenant setting of a connection outside explicit transactions: `waybill.account_id`, which the row-level security
// policies read.
import type { PoolClient, QueryConfig } from 'pg';
import { sendStatement } from './send-statement.ts';

interface TenantSetting {
  readonly accountId: string;
  /** null once the server has confirmed the setting. */
  confirming: Promise<unknown> | null;
}

const currentSettings = new WeakMap<PoolClient, TenantSetting>();
const setAccount = { name: 'account', text: "select set_config('waybill.account_id', $1, false)" };

/**
 * Sets the account for the next statement on this connection. The setting is pipelined before that statement. The
 * caller must discard the statement's result unless the returned promise resolves: otherwise the statement ran for
 * another account. Returns null if the connection is already set to this account.
 */
export function setTenant(client: PoolClient, accountId: string): Promise<unknown> | null {
  const current = currentSettings.get(client);
  if (current?.accountId === accountId) return current.confirming;
  const setting: TenantSetting = { accountId, confirming: null };
  setting.confirming = sendStatement(client, tenantSetting(accountId)).catch((cause: unknown) => {
    // Worded as a connection error: the caller must discard the connection.
    throw new Error('Connection terminated: the tenant setting failed', { cause });
  });
  setting.confirming.then(
    () => {
      setting.confirming = null;
    },
    () => {},
  );
  currentSettings.set(client, setting);
  return setting.confirming;
}

/** Whether statements on this connection run for the account. */
export function hasTenant(client: PoolClient, accountId: string): boolean {
  const current = currentSettings.get(client);
  return current?.accountId === accountId && current.confirming === null;
}

/**
 * Sets the account as part of a transaction. A rollback restores the previous one; after the commit, call
 * `recordTenant`.
 */
export function tenantSetting(accountId: string): QueryConfig {
  return { ...setAccount, values: [accountId] };
}

export function recordTenant(client: PoolClient, accountId: string): void {
  currentSettings.set(client, { accountId, confirming: null });
}
