// GET /bookings: one page with links to the next and previous page.
import type { Context } from '../../context.ts';
import { type PageQuery, readPage } from '../../http/operations/pagination.ts';
import { type BookingFilter, type BookingRow, listBookingRows } from './booking-list-store.ts';

export interface ListQuery extends PageQuery {
  readonly filter: BookingFilter;
}

export async function listBookings(
  context: Pick<Context, 'db' | 'keys' | 'environment'>,
  accountId: string,
  query: ListQuery,
): Promise<string> {
  const { rows, next, previous } = await readPage(
    context,
    {
      path: '/bookings',
      accountId,
      load: (page) =>
        listBookingRows(context.db.forAccount(accountId), accountId, { ...page, filter: query.filter }),
      placeOf: ({ created_at, id }: BookingRow) => ({ atMs: created_at.getTime(), id }),
    },
    query,
  );
  // The stored JSON is concatenated without parsing.
  return (
    `{"data":[${rows.map(({ wire }) => wire).join(',')}],` +
    `"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}}`
  );
}
