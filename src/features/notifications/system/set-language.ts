// Use case of `waybill orgs notifications set`: sets the language of the messages to an organization's customers.
import type { Context } from '../../../context.ts';
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { Language } from '../../../lib/language.ts';
import { saveLanguage } from './notification-setting-store.ts';

/** Applies to messages about future events. */
export function setLanguage(
  { system, clock, ids }: Pick<Context, 'clock' | 'ids'> & { readonly system: SystemDatabase },
  accountId: string,
  language: Language,
  actor: Actor,
): Promise<void> {
  const now = clock.now();
  return system.transaction().execute(async (trx) => {
    await saveLanguage(trx, accountId, language, now);
    await recordAudit(trx, { ids, clock }, actor, {
      accountId,
      action: 'notification_setting.updated',
      subject: { kind: 'account', id: accountId },
      changed: ['language'],
    });
  });
}
