// `waybill orgs cancellation-policy`: show, set, clear.
import { recordAudit } from '../../../db/audit-store.ts';
import {
  cancellationPolicyDocument,
  parseCancellationPolicy,
} from '../../../domain/booking/cancellation-policy-document.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { DocumentFault } from '../../../lib/document-reader.ts';
import { Problem } from '../../../lib/problem.ts';
import { accountExists } from '../../accounts/system/account-admin-store.ts';
import { type AdminContext, inTransaction } from '../../accounts/system/admin-context.ts';
import { loadCancellationPolicy } from '../cancellation-policy-store.ts';
import { deleteCancellationPolicy, replaceCancellationPolicy } from './cancellation-policy-admin-store.ts';

/** Returns the policy document of the account. An account without a policy gets a document without tiers. */
export async function showCancellationPolicy({ system }: Pick<AdminContext, 'system'>, accountId: string) {
  await requireAccount(system, accountId);
  return cancellationPolicyDocument(await loadCancellationPolicy(system, accountId));
}

export function validateCancellationPolicy(document: unknown): readonly DocumentFault[] {
  const parsed = parseCancellationPolicy(document);
  return parsed.ok ? [] : parsed.faults;
}

/** Stores nothing if the document has faults. */
export async function setCancellationPolicy(
  admin: AdminContext,
  accountId: string,
  document: unknown,
  actor: Actor,
): Promise<readonly DocumentFault[]> {
  const parsed = parseCancellationPolicy(document);
  if (!parsed.ok) return parsed.faults;
  const policy = cancellationPolicyDocument(parsed.value);
  await inTransaction(admin.system, async (trx) => {
    await requireAccount(trx, accountId);
    await replaceCancellationPolicy(trx, accountId, policy, admin.clock.now());
    await recordAudit(trx, admin, actor, effect('cancellation_policy.set', accountId));
  });
  return [];
}

/** Returns whether there was a policy. */
export async function clearCancellationPolicy(
  admin: AdminContext,
  accountId: string,
  actor: Actor,
): Promise<boolean> {
  return inTransaction(admin.system, async (trx) => {
    await requireAccount(trx, accountId);
    const wasThere = await deleteCancellationPolicy(trx, accountId);
    if (wasThere) await recordAudit(trx, admin, actor, effect('cancellation_policy.cleared', accountId));
    return wasThere;
  });
}

function effect(action: string, accountId: string) {
  return { accountId, action, subject: { kind: 'cancellation_policy', id: accountId } };
}

async function requireAccount(system: AdminContext['system'], accountId: string): Promise<void> {
  if (await accountExists(system, accountId)) return;
  throw Problem.of(
    'not_found',
    'There is no such account. Run `waybill orgs list` to see the organizations.',
  );
}
