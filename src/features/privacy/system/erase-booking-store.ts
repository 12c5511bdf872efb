// Rewrites everything that was copied from a booking: its rows, its texts, its quotes, its events, what was sent about it.
import { sql } from 'kysely';
import type { AccountTransaction } from '../../../db/database.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Booking } from '../../../domain/booking.ts';
import type { Quote } from '../../../domain/quote.ts';
import type { Location, RouteStop } from '../../../domain/route.ts';
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

/**
 * Those who follow the feed and copy from it what people are called, or write to them, wait until the transaction ends, so that
 * nothing they read before is written after. Before anything else is locked: they, too, hold their place first.
 */
export async function holdFollowers(trx: SystemDatabase): Promise<void> {
  await sql`select from event_follower where name in ('notifications', 'planning') order by name for update`.execute(
    trx,
  );
}

/** Held until the transaction ends. */
export async function lockBooking(trx: SystemDatabase, id: string): Promise<StoredBooking | undefined> {
  await sql`select from booking where id = ${id} for update`.execute(trx);
  const { rows } = await sql<BookingRow>`${selectBooking} where b.id = ${id}`.execute(trx);
  return rows[0] && fromRow(rows[0]);
}

/** What the booking is found by, written anew. */
export async function rewriteWords(trx: SystemDatabase, id: string): Promise<void> {
  await sql`select index_bookings(array[${id}::uuid])`.execute(trx);
}

export async function shareUrlOf(trx: SystemDatabase, id: string): Promise<string> {
  const { rows } = await sql<{ url: string }>`
    select wire ->> 'share_url' as url from booking where id = ${id}`.execute(trx);
  return rows[0]?.url ?? '';
}

export async function rewriteBooking(trx: AccountTransaction, booking: Booking, wire: string): Promise<void> {
  await updateBookingRow(trx, booking, wire);
  await removeStops(trx, booking);
  await removeContacts(trx, booking);
  for (const insertion of [...stopInsertions(booking), ...contactInsertions(booking)])
    await insertion.execute(trx);
}

export async function rewriteLocations(trx: SystemDatabase, places: readonly Location[]): Promise<void> {
  for (const place of places)
    await trx
      .updateTable('location')
      .set({
        name: place.name,
        address2: place.address2,
        longitude: place.longitude,
        latitude: place.latitude,
        address: JSON.stringify(place.address),
        location_type: place.locationType,
      })
      .where('id', '=', place.id)
      .execute();
}

type Rewrite = <T>(document: T) => T;

export interface QuoteFacts {
  readonly id: string;
  readonly facts: Quote<RouteStop>;
}

/** Held until the transaction ends: the booking's quotes, from the first to the last. */
export async function quotesOf(trx: SystemDatabase, { id, accountId }: Booking): Promise<QuoteFacts[]> {
  const { rows } = await sql<QuoteFacts>`
    select q.id, q.facts from quote q where q.account_id = ${accountId}
      and q.id in (select quote_id from quote_use where booking_id = ${id}) for update`.execute(trx);
  return rows;
}

/** Those of the booking, and those that were asked for with the same places and never booked: a look through the account's. */
export async function quotesWith(
  trx: SystemDatabase,
  { id, accountId }: Booking,
  placeIds: readonly string[],
): Promise<QuoteFacts[]> {
  const patterns = placeIds.map((placeId) => `%${placeId}%`);
  const { rows } = await sql<QuoteFacts>`
    select q.id, q.facts from quote q where q.account_id = ${accountId}
      and (q.id in (select quote_id from quote_use where booking_id = ${id}) or q.facts::text like any(${patterns}))
    for update`.execute(trx);
  return rows;
}

export async function rewriteQuotes(
  trx: SystemDatabase,
  quotes: readonly QuoteFacts[],
  rewrite: Rewrite,
): Promise<void> {
  for (const quote of quotes) {
    const facts = rewrite(quote.facts);
    await trx
      .updateTable('quote')
      .set({ facts: JSON.stringify(facts), wire: JSON.stringify(presentQuote(facts)) })
      .where('id', '=', quote.id)
      .execute();
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
    await sql`update event set payload = ${JSON.stringify(rewrite(payload))}::json where id = ${id}`.execute(
      trx,
    );
  return rows.length;
}

/** What was written to people about the booking; what is still to be sent is dropped. */
export async function emptyMessages(trx: SystemDatabase, bookingId: string, now: Date): Promise<number> {
  return emptied(trx, sql`booking_id = ${bookingId}`, now);
}

export async function emptyMessagesTo(
  trx: SystemDatabase,
  addresses: readonly string[],
  accountId: string | undefined,
  now: Date,
): Promise<number> {
  const own = accountId === undefined ? sql`true` : sql`account_id = ${accountId}`;
  return emptied(trx, sql`lower(address) = any(${[...addresses]}) and ${own}`, now);
}

async function emptied(trx: SystemDatabase, which: ReturnType<typeof sql>, now: Date): Promise<number> {
  const { rows } = await sql`
    update message set address = null, content = null, claim = null,
      status = case when status = 'waiting' then 'dropped' else status end,
      reason = case when status = 'waiting' then 'erased' else reason end,
      finished_at = coalesce(finished_at, ${now})
    where ${which} and address is not null returning id`.execute(trx);
  return rows.length;
}

/** What receivers answered may repeat what they were sent; what was called was masked when it was written. */
export async function emptyAnswers(trx: SystemDatabase, bookingId: string): Promise<number> {
  const { rows } = await sql`
    update webhook_attempt a set response_body = null, response_headers = null from webhook_delivery d
    where d.booking_id = ${bookingId} and a.delivery_id = d.id and a.response_body is not null returning a.id`.execute(
    trx,
  );
  await sql`
    update request_log set request_body = null, response_body = null
    where booking_id = ${bookingId} and (request_body is not null or response_body is not null)`.execute(trx);
  return rows.length;
}

/** Where crews drove for it, no closer than the town. */
export async function coarsenJourneys(trx: SystemDatabase, bookingId: string): Promise<void> {
  for (const table of [sql`crew_engagement`, sql`dispatch_offer`])
    await sql`
      update ${table} set from_latitude = round(from_latitude::numeric, 1), from_longitude = round(from_longitude::numeric, 1),
        to_latitude = round(to_latitude::numeric, 1), to_longitude = round(to_longitude::numeric, 1)
      where booking_id = ${bookingId}`.execute(trx);
}

/** What was written down about the booking in words, by operators and crews, and what it is found by. */
export async function emptyNotes(
  trx: SystemDatabase,
  bookingId: string,
  placeholder: string,
): Promise<number> {
  const { rows } = await sql`
    update booking_note set text = case when text = '' then '' else ${placeholder} end,
      person = case when person is null then null else ${placeholder} end
    where booking_id = ${bookingId} returning id`.execute(trx);
  await sql`update crew_action set reason = ${placeholder}
    where booking_id = ${bookingId} and reason is not null`.execute(trx);
  await sql`update exception_decision set reason = ${placeholder} where subject_id = ${bookingId}`.execute(
    trx,
  );
  await sql`select index_bookings(array[${bookingId}::uuid])`.execute(trx);
  return rows.length;
}

/** Nothing personal is written to the log of calls on purpose; what got there in a field for something else goes. */
export async function emptyCallsWith(
  trx: SystemDatabase,
  words: readonly string[],
  accountIds: readonly string[],
): Promise<void> {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
  await sql`
    update request_log set request_body = null, response_body = null, path = coalesce(route, '/')
    where account_id = any(${[...accountIds]})
      and lower(concat(path, ' ', request_body, ' ', response_body)) like any(${patterns})`.execute(trx);
}

export async function photosOf(db: SystemDatabase, bookingId: string): Promise<string[]> {
  const rows = await db.selectFrom('photo').select('name').where('booking_id', '=', bookingId).execute();
  return rows.map(({ name }) => name);
}

export interface SealedAnswer {
  readonly accountId: string;
  readonly route: string;
  readonly key: string;
  readonly sealed: Buffer;
}

/** Answers that are kept for repeats of a write, until a day is over. */
export async function storedAnswers(
  trx: SystemDatabase,
  accountId: string | undefined,
): Promise<SealedAnswer[]> {
  let query = trx
    .selectFrom('idempotency_record')
    .select(['account_id as accountId', 'route', 'key', 'sealed_answer as sealed']);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  return query.execute();
}

export async function resealAnswer(trx: SystemDatabase, answer: SealedAnswer): Promise<void> {
  await trx
    .updateTable('idempotency_record')
    .set({ sealed_answer: answer.sealed })
    .where('account_id', '=', answer.accountId)
    .where('route', '=', answer.route)
    .where('key', '=', answer.key)
    .execute();
}

/** Who wants no messages is still known by a digest. */
export async function digestOptOuts(
  trx: SystemDatabase,
  digests: readonly { readonly address: string; readonly digest: string }[],
): Promise<number> {
  let count = 0;
  for (const { address, digest } of digests) {
    const { rows } = await sql`
      update message_opt_out set address = ${digest} where address = ${address} returning channel`.execute(
      trx,
    );
    count += rows.length;
  }
  return count;
}
