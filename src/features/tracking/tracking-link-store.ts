// Finds the booking of a tracking token. Uses the identity role, because the account is not known yet; the role can
// read only these columns of bookings.
import { sql } from 'kysely';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { BookingRef } from '../bookings/booking-ref.ts';
import type { TrackingToken } from './tracking-link.ts';

export async function findLinkTarget(
  db: IdentityDatabase,
  token: TrackingToken,
): Promise<BookingRef | undefined> {
  const condition =
    token.kind === 'share' ? sql`share_token = ${token.shareToken}` : sql`id = ${token.bookingId}`;
  const { rows } = await sql<BookingRef>`
    select id as "bookingId", account_id as "accountId" from booking where ${condition}`.execute(db);
  return rows[0];
}
