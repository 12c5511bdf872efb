// Use cases of operators: approve or reject the branding that waits for approval, or remove the live one.
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import type { AdminContext } from '../../accounts/system/admin-context.ts';
import { type BrandingRecord, findBranding, saveBranding } from '../branding-store.ts';
import { deleteUnusedLogos, lockBranding } from '../branding-upkeep-store.ts';
import { requireRevision } from '../change-branding.ts';
import { notifyBrandingDecision } from '../notify-branding-decision.ts';
import { publishLogo } from './branding-admin-store.ts';

export interface BrandingDecision {
  /** The revision that the operator has seen: the partner may have submitted another one meanwhile. */
  readonly revision: number;
  /** null: approved. */
  readonly rejectionReason: string | null;
}

export function decideBranding(
  admin: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  accountId: string,
  { revision, rejectionReason }: BrandingDecision,
  actor: Actor,
): Promise<BrandingRecord> {
  const action = rejectionReason === null ? 'branding.approved' : 'branding.rejected';
  const notify = (trx: SystemDatabase) => notifyBrandingDecision(trx, admin, accountId, { rejectionReason });
  return change(admin, accountId, { revision, action, notify }, actor, (before) => {
    const { pending } = before;
    if (pending === null)
      throw Problem.of('branding_not_pending', 'No branding of this organization waits for approval.');
    const decided = { ...before, pending: null, pendingAt: null, decidedAt: admin.clock.now() };
    return rejectionReason === null
      ? { ...decided, live: pending }
      : { ...decided, rejected: pending, rejectionReason };
  });
}

/** Customers see the default look at once. What waits for approval stays. */
export function removeBranding(
  admin: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  accountId: string,
  revision: number,
  actor: Actor,
): Promise<BrandingRecord> {
  const named = { revision, action: 'branding.removed', notify: async () => {} };
  return change(admin, accountId, named, actor, (before) => ({ ...before, live: null }));
}

interface BrandingChange {
  readonly revision: number;
  readonly action: string;
  readonly notify: (trx: SystemDatabase) => Promise<void>;
}

function change(
  { system, clock, ids }: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  accountId: string,
  { revision, action, notify }: BrandingChange,
  actor: Actor,
  decide: (before: BrandingRecord) => BrandingRecord,
): Promise<BrandingRecord> {
  return system.transaction().execute(async (trx: SystemDatabase) => {
    await lockBranding(trx, accountId);
    const before = await findBranding(trx, accountId);
    requireRevision(before, revision);
    const after = { ...decide(before), revision: revision + 1 };
    await saveBranding(trx, accountId, after, clock.now());
    await deleteUnusedLogos(trx, accountId, after);
    await publishLogo(trx, accountId, after.live?.logo?.digest ?? null);
    const subject = { kind: 'account', id: accountId };
    await recordAudit(trx, { ids, clock }, actor, { accountId, action, subject });
    await notify(trx);
    return after;
  });
}
