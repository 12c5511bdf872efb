// Bookings of all accounts, as those who run Waybill see them.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { BookingState } from '../../../domain/booking.ts';
import { isHid } from '../../../domain/hid.ts';
import { isUuid } from '../../../lib/ids.ts';

export interface BookingSummary {
  readonly id: string;
  readonly hid: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly state: BookingState;
  readonly product: string;
  /** null: on demand. */
  readonly windowStartsAt: Date | null;
  readonly createdAt: Date;
}

export interface SummaryFilter {
  readonly state?: BookingState | undefined;
  readonly accountId?: string | undefined;
  readonly limit: number;
}

/** Newest first. Over all accounts that is the order of the ids, which begin with the time: the key has an index. */
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
  /** The slug of the service area. */
  readonly area: string;
  /** As partners see it. */
  readonly wire: string;
}

/** By id or by confirmation code, in either case. */
export async function findBookingAnywhere(
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
