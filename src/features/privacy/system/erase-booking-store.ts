// Rewrites all copies of a booking's personal data: rows, wire format, quotes, events, messages, notes, request logs.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase, SystemTransaction } from '../../../db/system-database.ts';
import type { Booking } from '../../../domain/booking/booking.ts';
import type { Quote } from '../../../domain/money/quote.ts';
import type { Location, RouteStop } from '../../../domain/place/route.ts';
import {
  type BookingRow,
  contactInsertions,
  fromRow,
  removeContacts,
  removeStops,
  type StoredBooking,
  selectBooking,
  stopInsertions,
  updateBookingRow,
} from '../../bookings/booking-store.ts';
import { presentQuote } from '../../quotes/quote-view.ts';
import { ERASED_NAME } from '../erase-document.ts';
import { columnsOf, type ErasedTable } from '../personal-columns.ts';

/**
 * Locks the followers that copy personal data from the feed, until the transaction ends, so that they cannot write what
 * they read before the erasure. Lock order: followers first, as the followers themselves do.
 */
export async function lockFollowers(trx: SystemDatabase): Promise<void> {
  await sql`
    select from event_follower where name in ('notifications', 'planning')
    order by name for update`.execute(trx);
}

/** Locks the booking until the transaction ends. */
export async function lockBooking(trx: SystemDatabase, id: string): Promise<StoredBooking | undefined> {
  await sql`select from booking where id = ${id} for update`.execute(trx);
  const { rows } = await sql<BookingRow>`${selectBooking} where b.id = ${id}`.execute(trx);
  return rows[0] && fromRow(rows[0]);
}

/** Rebuilds the search index entry of the booking. */
export async function reindexBooking(trx: SystemDatabase, id: string): Promise<void> {
  await sql`select index_bookings(array[${id}::uuid])`.execute(trx);
}

export async function shareUrlOf(trx: SystemDatabase, id: string): Promise<string> {
  const { rows } = await sql<{ url: string }>`
    select wire ->> 'share_url' as url from booking where id = ${id}`.execute(trx);
  return rows[0]?.url ?? '';
}

export async function rewriteBooking(trx: SystemTransaction, booking: Booking, wire: string): Promise<void> {
  await updateBookingRow(trx, booking, wire);
  await removeStops(trx, booking);
  await removeContacts(trx, booking);
  for (const insertion of [...stopInsertions(booking), ...contactInsertions(booking)])
    await insertion.execute(trx);
}

export async function rewriteLocations(trx: SystemDatabase, places: readonly Location[]): Promise<void> {
  for (const place of places)
    await sql`
      update location set name = ${place.name}, address2 = ${place.address2}, longitude = ${place.longitude},
        latitude = ${place.latitude}, address = ${JSON.stringify(place.address)}, location_type = ${place.locationType},
        radius_miles = null
      where id = ${place.id}`.execute(trx);
}

type Rewrite = <T>(document: T) => T;

export interface QuoteRecord {
  readonly id: string;
  readonly facts: Quote<RouteStop>;
}

/** All quotes of the booking, locked until the transaction ends. */
export async function quotesOf(trx: SystemDatabase, { id, accountId }: Booking): Promise<QuoteRecord[]> {
  const { rows } = await sql<QuoteRecord>`
    select q.id, q.facts from quote q where q.account_id = ${accountId}
      and q.id in (select quote_id from quote_use where booking_id = ${id}) for update`.execute(trx);
  return rows;
}

/** Quotes of the booking, and quotes with the same locations that were never booked. Scans the account's quotes. */
export async function quotesWith(
  trx: SystemDatabase,
  { id, accountId }: Booking,
  placeIds: readonly string[],
): Promise<QuoteRecord[]> {
  const patterns = placeIds.map((placeId) => `%${placeId}%`);
  const { rows } = await sql<QuoteRecord>`
    select q.id, q.facts from quote q where q.account_id = ${accountId}
      and (q.id in (select quote_id from quote_use where booking_id = ${id}) or q.facts::text like any(${patterns}))
    for update`.execute(trx);
  return rows;
}

export async function rewriteQuotes(
  trx: SystemDatabase,
  quotes: readonly QuoteRecord[],
  rewrite: Rewrite,
): Promise<void> {
  for (const quote of quotes) {
    const facts = rewrite(quote.facts);
    await sql`
      update quote set facts = ${JSON.stringify(facts)}, wire = ${JSON.stringify(presentQuote(facts))}
      where id = ${quote.id}`.execute(trx);
  }
}

export async function rewriteEvents(
  trx: SystemDatabase,
  bookingId: string,
  rewrite: Rewrite,
): Promise<number> {
  const { rows } = await sql<{ id: string; payload: object }>`
    select id, payload from event where booking_id = ${bookingId}`.execute(trx);
  for (const { id, payload } of rows)
    await sql`
      update event set payload = ${JSON.stringify(rewrite(payload))}::json where id = ${id}`.execute(trx);
  return rows.length;
}

/** Clears the messages about the booking. Messages that are not yet sent are dropped. */
export async function clearMessagesOfBooking(
  trx: SystemDatabase,
  bookingId: string,
  now: Date,
): Promise<number> {
  return clearMessages(trx, sql`booking_id = ${bookingId}`, now);
}

export async function clearMessagesTo(
  trx: SystemDatabase,
  addresses: readonly string[],
  accountId: string | undefined,
  now: Date,
): Promise<number> {
  return clearMessages(trx, sql`lower(address) = any(${[...addresses]}) and ${isOwn(accountId)}`, now);
}

/** Without an account, the rows of all accounts. */
const isOwn = (accountId: string | undefined) =>
  accountId === undefined ? sql`true` : sql`account_id = ${accountId}`;

async function clearMessages(trx: SystemDatabase, condition: RawBuilder<unknown>, now: Date) {
  const { rows } = await sql`
    update message set ${erasing('message')},
      status = case when status = 'waiting' then 'dropped' else status end,
      reason = case when status = 'waiting' then 'erased' else reason end,
      finished_at = coalesce(finished_at, ${now})
    where ${condition} and address is not null returning id`.execute(trx);
  return rows.length;
}

/**
 * Receivers may have echoed personal data in their responses. Bodies in the request log are redacted, but go as well.
 */
export async function clearLoggedBodies(trx: SystemDatabase, bookingId: string): Promise<number> {
  const { rows } = await sql`
    update webhook_attempt a set ${erasing('webhook_attempt')} from webhook_delivery d
    where d.booking_id = ${bookingId} and a.delivery_id = d.id and a.response_body is not null
    returning a.id`.execute(trx);
  await sql`
    update request_log set ${erasing('request_log')}
    where booking_id = ${bookingId} and (request_body is not null or response_body is not null)`.execute(trx);
  return rows.length;
}

/**
 * Erases free text of operators and crews about the booking, and rounds the coordinates of crew trips for it. Returns
 * the number of notes.
 */
export async function eraseNotesAndTrips(trx: SystemDatabase, bookingId: string): Promise<number> {
  for (const table of ['crew_action', 'crew_engagement', 'dispatch_offer'] as const)
    await sql`update ${sql.table(table)} set ${erasing(table)} where booking_id = ${bookingId}`.execute(trx);
  await sql`
    update exception_decision set ${erasing('exception_decision')}
    where subject_id = ${bookingId}`.execute(trx);
  const { rows } = await sql`
    update booking_note set ${erasing('booking_note')}
    where booking_id = ${bookingId} returning id`.execute(trx);
  return rows.length;
}

/** Assignments of an update that erases the columns of the table. Columns that are rewritten as documents are left out. */
function erasing(table: ErasedTable): RawBuilder<unknown> {
  const assignments = columnsOf(table).flatMap(([name, treatment]) => {
    const column = sql.ref(name);
    if (treatment === 'cleared') return [sql`${column} = null`];
    if (treatment === 'rounded') return [sql`${column} = round(${column}::numeric, 1)`];
    if (treatment !== 'replaced') return [];
    return [sql`${column} = case when ${column} <> '' then ${ERASED_NAME} else ${column} end`];
  });
  return sql.join(assignments);
}

/** The request log is redacted on write. This clears entries where personal data was sent in an unexpected field. */
export async function clearRequestLogsWith(
  trx: SystemDatabase,
  words: readonly string[],
  accountIds: readonly string[],
): Promise<void> {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
  await sql`
    update request_log set ${erasing('request_log')}, path = coalesce(route, '/')
    where account_id = any(${[...accountIds]})
      and lower(concat(path, ' ', request_body, ' ', response_body)) like any(${patterns})`.execute(trx);
}

export async function photosOf(db: SystemDatabase, bookingId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from photo where booking_id = ${bookingId}`.execute(db);
  return rows.map(({ name }) => name);
}

export interface EncryptedResponse {
  readonly accountId: string;
  readonly route: string;
  readonly key: string;
  readonly sealed: Buffer;
}

/** Encrypted responses stored for idempotency keys; they are kept for 24 hours. */
export async function listEncryptedResponses(
  trx: SystemDatabase,
  accountId: string | undefined,
): Promise<EncryptedResponse[]> {
  const { rows } = await sql<EncryptedResponse>`
    select account_id as "accountId", route, key, sealed_answer as sealed from idempotency_record
    where ${isOwn(accountId)}`.execute(trx);
  return rows;
}

export async function updateEncryptedResponse(trx: SystemDatabase, answer: EncryptedResponse): Promise<void> {
  await sql`
    update idempotency_record set sealed_answer = ${answer.sealed}
    where account_id = ${answer.accountId} and route = ${answer.route} and key = ${answer.key}`.execute(trx);
}

/** Replaces the address by a digest, so that the opt-out stays in effect. */
export async function digestOptOuts(
  trx: SystemDatabase,
  digests: readonly { readonly address: string; readonly digest: string }[],
): Promise<number> {
  let count = 0;
  for (const { address, digest } of digests) {
    const { rows } = await sql`
      update message_opt_out set address = ${digest}
      where address = ${address} returning channel`.execute(trx);
    count += rows.length;
  }
  return count;
}
