// Lets the caller of a use case add writes to its transaction.
import type { AnyTransaction } from './branded-database.ts';
import { executeAll, type Statement } from './statement.ts';

/**
 * Statements that run last in the transaction of a change, for example to store the response under an idempotency key.
 * They are committed with the change or not at all.
 */
export type TransactionHook<Result> = (result: Result) => readonly Statement<unknown>[];

/** No further statements. */
export const noHook: TransactionHook<unknown> = () => [];

export async function runHook<Result>(
  trx: AnyTransaction,
  hook: TransactionHook<Result>,
  result: Result,
): Promise<void> {
  await executeAll(trx, hook(result));
}
