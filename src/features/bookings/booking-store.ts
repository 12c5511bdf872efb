// Booking rows ⇄ domain values. Only save-booking.ts calls the writing functions of this file.
import { sql } from 'kysely';
import type { AnyTransaction } from '../../db/branded-database.ts';
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';
import { insertion, type Statement, statement } from '../../db/statement.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import { stopDetailNames, stopFieldsOf } from '../../domain/place/stop-details.ts';

export interface StoredBooking {
  readonly booking: Booking;
  /** The secret token in the tracking link. */
  readonly shareToken: string;
}

/** One row of `selectBooking`. */
export interface BookingRow extends Omit<Booking, 'windowTakenAtMs' | 'createdAtMs' | 'updatedAtMs'> {
  readonly shareToken: string;
  readonly windowTakenAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const detailsOfStop = sql.join(
  stopDetailNames.map(({ name, field }) => sql`${sql.lit(name)}, ${sql.ref(`s.${field}`)}`),
);

/** Selects a whole booking, with stops, contacts and quote, in one statement. */
export const selectBooking = sql`
  select b.id, b.hid, b.account_id as "accountId", b.account_kind as "accountKind", b.booked_by as "bookedBy",
    b.state, b.product,
    b.area_slug as "areaSlug", b.arrival_window as "window", b.window_ref as "windowRef",
    b.window_taken_at as "windowTakenAt", b.description, b.order_number as "orderNumber", b.tip_cents as "tipCents",
    b.customer_notifications_enabled as "customerNotificationsEnabled", b.photo_urls as "photoUrls", b.customer, b.recipients, b.crew,
    b.dispatch, b.previous_dispatches as "previousDispatches", b.fare, b.metadata, b.cancellation, b.simulation,
    b.event_sequence as "eventSequence", b.created_at as "createdAt", b.updated_at as "updatedAt",
    b.share_token as "shareToken", q.facts as quote,
    (select json_agg(json_build_object(
       'id', s.id, ${detailsOfStop},
       'location', json_build_object('id', l.id, 'name', l.name, 'address2', l.address2, 'longitude', l.longitude,
         'latitude', l.latitude, 'address', l.address, 'locationType', l.location_type, 'timeZone', l.time_zone,
         'radiusMiles', l.radius_miles)
     ) order by s.position) from booking_stop s join location l on l.id = s.location_id and l.account_id = s.account_id
     where s.booking_id = b.id and s.account_id = b.account_id) as route,
    (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'phoneNumber', c.phone_number,
       'email', c.email, 'stopIds', c.stop_ids) order by c.position), '[]')
     from booking_contact c where c.booking_id = b.id and c.account_id = b.account_id) as contacts
  from booking b join quote q on q.id = b.quote_id and q.account_id = b.account_id`;

export async function findBooking(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<StoredBooking | undefined> {
  const { rows } = await sql<BookingRow>`
    ${selectBooking} where b.account_id = ${accountId} and b.id = ${id}`.execute(db);
  return rows[0] && fromRow(rows[0]);
}

/**
 * Reads the booking and locks its row until the transaction ends. The lock is a separate statement, pipelined with the
 * read. A single `select … for update` that waits for the lock would re-read the locked row only: it would return the
 * new booking with the old stops, and no row at all if the quote had changed.
 */
export async function findBookingForUpdate(
  trx: AccountTransaction,
  accountId: string,
  id: string,
): Promise<StoredBooking | undefined> {
  const lock = sql`select from booking where account_id = ${accountId} and id = ${id} for update`;
  const [, stored] = await Promise.all([lock.execute(trx), findBooking(trx, accountId, id)]);
  return stored;
}

export function fromRow(stored: BookingRow): StoredBooking {
  const { shareToken, windowTakenAt, createdAt, updatedAt, ...row } = stored;
  const booking = {
    ...row,
    windowTakenAtMs: windowTakenAt.getTime(),
    createdAtMs: createdAt.getTime(),
    updatedAtMs: updatedAt.getTime(),
  };
  return { booking, shareToken };
}

export async function findBookingWire(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  return (await findBookingWireIfChanged(db, accountId, id, null))?.wire ?? undefined;
}

/** Returns `xmin` of the row, and its JSON unless `xmin` equals `knownVersion`. */
export async function findBookingWireIfChanged(
  db: AccountDatabase,
  accountId: string,
  id: string,
  knownVersion: string | null,
): Promise<{ readonly row_version: string; readonly wire: string | null } | undefined> {
  const { rows } = await statement<{ row_version: string; wire: string | null }>`
    select xmin::text as row_version, case when xmin = ${knownVersion}::xid then null else wire::text end as wire
    from booking where account_id = ${accountId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Columns that never change after creation. */
function immutableColumns({ booking, shareToken }: StoredBooking) {
  return {
    id: booking.id,
    account_id: booking.accountId,
    account_kind: booking.accountKind,
    booked_by: booking.bookedBy,
    hid: booking.hid,
    share_token: shareToken,
    product: booking.product,
    tip_cents: booking.tipCents,
    customer_notifications_enabled: booking.customerNotificationsEnabled,
    simulation: booking.simulation,
    created_at: new Date(booking.createdAtMs),
  };
}

function mutableColumns(booking: Booking, wire: string) {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  return {
    state: booking.state,
    area_slug: booking.areaSlug,
    quote_id: booking.quote.id,
    arrival_window: JSON.stringify(booking.window),
    window_ref: booking.windowRef,
    window_starts_at: booking.window.startMs === null ? null : new Date(booking.window.startMs),
    window_taken_at: new Date(booking.windowTakenAtMs),
    description: booking.description,
    order_number: booking.orderNumber,
    photo_urls: [...booking.photoUrls],
    customer: json(booking.customer),
    recipients: booking.recipients,
    crew: json(booking.crew),
    dispatch: json(booking.dispatch),
    previous_dispatches: JSON.stringify(booking.previousDispatches),
    fare: json(booking.fare),
    metadata: json(booking.metadata),
    cancellation: json(booking.cancellation),
    event_sequence: booking.eventSequence,
    updated_at: new Date(booking.updatedAtMs),
    wire,
  };
}

export function bookingInsertion(stored: StoredBooking, wire: string): Statement<never> {
  const columns = Object.assign(immutableColumns(stored), mutableColumns(stored.booking, wire));
  return insertion('booking', [columns]);
}

export async function updateBookingRow(trx: AnyTransaction, booking: Booking, wire: string): Promise<void> {
  const columns = Object.entries(mutableColumns(booking, wire));
  const changes = columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update booking set ${sql.join(changes)}
    where account_id = ${booking.accountId} and id = ${booking.id}`.execute(trx);
}

/**
 * Must run as a separate statement before the insertions: data-modifying CTEs of one statement do not see each other's
 * effects.
 */
export async function removeStops(trx: AnyTransaction, { id, accountId }: Booking): Promise<void> {
  await sql`delete from booking_stop where account_id = ${accountId} and booking_id = ${id}`.execute(trx);
}

export async function removeContacts(trx: AnyTransaction, { id, accountId }: Booking): Promise<void> {
  await sql`delete from booking_contact where account_id = ${accountId} and booking_id = ${id}`.execute(trx);
}

export function stopInsertions({ id, accountId, route }: Booking): Statement<never>[] {
  const [first, ...others] = route.map((stop, position) => ({
    booking_id: id,
    position,
    id: stop.id,
    account_id: accountId,
    location_id: stop.location.id,
    ...stopFieldsOf(stop),
  }));
  return first ? [insertion('booking_stop', [first, ...others])] : [];
}

export function contactInsertions({ id, accountId, contacts }: Booking): Statement<never>[] {
  const [first, ...others] = contacts.map((contact, position) => ({
    booking_id: id,
    position,
    id: contact.id,
    account_id: accountId,
    name: contact.name,
    phone_number: contact.phoneNumber,
    email: contact.email,
    stop_ids: contact.stopIds && [...contact.stopIds],
  }));
  return first ? [insertion('booking_contact', [first, ...others])] : [];
}

/** Retention marker: removed when the booking's personal data is erased. */
export function endedBookingInsertion({ id, accountId }: Booking, endedAt: Date): Statement<never> {
  return insertion('ended_booking', [{ booking_id: id, account_id: accountId, ended_at: endedAt }]);
}

/** Violates the primary key if the quote already belongs to a booking. */
export function quoteUseInsertion({ id, accountId, quote }: Booking): Statement<never> {
  return insertion('quote_use', [{ quote_id: quote.id, account_id: accountId, booking_id: id }]);
}

export async function isQuoteUsed(db: AccountDatabase, accountId: string, quoteId: string): Promise<boolean> {
  const { rows } = await sql`
    select from quote_use where account_id = ${accountId} and quote_id = ${quoteId}`.execute(db);
  return rows.length > 0;
}
