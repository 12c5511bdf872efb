// Finds all data about a data subject. These queries scan whole tables; they run only on request.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { BookingState } from '../../../domain/booking/booking.ts';
import type { Person } from '../data-subject.ts';

export interface FoundBooking {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly hid: string;
  readonly state: BookingState;
  readonly createdAt: Date;
  readonly isCustomer: boolean;
}

const phoneOrMail = (person: Person, phone: RawBuilder<unknown>, email: RawBuilder<unknown>) =>
  sql`coalesce(${phone} = ${person.phone}, false) or coalesce(lower(${email}) = ${person.email}, false)`;

const ofAccount = ({ accountId }: Person, column: RawBuilder<unknown>) =>
  accountId === undefined ? sql`true` : sql`${column} = ${accountId}`;

const customerIs = (person: Person) =>
  phoneOrMail(person, sql`b.customer ->> 'phoneNumber'`, sql`b.customer ->> 'email'`);

const contactIs = (person: Person) => sql`exists (
  select from booking_contact c where c.booking_id = b.id and (${phoneOrMail(person, sql`c.phone_number`, sql`c.email`)}))`;

/** Removed contacts still appear in the payloads of earlier events. */
const eventMentions = (person: Person) => sql`exists (select from event e where e.booking_id = b.id and (
  coalesce(position(${person.phone}::text in e.payload::text) > 0, false)
  or coalesce(position(${person.email}::text in lower(e.payload::text)) > 0, false)))`;

export async function findBookingsOfSubject(
  db: SystemDatabase,
  person: Person,
  { limit, isLive }: { readonly limit: number; readonly isLive?: boolean },
): Promise<FoundBooking[]> {
  const live = isLive === undefined ? sql`true` : sql`(b.state in ('created', 'dispatched')) = ${isLive}`;
  const { rows } = await sql<FoundBooking>`
    select b.id, b.account_id as "accountId", a.name as "accountName", b.hid, b.state, b.created_at as "createdAt",
      ${customerIs(person)} as "isCustomer"
    from booking b join account a on a.id = b.account_id
    where ${ofAccount(person, sql`b.account_id`)} and ${live}
      and (${customerIs(person)} or ${contactIs(person)} or ${eventMentions(person)})
    order by b.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface DataSubjectCounts {
  readonly messages: number;
  readonly optOuts: number;
  readonly users: number;
}

export async function countOtherRecords(db: SystemDatabase, person: Person): Promise<DataSubjectCounts> {
  const { rows } = await sql<DataSubjectCounts>`
    select (select count(*)::int from message m where ${addressIs(person)} and ${ofAccount(person, sql`m.account_id`)}) as messages,
      (select count(*)::int from message_opt_out m where ${addressIs(person)}) as "optOuts",
      (select count(*)::int from app_user u where lower(u.username) = ${person.email}) as users`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('count query returned no row');
  return row;
}

const addressIs = ({ phone, email }: Person) =>
  sql`(coalesce(m.address = ${phone}, false) or coalesce(lower(m.address) = ${email}, false))`;

/** All stored data about the data subject except the bookings themselves, as stored. */
export async function exportOtherRecords(db: SystemDatabase, person: Person, bookingIds: readonly string[]) {
  const read = async (query: RawBuilder<{ document: unknown }>) =>
    (await query.execute(db)).rows.map(({ document }) => document);
  const ids = [...bookingIds];
  return {
    events: await read(
      sql`select e.payload as document from event e where e.booking_id = any(${ids}) order by e.id`,
    ),
    messages: await read(sql`select to_json(x) as document from (
      select id, account_id, kind, booking_id, channel, language, address, content, status, reason, created_at, finished_at
      from message m where (${addressIs(person)} or m.booking_id = any(${ids})) and ${ofAccount(person, sql`m.account_id`)}
      order by m.id) x`),
    opt_outs: await read(
      sql`select to_json(m) as document from message_opt_out m where ${addressIs(person)}`,
    ),
    webhook_deliveries: await read(sql`select to_json(x) as document from (
      select d.id, d.event_id, d.event_type, d.booking_id, d.status, d.created_at, d.attempts,
        coalesce(w.url, '') as url
      from webhook_delivery d left join webhook_endpoint w on w.id = d.endpoint_id
      where d.booking_id = any(${ids}) order by d.id) x`),
    requests: await read(sql`select to_json(x) as document from (
      select id, request_id, method, path, status, client_id, ip_prefix from request_log
      where booking_id = any(${ids}) order by id) x`),
    notes: await read(sql`select to_json(x) as document from (
      select id, booking_id, kind, text, person, direction, outcome, created_at from booking_note
      where booking_id = any(${ids}) order by created_at) x`),
    photos: await read(sql`select to_json(x) as document from (
      select name, booking_id, created_at, width, height from photo where booking_id = any(${ids}) order by created_at) x`),
    users: await read(sql`select to_json(x) as document from (
      select id, username, created_at, disabled_at from app_user where lower(username) = ${person.email}) x`),
  };
}

export async function exportBookings(db: SystemDatabase, bookingIds: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql<{ wire: unknown }>`
    select wire from booking where id = any(${[...bookingIds]}) order by id`.execute(db);
  return rows.map(({ wire }) => wire);
}

/**
 * Locations of the booking that no booking of another person uses. Includes locations that were coarsened before (name
 * `erasedName`).
 */
export async function findExclusiveLocations(
  db: SystemDatabase,
  person: Person,
  bookingId: string,
  erasedName: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct l.id from booking_stop s join location l on l.id = s.location_id
    where s.booking_id = ${bookingId} and (l.name = ${erasedName} or not exists (
      select from booking_stop o join booking b on b.id = o.booking_id
      where o.location_id = l.id and b.id <> ${bookingId}
        and not (${customerIs(person)} or ${contactIs(person)})))`.execute(db);
  return rows.map(({ id }) => id);
}
