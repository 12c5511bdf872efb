// PATCH /account: updates the name or contact address of the caller's account. Customers see a new name of an
// organization after an operator has approved it (decision 0058).
import type { Context } from '../../context.ts';
import { recordAudit } from '../../db/audit-store.ts';
import { runHook, type TransactionHook } from '../../db/transaction-hook.ts';
import { requireAccountName } from '../../domain/account/account-name.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { type Account, loadAccount, ownNameOf, updateAccountRow } from './account-store.ts';
import { recordContactChange } from './notify-security-change.ts';

export interface AccountChange {
  readonly name?: string;
  readonly contactEmail?: string | null;
}

/** Returns the account after the change. */
export function updateAccount(
  context: Pick<Context, 'db' | 'clock' | 'ids' | 'security'>,
  actor: AccountActor,
  change: AccountChange,
  hook: TransactionHook<Account>,
): Promise<Account> {
  const { name, contactEmail } = change;
  if (name !== undefined) requireAccountName(name);
  const { accountId } = actor;
  const db = context.db.forAccount(accountId);
  return db.transaction().execute(async (trx) => {
    const before = await loadAccount(trx, accountId, { lock: true });
    const now = context.clock.now();
    const after = {
      ...before,
      ...(name !== undefined && name !== ownNameOf(before) && renamed(before, name, now)),
      ...(contactEmail !== undefined && { contactEmail }),
      updatedAt: now,
    };
    const changed = [
      ...(ownNameOf(after) === ownNameOf(before) ? [] : ['name']),
      ...(after.contactEmail === before.contactEmail ? [] : ['contactEmail']),
    ];
    const account = changed.length > 0 ? after : before;
    if (changed.length > 0) {
      await updateAccountRow(trx, after);
      const subject = { kind: 'account', id: accountId };
      await recordAudit(trx, context, actor, { accountId, action: 'account.updated', subject, changed });
      if (changed.includes('contactEmail')) await recordContactChange(trx, context, actor, { before, after });
    }
    await runHook(trx, hook, account);
    return account;
  });
}

/** Personal accounts send no messages in their own name. The approved name needs no second approval. */
function renamed({ kind, name: approvedName }: Account, name: string, now: Date) {
  if (kind === 'personal') return { name };
  return name === approvedName
    ? { pendingName: null, pendingNameAt: null }
    : { pendingName: name, pendingNameAt: now };
}
