// Bookings of all accounts, for the CLI and the console.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { BookingState } from '../../../domain/booking/booking.ts';
import { isHid } from '../../../domain/booking/hid.ts';
import { isUuid } from '../../../lib/ids.ts';

export interface BookingSummary {
  readonly id: string;
  readonly hid: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly state: BookingState;
  readonly product: string;
  /** null for on-demand windows. */
  readonly windowStartsAt: Date | null;
  readonly createdAt: Date;
}

export interface SummaryFilter {
  readonly state?: BookingState | undefined;
  readonly accountId?: string | undefined;
  readonly limit: number;
}

/**
 * Newest first. Across accounts the order is by id: ids are UUIDv7, which start with the time, and the primary key has
 * an index.
 */
export async function listBookingSummaries(
  db: SystemDatabase,
  { state, accountId, limit }: SummaryFilter,
): Promise<BookingSummary[]> {
  const conditions = [
    sql`true`,
    ...(state ? [sql`b.state = ${state}`] : []),
    ...(accountId ? [sql`b.account_id = ${accountId}`] : []),
  ];
  const order = accountId ? sql`b.created_at desc, b.id desc` : sql`b.id desc`;
  const { rows } = await sql<BookingSummary>`
    select b.id, b.hid, b.account_id as "accountId", a.name as "accountName", b.state, b.product,
      b.window_starts_at as "windowStartsAt", b.created_at as "createdAt"
    from booking b join account a on a.id = b.account_id
    where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit}`.execute(db);
  return rows;
}

export interface FoundBooking {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  /** Slug of the service area. */
  readonly area: string;
  /** The booking in the wire format. */
  readonly wire: string;
}

/** Finds a booking by id or by confirmation code, case-insensitively. */
export async function findBookingInAnyAccount(
  db: SystemDatabase,
  idOrHid: string,
): Promise<FoundBooking | undefined> {
  const hid = idOrHid.toUpperCase();
  if (!isUuid(idOrHid) && !isHid(hid)) return undefined;
  const condition = isUuid(idOrHid) ? sql`b.id = ${idOrHid}` : sql`b.hid = ${hid}`;
  const { rows } = await sql<FoundBooking>`
    select b.id, b.account_id as "accountId", a.name as "accountName", b.area_slug as area,
      b.wire::text as wire
    from booking b join account a on a.id = b.account_id where ${condition}`.execute(db);
  return rows[0];
}
