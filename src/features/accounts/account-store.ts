// Account rows: organizations, and the personal accounts of users.
import type { AnyDatabase } from '../../db/branded-database.ts';

export interface Account {
  readonly id: string;
  readonly kind: 'organization' | 'personal';
  readonly name: string;
  readonly contactEmail: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const accountColumns = [
  'id',
  'kind',
  'name',
  'contact_email as contactEmail',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export async function loadAccount(
  db: AnyDatabase,
  accountId: string,
  { lock = false } = {},
): Promise<Account> {
  const row = await db
    .selectFrom('account')
    .select(accountColumns)
    .where('id', '=', accountId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return row as Account;
}

export async function updateAccountRow(trx: AnyDatabase, account: Account): Promise<void> {
  await trx
    .updateTable('account')
    .set({ name: account.name, contact_email: account.contactEmail, updated_at: account.updatedAt })
    .where('id', '=', account.id)
    .execute();
}
