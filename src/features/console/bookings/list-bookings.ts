// GET /operator/bookings: one page of all accounts, with the addresses of its neighbours.
import { operatorPrefix } from '../../../http/operator-path.ts';
import { type PageQuery, readPage } from '../../../http/pagination.ts';
import type { ConsoleContext } from '../console-context.ts';
import {
  listBookingsAnywhere,
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
      load: (page) => listBookingsAnywhere(context.system, query.filter, page),
      placeOf: ({ createdAt, id }: OperatorBookingRow) => ({ atMs: createdAt.getTime(), id }),
    },
    query,
  );
  return (
    `{"data":[${rows.map(itemOf).join(',')}],` +
    `"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}}`
  );
}

/** What is stored is what is sent: the text of the booking is put in, not read. */
function itemOf({ wire, accountId, accountName, area }: OperatorBookingRow): string {
  const account = JSON.stringify({ id: accountId, name: accountName });
  return `{"booking":${wire},"account":${account},"area":${JSON.stringify(area)}}`;
}
