// PATCH /account: updates the name or contact address of the caller's account.
import type { Context } from '../../context.ts';
import { recordAudit } from '../../db/audit-store.ts';
import type { Answer, Remember } from '../../http/idempotent-write.ts';
import type { Principal } from '../../http/principal.ts';
import { loadAccountForUpdate, updateAccountRow } from './account-store.ts';
import { presentAccount } from './account-view.ts';

export interface AccountChange {
  readonly name?: string;
  readonly contactEmail?: string | null;
}

export async function updateAccount(
  { db, clock, ids, environment }: Pick<Context, 'db' | 'clock' | 'ids' | 'environment'>,
  principal: Principal,
  change: AccountChange,
  requestId: string,
  remember: Remember,
): Promise<Answer> {
  return db
    .forAccount(principal.accountId)
    .transaction()
    .execute(async (trx) => {
      const before = await loadAccountForUpdate(trx, principal.accountId);
      const now = clock.now();
      const after = { ...before, ...change, updatedAt: now };
      const changed = (['name', 'contactEmail'] as const).filter((field) => after[field] !== before[field]);
      if (changed.length > 0) {
        await updateAccountRow(trx, after);
        await recordAudit(trx, {
          id: ids.next(),
          accountId: principal.accountId,
          actor: { kind: principal.userId ? 'user' : 'client', id: principal.userId ?? principal.clientId },
          action: 'account.updated',
          subject: { kind: 'account', id: principal.accountId },
          requestId,
          at: now,
          changed,
        });
      }
      const view = presentAccount(changed.length > 0 ? after : before, principal, environment.name);
      const answer = { status: 200, body: JSON.stringify(view) };
      await remember(trx, answer);
      return answer;
    });
}
