// The seals of the audit trail, and the entries as they are sealed.
import { sql } from 'kysely';
import type { SystemDatabase } from '../db/system-database.ts';

/** An entry by its id, and everything else of it as one text that is always spelled the same. */
export interface SealedWords {
  readonly id: string;
  readonly accountId: string | null;
  readonly words: string;
}

export interface Seal {
  readonly number: number;
  /** The last entry of the batch. */
  readonly through: string;
  readonly entries: readonly (readonly [id: string, signature: string])[];
  readonly signature: string;
}

const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Whoever writes an entry has committed by then: ids are as old as the request, and no request takes that long. */
const SETTLE_MINUTES = 5;

const words = sql`
  select id, account_id as "accountId", jsonb_build_array(account_id, actor_kind, actor_id, action, subject_kind, subject_id,
    request_id, extract(epoch from at), changed)::text as words from audit_entry`;

/** The next ones after this id, in the order of their ids. */
export async function settledEntries(
  db: SystemDatabase,
  after: string | null,
  limit: number,
  settleMinutes = SETTLE_MINUTES,
): Promise<SealedWords[]> {
  // The smallest id that could be made at that time.
  const youngest = sql`(lpad(to_hex((extract(epoch from clock_timestamp() - make_interval(mins => ${settleMinutes})) * 1000)::bigint),
    12, '0') || repeat('0', 20))::uuid`;
  const { rows } = await sql<SealedWords>`
    ${words} where id > ${after ?? beforeAll} and id < ${youngest} order by id limit ${limit}`.execute(db);
  return rows;
}

/** All after one id up to and including another. */
export async function entriesBetween(
  db: SystemDatabase,
  after: string | null,
  through: string,
): Promise<SealedWords[]> {
  const { rows } = await sql<SealedWords>`
    ${words} where id > ${after ?? beforeAll} and id <= ${through} order by id`.execute(db);
  return rows;
}

const seals = sql`select number::int, through, entries, signature from audit_seal`;

export async function lastSeal(db: SystemDatabase): Promise<Seal | null> {
  const { rows } = await sql<Seal>`${seals} order by audit_seal.number desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The next one after this number. */
export async function nextSeal(db: SystemDatabase, after: number): Promise<Seal | null> {
  const { rows } = await sql<Seal>`
    ${seals} where audit_seal.number > ${after} order by audit_seal.number limit 1`.execute(db);
  return rows[0] ?? null;
}

export async function insertSeal(db: SystemDatabase, seal: Seal): Promise<void> {
  await db
    .insertInto('audit_seal')
    .values({
      number: seal.number,
      through: seal.through,
      entries: JSON.stringify(seal.entries),
      signature: seal.signature,
    })
    .execute();
}
