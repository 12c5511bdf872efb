// Checked by the compiler (`npm run check -- types`): a database handle is refused where one that sees other rows is
// needed. A directive below that no longer suppresses an error is an error itself.
import { describe, expect, it } from 'vitest';
import type { AnyDatabase } from './branded-database.ts';
import type { AccountDatabase, AccountTransaction } from './database.ts';
import type { IdentityDatabase } from './identity-database.ts';
import type { SystemDatabase, SystemTransaction } from './system-database.ts';

const seesAccount = (db: AccountDatabase) => db;
const seesIdentity = (db: IdentityDatabase) => db;
const seesEverything = (db: SystemDatabase) => db;
const seesAnything = (db: AnyDatabase) => db;

function mix(account: AccountDatabase, identity: IdentityDatabase, system: SystemDatabase): void {
  // @ts-expect-error a handle that sees every account
  seesAccount(system);
  // @ts-expect-error a handle that sees callers
  seesAccount(identity);
  // @ts-expect-error a handle that sees one account
  seesEverything(account);
  // @ts-expect-error a handle that sees callers
  seesEverything(identity);
  // @ts-expect-error a handle that sees one account
  seesIdentity(account);
  // @ts-expect-error a handle that may see other rows
  seesAccount(seesAnything(system));
}

function mixTransactions(account: AccountTransaction, system: SystemTransaction): void {
  // @ts-expect-error a transaction that sees every account
  seesAccount(system);
  // @ts-expect-error a transaction that sees one account
  seesEverything(account);
}

/** Compiles: a transaction sees what its database sees. */
function match(account: AccountDatabase, system: SystemDatabase): void {
  for (const db of [account, system]) seesAnything(db);
  void account.transaction().execute(async (trx) => seesAccount(trx));
  void system.transaction().execute(async (trx) => seesEverything(trx));
}

describe('database handles', () => {
  it('are distinguished by the compiler', () => {
    expect([mix, mixTransactions, match]).toHaveLength(3);
  });
});
