// Accounts: organizations and the personal accounts of users.
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';
import type { SystemDatabase } from '../../db/system-database.ts';

export interface Account {
  readonly id: string;
  readonly kind: 'organization' | 'personal';
  readonly name: string;
  readonly contactEmail: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = [
  'id',
  'kind',
  'name',
  'contact_email as contactEmail',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export async function loadAccount(db: AccountDatabase, accountId: string): Promise<Account> {
  const row = await db
    .selectFrom('account')
    .select(columns)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row as Account;
}

export async function loadAccountForUpdate(trx: AccountTransaction, accountId: string): Promise<Account> {
  const row = await trx
    .selectFrom('account')
    .select(columns)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row as Account;
}

export async function updateAccountRow(trx: AccountTransaction, account: Account): Promise<void> {
  await trx
    .updateTable('account')
    .set({ name: account.name, contact_email: account.contactEmail, updated_at: account.updatedAt })
    .where('id', '=', account.id)
    .execute();
}

export async function insertAccount(db: SystemDatabase, account: Account): Promise<void> {
  await db
    .insertInto('account')
    .values({
      id: account.id,
      kind: account.kind,
      name: account.name,
      contact_email: account.contactEmail,
      created_at: account.createdAt,
      updated_at: account.updatedAt,
    })
    .execute();
}

export async function listOrganizations(db: SystemDatabase): Promise<Account[]> {
  const rows = await db
    .selectFrom('account')
    .select(columns)
    .where('kind', '=', 'organization')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows as Account[];
}

export async function findOrganization(db: SystemDatabase, id: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('account')
    .select(columns)
    .where('id', '=', id)
    .where('kind', '=', 'organization')
    .executeTakeFirst();
  return row as Account | undefined;
}
