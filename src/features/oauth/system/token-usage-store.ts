// Writes the last use of access tokens in batches.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

export interface TokenUse {
  readonly tokenId: string;
  readonly at: Date;
  readonly address: string;
}

/** A process that stops writes its last uses, and must not wait for the database until its deadline. */
const statementTimeout = '2s';

/**
 * Skips rows that another transaction has locked, so that batches of several processes neither wait for each other nor
 * deadlock. A skipped token is written with its next use.
 */
export async function writeTokenUses(db: SystemDatabase, uses: readonly TokenUse[]): Promise<void> {
  const rows = uses.map(({ tokenId, at, address }) => ({ id: tokenId, at, address }));
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(statementTimeout)}`.execute(trx);
    await writeUses(trx, rows);
  });
}

async function writeUses(db: SystemDatabase, rows: readonly object[]): Promise<void> {
  await sql`
    with used as (
      select u.* from json_to_recordset(${JSON.stringify(rows)}::json) as u (id uuid, at timestamptz, address text)),
    free as (
      select t.id from access_token t join used u on u.id = t.id
      where t.last_used_at is null or t.last_used_at < u.at for no key update of t skip locked)
    update access_token t set last_used_at = u.at, last_address = u.address
    from used u join free on free.id = u.id where t.id = u.id`.execute(db);
}
