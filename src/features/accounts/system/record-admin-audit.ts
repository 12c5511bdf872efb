// Audit entries of administrative changes, made by a command or over the operator API.
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { AdminContext, CommandOrigin } from './admin-context.ts';

export interface AuditedChange {
  readonly accountId: string | null;
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  /** Names of the changed fields. */
  readonly changed?: readonly string[];
}

export async function recordAdminAudit(
  trx: SystemDatabase,
  { ids, clock }: Pick<AdminContext, 'ids' | 'clock'>,
  origin: CommandOrigin,
  effect: AuditedChange,
): Promise<void> {
  await recordAudit(trx, {
    ...effect,
    id: ids.next(),
    actor: { kind: origin.actorKind ?? 'command', id: origin.actorId },
    requestId: origin.requestId,
    at: clock.now(),
  });
}
