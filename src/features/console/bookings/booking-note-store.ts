// Notes and logged calls of operators. Append-only.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

export interface NoteEntry {
  readonly kind: 'note';
  readonly text: string;
}

export interface CallEntry {
  readonly kind: 'call';
  /** Name of the other party. */
  readonly person: string;
  readonly direction: 'in' | 'out';
  readonly outcome: 'reached' | 'no_answer' | 'left_message';
  readonly text: string;
}

export type BookingEntry = NoteEntry | CallEntry;

interface EntryOrigin {
  readonly id: string;
  readonly bookingId: string;
  readonly accountId: string;
  readonly operatorId: string;
  readonly at: Date;
}

/** false if an entry with this id already exists. */
export async function insertEntry(
  trx: SystemDatabase,
  origin: EntryOrigin,
  entry: BookingEntry,
): Promise<boolean> {
  const call = entry.kind === 'call' ? entry : { person: null, direction: null, outcome: null };
  const { numAffectedRows = 0n } = await sql`
    insert into booking_note (id, booking_id, account_id, operator_id, created_at, kind, text, person, direction, outcome)
    values (${origin.id}, ${origin.bookingId}, ${origin.accountId}, ${origin.operatorId}, ${origin.at}, ${entry.kind},
      ${entry.text}, ${call.person}, ${call.direction}, ${call.outcome})
    on conflict (id) do nothing`.execute(trx);
  return numAffectedRows > 0n;
}

export interface StoredEntry {
  readonly id: string;
  readonly kind: 'note' | 'call';
  readonly text: string;
  readonly person: string | null;
  readonly direction: 'in' | 'out' | null;
  readonly outcome: CallEntry['outcome'] | null;
  readonly operatorId: string;
  readonly operatorName: string;
  readonly createdAt: Date;
}

/** Upper limit of entries returned: the latest 500. */
const maxEntries = 500;

const selectEntry = sql`
  select n.id, n.kind, n.text, n.person, n.direction, n.outcome, n.operator_id as "operatorId", o.name as "operatorName",
    n.created_at as "createdAt"
  from booking_note n join operator o on o.id = n.operator_id`;

export async function findEntry(db: SystemDatabase, id: string): Promise<StoredEntry | undefined> {
  const { rows } = await sql<StoredEntry>`${selectEntry} where n.id = ${id}`.execute(db);
  return rows[0];
}

/** Oldest first. */
export async function listEntries(db: SystemDatabase, bookingId: string): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    ${selectEntry} where n.booking_id = ${bookingId} order by n.created_at desc, n.id desc limit ${maxEntries}`.execute(
    db,
  );
  return rows.reverse();
}
