// Reads the request log: pages with filters, and single entries with bodies.
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { PageRequest } from '../../http/operations/pagination.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import type { RequestFilters } from './request-schemas.ts';
import {
  findRequestRow,
  listRequestRows,
  type RequestDetailRow,
  type RequestFilter,
  type RequestRow,
  type RequestRowsPage,
  type StatusFilter,
} from './request-store.ts';

export interface RequestQuery extends RequestFilters {
  readonly accountId: string | undefined;
}

export interface PageOfRequests {
  readonly rows: readonly RequestRow[];
  readonly next: string | null;
}

export async function readRequests(db: AnyDatabase, query: RequestQuery): Promise<PageOfRequests> {
  const { after, limit = 50 } = query;
  // One extra row tells whether there is a next page.
  const rows = await searchRows(db, query, { direction: 'older', from: after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** Rows of a page around a cursor, in reading direction: nearest to the cursor first. */
export function findRequests(
  db: AnyDatabase,
  query: Omit<RequestQuery, 'after' | 'limit'>,
  { direction, from, limit }: PageRequest,
): Promise<RequestRow[]> {
  return searchRows(db, query, { direction, from: from?.id, limit });
}

const clientIdPattern = /^wb_(production|sandbox)_client_/;

/** `search` is looked up as a request id first, because callers choose those freely, then as a booking or client id. */
async function searchRows(db: AnyDatabase, query: RequestQuery, page: RequestRowsPage) {
  const filter = filterOf(query);
  const search = query.search?.trim() || undefined;
  if (search === undefined) return listRequestRows(db, filter, page);
  const found = await listRequestRows(db, { ...filter, requestId: search }, page);
  if (found.length > 0) return found;
  if (isUuid(search)) return listRequestRows(db, { ...filter, bookingId: search }, page);
  return clientIdPattern.test(search) ? listRequestRows(db, { ...filter, clientId: search }, page) : found;
}

export async function loadRequest(
  db: AnyDatabase,
  accountId: string | undefined,
  id: string,
): Promise<RequestDetailRow> {
  const row = isUuid(id) ? await findRequestRow(db, accountId, id) : undefined;
  if (row) return row;
  throw Problem.of(
    'not_found',
    'The request log has no entry with this id. Entries are deleted after the retention period.',
  );
}

function filterOf({ accountId, status, method, path, from, to }: RequestQuery): RequestFilter {
  return {
    accountId,
    method,
    path: path?.trim() || undefined,
    status: statusOf(status),
    from: timeOf(from),
    to: timeOf(to),
  };
}

function statusOf(text: string | undefined): StatusFilter | undefined {
  if (text === undefined) return undefined;
  if (text === 'failed') return { from: 400, to: 600 };
  const first = Number(text[0]) * 100;
  return text.endsWith('xx')
    ? { from: first, to: first + 100 }
    : { from: Number(text), to: Number(text) + 1 };
}

/** UUIDv7 ids cannot represent times before 1970. */
function timeOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(Math.max(0, Date.parse(text)));
}
