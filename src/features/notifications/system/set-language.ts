// Use case of `waybill orgs notifications set`: sets the language of the messages to an organization's customers.
import type { Context } from '../../../context.ts';
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Language } from '../../../lib/language.ts';
import { saveLanguage } from './notification-setting-store.ts';

/** Applies to messages about future events. */
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
