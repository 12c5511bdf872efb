// GET /bookings: one page, with the addresses of its neighbours.
import type { Context } from '../../context.ts';
import { type ListPlace, openPlace, sealPlace } from '../../lib/cursor.ts';
import { Problem } from '../../lib/problem.ts';
import { type BookingFilter, type BookingRow, listBookingRows } from './booking-list-store.ts';

export interface ListQuery {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
  readonly filter: BookingFilter;
  /** The query as it came, without cursors: neighbours are asked for in the same way. */
  readonly parameters: Readonly<Record<string, string>>;
}

type ListContext = Pick<Context, 'db' | 'keys' | 'environment'>;

export async function listBookings(
  context: ListContext,
  accountId: string,
  query: ListQuery,
): Promise<string> {
  const { after, before, limit, filter } = query;
  if (after !== undefined && before !== undefined) {
    throw Problem.of('mutually_exclusive_parameters', 'Send either after or before.', { param: 'before' });
  }
  const from =
    readPlace(context, accountId, after, 'after') ?? readPlace(context, accountId, before, 'before');
  const direction = before === undefined ? 'older' : 'newer';
  // One more than asked for tells whether the list goes on.
  const rows = await listBookingRows(context.db.forAccount(accountId), accountId, {
    filter,
    direction,
    from,
    limit: limit + 1,
  });
  const goesOn = rows.length > limit;
  const page = direction === 'older' ? rows.slice(0, limit) : rows.slice(0, limit).reverse();
  const [hasOlder, hasNewer] = direction === 'older' ? [goesOn, from !== null] : [from !== null, goesOn];
  const link = (name: 'after' | 'before', row: BookingRow | undefined) =>
    neighbour(context, accountId, query, name, row);
  return (
    `{"data":[${page.map(({ wire }) => wire).join(',')}],` +
    `"next":${JSON.stringify(hasOlder ? link('after', page.at(-1)) : null)},` +
    `"previous":${JSON.stringify(hasNewer ? link('before', page[0]) : null)}}`
  );
}

const scopeOf = (accountId: string) => `bookings|${accountId}`;

function readPlace(
  { keys }: ListContext,
  accountId: string,
  cursor: string | undefined,
  param: string,
): ListPlace | null {
  if (cursor === undefined) return null;
  const place = openPlace(keys, scopeOf(accountId), cursor);
  if (place) return place;
  throw Problem.of('invalid_parameter', `${param} must be a cursor from next or previous of this list.`, {
    param,
  });
}

function neighbour(
  { keys, environment }: ListContext,
  accountId: string,
  { parameters, after, before }: ListQuery,
  name: 'after' | 'before',
  row: BookingRow | undefined,
): string {
  // An empty page lies where its own cursor points.
  const cursor = row
    ? sealPlace(keys, scopeOf(accountId), { atMs: row.created_at.getTime(), id: row.id })
    : (after ?? before ?? '');
  return `${environment.publicUrl}/bookings?${new URLSearchParams({ ...parameters, [name]: cursor }).toString()}`;
}
