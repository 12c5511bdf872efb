// Use case of GET /operator/bookings: one page of bookings of all accounts, with the URLs of the adjacent pages.
import { operatorPrefix } from '../../../http/operations/operator-path.ts';
import { type PageQuery, readPage } from '../../../http/operations/pagination.ts';
import type { ConsoleContext } from '../console-context.ts';
import {
  listBookingsOfAllAccounts,
  type OperatorBookingFilter,
  type OperatorBookingRow,
} from './booking-list-store.ts';

export interface OperatorListQuery extends PageQuery {
  readonly filter: OperatorBookingFilter;
}

export async function listBookings(
  context: Pick<ConsoleContext, 'system' | 'keys' | 'environment'>,
  query: OperatorListQuery,
): Promise<string> {
  const { rows, next, previous } = await readPage(
    context,
    {
      path: `${operatorPrefix}/bookings`,
      accountId: 'operators',
      load: (page) => listBookingsOfAllAccounts(context.system, query.filter, page),
      placeOf: ({ createdAt, id }: OperatorBookingRow) => ({ atMs: createdAt.getTime(), id }),
    },
    query,
  );
  return (
    `{"data":[${rows.map(itemOf).join(',')}],` +
    `"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}}`
  );
}

/** Inserts the stored JSON text without parsing it: `booking.wire` is already in the wire format. */
function itemOf({ wire, accountId, accountName, area, crew, trouble }: OperatorBookingRow): string {
  const more = JSON.stringify({ account: { id: accountId, name: accountName }, area, crew, trouble });
  return `{"booking":${wire},${more.slice(1)}`;
}
