// Accounts and users of the whole installation, for the operator API and the commands.
import type { AnyDatabase } from '../../../db/branded-database.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { type Account, accountColumns } from '../account-store.ts';
import type { User } from '../user-store.ts';

/** The name of a new account was given by an operator or a command, so it is approved. */
export async function insertAccount(
  db: SystemDatabase,
  account: Omit<Account, 'pendingName' | 'pendingNameAt'>,
): Promise<void> {
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

export async function listOrganizations(
  db: SystemDatabase,
  { hasPendingName = false } = {},
): Promise<Account[]> {
  const rows = await db
    .selectFrom('account')
    .select(accountColumns)
    .where('kind', '=', 'organization')
    .$if(hasPendingName, (query) => query.where('pending_name', 'is not', null))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows as Account[];
}

export async function findOrganization(
  db: SystemDatabase,
  id: string,
  { lock = false } = {},
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('account')
    .select(accountColumns)
    .where('id', '=', id)
    .where('kind', '=', 'organization')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row as Account | undefined;
}

/** Counts organizations and personal accounts. */
export async function accountExists(db: SystemDatabase, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
  return row !== undefined;
}

export async function insertUser(
  db: SystemDatabase,
  user: User & { readonly createdAt: Date },
): Promise<void> {
  await db
    .insertInto('app_user')
    .values({
      id: user.id,
      account_id: user.accountId,
      username: user.username,
      password_hash: user.passwordHash,
      created_at: user.createdAt,
    })
    .execute();
}

export async function setUserDisabledAt(
  trx: AnyDatabase,
  userId: string,
  disabledAt: Date | null,
): Promise<void> {
  await trx.updateTable('app_user').set({ disabled_at: disabledAt }).where('id', '=', userId).execute();
}

export async function isUsernameTaken(db: SystemDatabase, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['username']), '=', eb.fn('lower', [eb.val(username)])))
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes an advisory lock until the transaction ends, so that of several first starts only one creates accounts. */
export async function isEmptyInstallation(trx: SystemDatabase): Promise<boolean> {
  await trx
    .selectNoFrom((eb) =>
      eb.fn('pg_advisory_xact_lock', [eb.fn('hashtext', [eb.val('waybill.first_start')])]).as('lock'),
    )
    .execute();
  const row = await trx.selectFrom('account').select('id').limit(1).executeTakeFirst();
  return row === undefined;
}

/** Admits a full window of requests again, and lifts a block. */
export async function resetRateLimits(db: SystemDatabase, accountIds: readonly string[]): Promise<void> {
  await db.deleteFrom('rate_limit').where('account_id', 'in', accountIds).execute();
}
