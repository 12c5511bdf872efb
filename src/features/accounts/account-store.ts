// Account rows: organizations, and the personal accounts of users.
import type { AnyDatabase } from '../../db/branded-database.ts';

export interface Account {
  readonly id: string;
  readonly kind: 'organization' | 'personal';
  /** The name that customers see. Names of organizations are approved by an operator. */
  readonly name: string;
  /** The name that the partner has set and that waits for approval; null: none. */
  readonly pendingName: string | null;
  readonly pendingNameAt: Date | null;
  readonly contactEmail: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const accountColumns = [
  'id',
  'kind',
  'name',
  'pending_name as pendingName',
  'pending_name_at as pendingNameAt',
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

/** Facts of the account that its access tokens carry. */
export async function loadAccountFacts(db: AnyDatabase, accountId: string) {
  const { kind, clock_ahead_seconds: clockAheadSeconds } = await db
    .selectFrom('account')
    .select(['kind', 'clock_ahead_seconds'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { accountKind: kind as Account['kind'], clockAheadSeconds };
}

/** The name that the account itself sees: the one it has set, approved or not. */
export function ownNameOf({ name, pendingName }: Pick<Account, 'name' | 'pendingName'>): string {
  return pendingName ?? name;
}

export async function updateAccountRow(trx: AnyDatabase, account: Account): Promise<void> {
  await trx
    .updateTable('account')
    .set({
      name: account.name,
      pending_name: account.pendingName,
      pending_name_at: account.pendingNameAt,
      contact_email: account.contactEmail,
      updated_at: account.updatedAt,
    })
    .where('id', '=', account.id)
    .execute();
}
