// Store for audit seals, and for audit entries in the canonical form that is signed.
import { sql } from 'kysely';
import type { SystemDatabase } from '../db/system-database.ts';

/** An audit entry: its id, and all other columns as one canonical text. */
export interface SealedEntry {
  readonly id: string;
  readonly accountId: string | null;
  readonly content: string;
}

export interface Seal {
  readonly number: number;
  /** Id of the last entry of the batch. */
  readonly through: string;
  readonly entries: readonly (readonly [id: string, signature: string])[];
  readonly signature: string;
}

/** Transactions that write audit entries have committed by then: no request takes that long. */
const SETTLE_MINUTES = 5;

const selectEntries = sql`
  select id, account_id as "accountId", jsonb_build_array(account_id, actor_kind, actor_id, action, subject_kind, subject_id,
    request_id, extract(epoch from at), changed)::text as content from audit_entry`;

/** End of the batch of this seal. Compared in SQL: PostgreSQL timestamps have microseconds, JavaScript dates do not. */
const endOf = (seal: number) => sql`(select through_at, through from audit_seal where number = ${seal})`;
const isAfter = (seal: number | null) =>
  seal === null ? sql`true` : sql`(recorded_at, id) > ${endOf(seal)}`;

/** The next entries after the batch of this seal, in the order of recording, old enough to be complete. */
export async function settledEntries(
  db: SystemDatabase,
  after: number | null,
  limit: number,
  settleMinutes = SETTLE_MINUTES,
): Promise<SealedEntry[]> {
  const { rows } = await sql<SealedEntry>`
    ${selectEntries} where ${isAfter(after)} and recorded_at < clock_timestamp() - make_interval(mins => ${settleMinutes})
    order by recorded_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Entries after the batch of one seal, up to the end of the batch of another. */
export async function entriesBetween(
  db: SystemDatabase,
  after: number | null,
  through: number,
): Promise<SealedEntry[]> {
  const { rows } = await sql<SealedEntry>`
    ${selectEntries} where ${isAfter(after)} and (recorded_at, id) <= ${endOf(through)}
    order by recorded_at, id`.execute(db);
  return rows;
}

const seals = sql`select number::int, through, entries, signature from audit_seal`;

export async function lastSeal(db: SystemDatabase): Promise<Seal | null> {
  const { rows } = await sql<Seal>`${seals} order by audit_seal.number desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The first seal with a higher number. */
export async function nextSeal(db: SystemDatabase, after: number): Promise<Seal | null> {
  const { rows } = await sql<Seal>`
    ${seals} where audit_seal.number > ${after} order by audit_seal.number limit 1`.execute(db);
  return rows[0] ?? null;
}

export async function insertSeal(db: SystemDatabase, seal: Seal): Promise<void> {
  await sql`insert into audit_seal (number, through, through_at, entries, signature)
    select ${seal.number}, id, recorded_at, ${JSON.stringify(seal.entries)}::json, ${seal.signature}
    from audit_entry where id = ${seal.through}`.execute(db);
}
