// Bookings of an account for the tracking preview in the portal, newest first.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
import type { PortalBooking } from './preview-schemas.ts';

export interface PreviewQuery {
  /** Confirmation code or order number. */
  readonly search?: string | undefined;
  /** Id of the last booking of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export async function listPreviewBookings(
  db: AccountDatabase,
  accountId: string,
  { search, after, limit }: PreviewQuery,
): Promise<PortalBooking[]> {
  const found =
    search === undefined
      ? sql`true`
      : sql`(b.hid = ${search.toUpperCase()} or b.order_number = ${search} or b.id::text = ${search.toLowerCase()})`;
  const isOlder =
    after === undefined
      ? sql`true`
      : sql`(b.created_at, b.id) < (select a.created_at, a.id from booking a where a.account_id = ${accountId} and a.id = ${after})`;
  const { rows } = await sql<PortalBooking>`
    select b.id, b.hid, b.state, b.wire ->> 'dispatch_state' as dispatch_state, b.order_number,
      b.wire #>> '{origin,name}' as origin, b.wire #>> '{destination,name}' as destination,
      json_array_length(b.wire -> 'route') as stop_count, b.created_at
    from booking b where b.account_id = ${accountId} and ${found} and ${isOlder}
    order by b.created_at desc, b.id desc limit ${limit}`.execute(db);
  return rows;
}
