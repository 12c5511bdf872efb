// Finds the booking of a tracking token. Uses the identity role, because the account is not known yet; the role can
// read only these columns of bookings.

import type { IdentityDatabase } from '../../db/identity-database.ts';
import { statement } from '../../db/statement.ts';
import type { TrackingToken } from './tracking-link.ts';

export interface LinkTarget {
  readonly bookingId: string;
  readonly accountId: string;
}

export async function findLinkTarget(
  db: IdentityDatabase,
  token: TrackingToken,
): Promise<LinkTarget | undefined> {
  const found =
    token.kind === 'share'
      ? statement<LinkTarget>`select id as "bookingId", account_id as "accountId" from booking
          where share_token = ${token.shareToken}`
      : statement<LinkTarget>`select id as "bookingId", account_id as "accountId" from booking
          where id = ${token.bookingId}`;
  return (await found.execute(db)).rows[0];
}
