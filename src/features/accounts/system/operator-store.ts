// Operators: people who work for the delivery company and sign in to the console.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { OperatorRole } from '../../../domain/account/operator-role.ts';

export interface Operator {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly createdAt: Date;
  /** null if the operator may sign in. */
  readonly disabledAt: Date | null;
}

type NewOperatorRow = Omit<Operator, 'disabledAt'> & { readonly passwordHash: string };

const columns = [
  'id',
  'email',
  'name',
  'role',
  'created_at as createdAt',
  'disabled_at as disabledAt',
] as const;

export async function insertOperator(db: SystemDatabase, operator: NewOperatorRow): Promise<void> {
  await db
    .insertInto('operator')
    .values({
      id: operator.id,
      email: operator.email,
      name: operator.name,
      role: operator.role,
      password_hash: operator.passwordHash,
      created_at: operator.createdAt,
    })
    .execute();
}

export async function isOperatorEmailTaken(db: SystemDatabase, email: string): Promise<boolean> {
  return (await selectByEmail(db, email).select('id').executeTakeFirst()) !== undefined;
}

export interface OperatorCredentials {
  readonly id: string;
  readonly passwordHash: string;
}

/** Undefined if the operator is disabled. */
export async function findOperatorCredentials(
  db: SystemDatabase,
  email: string,
): Promise<OperatorCredentials | undefined> {
  return selectByEmail(db, email)
    .select(['id', 'password_hash as passwordHash'])
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

export async function findOperatorByEmail(db: SystemDatabase, email: string): Promise<Operator | undefined> {
  return (await selectByEmail(db, email).select(columns).executeTakeFirst()) as Operator | undefined;
}

export async function findOperator(db: SystemDatabase, id: string): Promise<Operator | undefined> {
  return (await selectById(db, id).executeTakeFirst()) as Operator | undefined;
}

/** Locks the row until the transaction ends: blocks other changes, and sign-ins through `areCredentialsValid`. */
export async function findOperatorForUpdate(trx: SystemDatabase, id: string): Promise<Operator | undefined> {
  return (await selectById(trx, id).forUpdate().executeTakeFirst()) as Operator | undefined;
}

/** An administrator who can sign in; undefined if there is none. */
export async function findAdministrator(db: SystemDatabase): Promise<Operator | undefined> {
  const row = await db
    .selectFrom('operator')
    .select(columns)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row as Operator | undefined;
}

/** Advisory lock until the transaction ends, so that of several first starts only one creates a set-up link. */
export async function lockAdministrators(trx: SystemDatabase): Promise<void> {
  await trx
    .selectNoFrom((eb) =>
      eb.fn('pg_advisory_xact_lock', [eb.fn('hashtext', [eb.val('waybill.administrators')])]).as('lock'),
    )
    .execute();
}

export interface ListedOperator extends Operator {
  readonly hasSecondFactor: boolean;
}

export interface OperatorUpdate {
  readonly name: string;
  readonly role: OperatorRole;
  readonly disabledAt: Date | null;
  /** Left out: unchanged. */
  readonly passwordHash?: string | undefined;
}

export async function updateOperatorRow(
  trx: SystemDatabase,
  id: string,
  { name, role, disabledAt, passwordHash }: OperatorUpdate,
): Promise<void> {
  await trx
    .updateTable('operator')
    .set({
      name,
      role,
      disabled_at: disabledAt,
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
    })
    .where('id', '=', id)
    .execute();
}

function selectById(db: SystemDatabase, id: string) {
  return db.selectFrom('operator').select(columns).where('id', '=', id);
}

function selectByEmail(db: SystemDatabase, email: string) {
  return db
    .selectFrom('operator')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', eb.fn('lower', [eb.val(email)])));
}
