// Types of database handles by what they see, so that the compiler refuses a handle of one kind where another is
// needed. A transaction sees what its database sees. Functions that work with any of them take `AnyDatabase`.
import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import type { DB } from './schema.generated.ts';

/** One account, what identifies callers, or every account. */
export type DatabaseRoleBrand = 'account' | 'identity' | 'system';

export type AnyDatabase = Kysely<DB>;
export type AnyTransaction = Transaction<DB>;

declare const sees: unique symbol;

/** Placed before the type of the query builder, so that its `transaction` is the one that callers see. */
interface Branded<Role extends DatabaseRoleBrand> {
  readonly [sees]: Role;
  transaction(): BrandedTransactionBuilder<Role>;
}

interface BrandedTransactionBuilder<Role extends DatabaseRoleBrand> {
  setIsolationLevel(level: IsolationLevel): BrandedTransactionBuilder<Role>;
  setAccessMode(mode: 'read only' | 'read write'): BrandedTransactionBuilder<Role>;
  execute<Result>(work: (trx: BrandedTransaction<Role>) => Promise<Result>): Promise<Result>;
}

export type BrandedDatabase<Role extends DatabaseRoleBrand> = Branded<Role> & Kysely<DB>;
export type BrandedTransaction<Role extends DatabaseRoleBrand> = Branded<Role> & Transaction<DB>;
