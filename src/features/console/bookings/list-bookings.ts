// Use case of GET /operator/bookings: one page of bookings of all accounts, with the URLs of the adjacent pages.
import { isLate } from '../../../domain/time/lateness.ts';
import { operatorPrefix } from '../../../http/operations/operator-path.ts';
import { type PageQuery, readPage } from '../../../http/operations/pagination.ts';
import type { ConsoleContext } from '../console-context.ts';
import {
  findWatchedBookings,
  listBookingsOfAllAccounts,
  type OperatorBookingFilter,
  type OperatorBookingRow,
} from './booking-list-store.ts';
import type { BookingSort } from './booking-schemas.ts';

export interface OperatorListQuery extends PageQuery {
  readonly filter: OperatorBookingFilter;
  readonly sort: BookingSort;
}

export async function listBookings(
  context: Pick<ConsoleContext, 'system' | 'keys' | 'environment' | 'clock'>,
  query: OperatorListQuery,
): Promise<string> {
  const { sort } = query;
  const now = context.clock.now();
  const filter = await withLateIds(context, query.filter, now);
  const { rows, next, previous } = await readPage(
    context,
    {
      path: `${operatorPrefix}/bookings`,
      // A cursor is a place in one order.
      accountId: sort === 'created' ? 'operators' : `operators by ${sort}`,
      load: (page) => listBookingsOfAllAccounts(context.system, { filter, sort, now }, page),
      placeOf: ({ createdAt, startsAt, id }: OperatorBookingRow) => ({
        atMs: (sort === 'created' ? createdAt : startsAt).getTime(),
        id,
      }),
    },
    query,
  );
  return (
    `{"data":[${rows.map((row) => itemOf(row, now)).join(',')}],` +
    `"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}}`
  );
}

/** Late bookings are the few among those in progress or close to their window that the rule of the board finds late. */
async function withLateIds(
  { system }: Pick<ConsoleContext, 'system'>,
  filter: OperatorBookingFilter,
  now: Date,
): Promise<OperatorBookingFilter> {
  if (filter.alert !== 'late') return filter;
  const candidates = await findWatchedBookings(system, now);
  return {
    ...filter,
    ids: candidates.filter(({ watched }) => isLate(watched, now.getTime())).map(({ id }) => id),
  };
}

/** Inserts the stored JSON text without parsing it: `booking.wire` is already in the wire format. */
function itemOf(row: OperatorBookingRow, now: Date): string {
  const { wire, accountId, accountName, area, crew, trouble, isPlanned, offer, watched } = row;
  const more = JSON.stringify({
    account: { id: accountId, name: accountName },
    area,
    crew,
    trouble,
    is_planned: isPlanned,
    offer,
    is_late: isLate(watched, now.getTime()),
  });
  return `{"booking":${wire},${more.slice(1)}`;
}
