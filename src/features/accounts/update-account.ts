// PATCH /account: updates the name or contact address of the caller's account.
import type { Context } from '../../context.ts';
import { recordAudit } from '../../db/audit-store.ts';
import { runHook, type TransactionHook } from '../../db/transaction-hook.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { type Account, loadAccount, updateAccountRow } from './account-store.ts';

export interface AccountChange {
  readonly name?: string;
  readonly contactEmail?: string | null;
}

/** Returns the account after the change. */
export function updateAccount(
  context: Pick<Context, 'db' | 'clock' | 'ids'>,
  actor: AccountActor,
  change: AccountChange,
  hook: TransactionHook<Account>,
): Promise<Account> {
  const { accountId } = actor;
  const db = context.db.forAccount(accountId);
  return db.transaction().execute(async (trx) => {
    const before = await loadAccount(trx, accountId, { lock: true });
    const after = { ...before, ...change, updatedAt: context.clock.now() };
    const changed = (['name', 'contactEmail'] as const).filter((field) => after[field] !== before[field]);
    const account = changed.length > 0 ? after : before;
    if (changed.length > 0) {
      await updateAccountRow(trx, after);
      const subject = { kind: 'account', id: accountId };
      await recordAudit(trx, context, actor, { accountId, action: 'account.updated', subject, changed });
    }
    await runHook(trx, hook, account);
    return account;
  });
}
