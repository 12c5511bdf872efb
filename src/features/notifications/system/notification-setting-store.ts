// Store of the language setting of an account's messages.
import type { SystemDatabase } from '../../../db/system-database.ts';
import { isLanguage, type Language } from '../../../lib/language.ts';

export async function findLanguage(db: SystemDatabase, accountId: string): Promise<Language> {
  const row = await db
    .selectFrom('notification_setting')
    .select('language')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return isLanguage(row?.language) ? row.language : 'en';
}

export async function saveLanguage(
  trx: SystemDatabase,
  accountId: string,
  language: Language,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('notification_setting')
    .values({ account_id: accountId, language, updated_at: now })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ language, updated_at: now }))
    .execute();
}
