// Keyset pagination, newest first, with signed cursors and the URLs of the next and previous page.
import type { EnvironmentConfig } from '../../config.ts';
import { decodeListCursor, encodeListCursor, type ListPosition } from '../../lib/cursor.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import { Problem } from '../../lib/problem.ts';

export interface PageQuery {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
  /** Query without cursors, which the URLs of the adjacent pages repeat. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Splits the query of a list into cursors, page size (default: 20) and the parameters that its URLs repeat. */
export function readPageQuery({ after, before, ...rest }: ListQuery): PageQuery {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const parameters = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  return { after, before, limit: rest.limit ?? 20, parameters };
}

interface ListQuery {
  readonly after?: string;
  readonly before?: string;
  readonly limit?: number;
}

/** Request to the store: rows in page direction, nearest to the cursor first. */
export interface PageRequest {
  /** `older` or `newer` than `from`. */
  readonly direction: 'older' | 'newer';
  readonly from: ListPosition | null;
  readonly limit: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Absolute URLs; null at the end of the list. */
  readonly next: string | null;
  readonly previous: string | null;
}

interface ListName {
  /** Path of the list below the public URL. */
  readonly path: string;
  readonly accountId: string;
}

export interface PagedList<Row> extends ListName {
  readonly load: (request: PageRequest) => Promise<readonly Row[]>;
  readonly placeOf: (row: Row) => ListPosition;
}

export interface PagingContext {
  readonly keys: KeyRing;
  readonly environment: Pick<EnvironmentConfig, 'publicUrl'>;
}

export async function readPage<Row>(
  context: PagingContext,
  list: PagedList<Row>,
  query: PageQuery,
): Promise<Page<Row>> {
  const { after, before, limit } = query;
  if (after !== undefined && before !== undefined) {
    throw Problem.of('mutually_exclusive_parameters', 'Send only one of after and before.', {
      param: 'before',
    });
  }
  const from = openCursor(context, list, after, 'after') ?? openCursor(context, list, before, 'before');
  const direction = before === undefined ? 'older' : 'newer';
  // One extra row tells whether there is another page.
  const found = await list.load({ direction, from, limit: limit + 1 });
  const hasMore = found.length > limit;
  const rows = direction === 'older' ? found.slice(0, limit) : found.slice(0, limit).reverse();
  const [hasOlder, hasNewer] = direction === 'older' ? [hasMore, from !== null] : [from !== null, hasMore];
  return {
    rows,
    next: hasOlder ? adjacentUrl(context, list, query, 'after', rows.at(-1)) : null,
    previous: hasNewer ? adjacentUrl(context, list, query, 'before', rows[0]) : null,
  };
}

/** A cursor is valid only for the list and the account it was created for. */
const scopeOf = ({ path, accountId }: ListName) => `${path.slice(1)}|${accountId}`;

function openCursor(
  { keys }: PagingContext,
  list: ListName,
  cursor: string | undefined,
  param: string,
): ListPosition | null {
  if (cursor === undefined) return null;
  const place = decodeListCursor(keys, scopeOf(list), cursor);
  if (place) return place;
  throw Problem.of('invalid_parameter', `${param} must be a cursor from next or previous of this list.`, {
    param,
  });
}

function adjacentUrl<Row>(
  { keys, environment }: PagingContext,
  list: PagedList<Row>,
  { parameters, after, before }: PageQuery,
  name: 'after' | 'before',
  row: Row | undefined,
): string {
  // An empty page has no row to point to: reuse its own cursor.
  const cursor =
    row === undefined ? (after ?? before ?? '') : encodeListCursor(keys, scopeOf(list), list.placeOf(row));
  const query = new URLSearchParams({ ...parameters, [name]: cursor });
  return `${environment.publicUrl}${list.path}?${query.toString()}`;
}
