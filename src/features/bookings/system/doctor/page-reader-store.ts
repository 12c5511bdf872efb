// Bookings and quotes of all accounts in pages by id. Each page is one statement, hence one snapshot.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../../db/system-database.ts';
import type { BookingState } from '../../../../domain/booking/booking.ts';
import type { Quote } from '../../../../domain/money/quote.ts';
import type { RouteStop } from '../../../../domain/place/route.ts';
import { type BookingRow, fromRow, type StoredBooking, selectBooking } from '../../booking-store.ts';

const PAGE_SIZE = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

interface Identified {
  readonly id: string;
  readonly account: string;
}

export interface BookingOnPage extends Identified {
  readonly stored: StoredBooking;
  readonly wire: string;
  readonly windowStartsAt: Date | null;
}

export interface QuoteOnPage extends Identified {
  readonly quote: Quote<RouteStop>;
  readonly wire: string;
}

export interface EventHistoryOnPage extends Identified {
  readonly state: BookingState;
  /** Event types in sequence order. */
  readonly types: readonly string[];
}

type Page<Item> = (after: string) => Promise<readonly Item[]>;

/** Uses the statement with which the API reads a booking. */
export function bookingPages(db: SystemDatabase): AsyncGenerator<readonly BookingOnPage[]> {
  return pages(async (after) => {
    const { rows } = await sql<BookingRow & { stored_wire: string; stored_start: Date | null }>`
        select page.*, b.wire::text as stored_wire, b.window_starts_at as stored_start
        from (${selectBooking} where b.id > ${after} order by b.id limit ${PAGE_SIZE}) page
        join booking b on b.id = page.id order by page.id`.execute(db);
    return rows.map(({ stored_wire, stored_start, ...row }) => ({
      id: row.id,
      account: row.accountId,
      stored: fromRow(row),
      wire: stored_wire,
      windowStartsAt: stored_start,
    }));
  });
}

export function quotePages(db: SystemDatabase): AsyncGenerator<readonly QuoteOnPage[]> {
  return pages(async (after) => {
    const { rows } = await sql<QuoteOnPage>`
        select id, account_id as account, facts as quote, wire::text as wire
        from quote where id > ${after} order by id limit ${PAGE_SIZE}`.execute(db);
    return rows;
  });
}

/**
 * Omits `crew.location_updated`, which is frequent and changes no state, and bookings whose first events may be past
 * retention.
 */
export function eventHistoryPages(
  db: SystemDatabase,
  eventsKeptSince: Date,
): AsyncGenerator<readonly EventHistoryOnPage[]> {
  return pages(async (after) => {
    const { rows } = await sql<EventHistoryOnPage>`
        select b.id, b.account_id as account, b.state,
          array(select e.type from event e where e.booking_id = b.id and e.type <> 'crew.location_updated'
                order by e.sequence) as types
        from booking b where b.id > ${after} and b.id >= uuid_floor(${eventsKeptSince})
        order by b.id limit ${PAGE_SIZE}`.execute(db);
    return rows;
  });
}

export async function countRows(
  db: SystemDatabase,
): Promise<{ readonly bookings: number; readonly quotes: number }> {
  const { rows } = await sql<{ bookings: number; quotes: number }>`
    select (select count(*) from booking)::float as bookings,
      (select count(*) from quote)::float as quotes`.execute(db);
  return rows[0] ?? { bookings: 0, quotes: 0 };
}

async function* pages<Item extends Identified>(read: Page<Item>): AsyncGenerator<readonly Item[]> {
  let after = firstId;
  for (;;) {
    const page = await read(after);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.id;
  }
}
