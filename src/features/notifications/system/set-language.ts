// `waybill orgs notifications set`: the language in which the customers of an organization are spoken to.
import type { Context } from '../../../context.ts';
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Language } from '../../../lib/language.ts';
import { saveLanguage } from './notification-setting-store.ts';

/** Holds for messages about what happens from now on. */
export function setLanguage(
  { system, clock, ids }: Pick<Context, 'clock' | 'ids'> & { readonly system: SystemDatabase },
  accountId: string,
  language: Language,
  origin: {
    readonly actorKind?: 'command' | 'operator';
    readonly actorId: string;
    readonly requestId: string;
  },
): Promise<void> {
  const now = clock.now();
  return system.transaction().execute(async (trx) => {
    await saveLanguage(trx, accountId, language, now);
    await recordAudit(trx, {
      id: ids.next(),
      accountId,
      actor: { kind: origin.actorKind ?? 'command', id: origin.actorId },
      action: 'notification_setting.updated',
      subject: { kind: 'account', id: accountId },
      requestId: origin.requestId,
      at: now,
      changed: ['language'],
    });
  });
}
