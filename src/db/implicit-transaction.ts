// Runs the statements of a transaction that do not depend on each other's results: one batch of messages, one round
// trip, one implicit transaction.
import type { Pool, QueryConfig } from 'pg';
import { takeConnection } from './pool-waits.ts';
import { captureCallerStack, sendTransaction } from './send-statement.ts';
import { sqlState } from './sql-state.ts';
import { hasTenant, recordTenant, tenantSetting } from './tenant-setting.ts';

/** If a statement fails, nothing is written, and its error is thrown. */
export async function runImplicitTransaction(
  pool: Pool,
  accountId: string | null,
  statements: readonly QueryConfig[],
): Promise<void> {
  const client = await takeConnection(pool);
  let broken: Error | undefined;
  try {
    // Part of the transaction: if it fails, no statement runs for another account.
    const newTenant = accountId === null || hasTenant(client, accountId) ? null : accountId;
    await sendTransaction(
      client,
      newTenant === null ? statements : [tenantSetting(newTenant), ...statements],
    );
    if (newTenant !== null) recordTenant(client, newTenant);
  } catch (error) {
    captureCallerStack(error);
    // No SQLSTATE: the connection failed, not a statement. The pool must discard the connection.
    if (error instanceof Error && sqlState(error) === null) broken = error;
    throw error;
  } finally {
    client.release(broken);
  }
}
