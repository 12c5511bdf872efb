// Notes and logged calls of operators, and notes of crews. Append-only.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Call, Note } from './booking-details-schemas.ts';

/** A note, or a call with the other party. */
export type BookingEntry =
  | { readonly kind: 'note'; readonly text: string }
  | ({ readonly kind: 'call' } & Pick<Call, 'person' | 'direction' | 'outcome' | 'text'>);

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

/** An entry in the wire format. The fields of a call are null in a note. */
export type StoredEntry = Omit<Note, 'stop_id'> & {
  /** null if the author is an operator. */
  readonly stopId: string | null;
  readonly kind: BookingEntry['kind'];
  readonly person: string | null;
  readonly direction: Call['direction'] | null;
  readonly outcome: Call['outcome'] | null;
};

/** Upper limit of entries returned: the latest 500. */
const maxEntries = 500;

const selectEntry = sql`
  select n.id, n.created_at as at, n.kind, n.text, n.person, n.direction, n.outcome, n.stop_id as "stopId",
    json_build_object('id', coalesce(n.operator_id, n.member_id), 'name', coalesce(o.name, m.first_name)) as by
  from booking_note n left join operator o on o.id = n.operator_id left join crew_member m on m.id = n.member_id`;

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

const authoredOf = ({ id, at, by, text }: StoredEntry) => ({ id, at, by, text });

export const noteOf = (entry: StoredEntry): Note => ({ ...authoredOf(entry), stop_id: entry.stopId });

/** null if the entry is a note. */
export function callOf(entry: StoredEntry): Call | null {
  const { person, direction, outcome, text } = entry;
  if (person === null || direction === null || outcome === null) return null;
  return { ...authoredOf(entry), person, direction, outcome, text };
}
