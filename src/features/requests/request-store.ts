// Reads the request log with keyset pagination. Ids are UUIDv7, so times are compared by id.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../db/schema.generated.ts';
import type { LoggedRequest, RequestDetail } from './request-schemas.ts';

export type StatusFilter = { readonly from: number; readonly to: number };

export interface RequestFilter {
  /** Undefined: all accounts that the database role can see. */
  readonly accountId?: string | undefined;
  readonly status?: StatusFilter | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly requestId?: string | undefined;
  readonly bookingId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** An entry in wire format, with the account that made the request. */
export type RequestRow = LoggedRequest & RowFields;
export type RequestDetailRow = RequestDetail & RowFields;
interface RowFields {
  readonly at: Date;
  readonly account: { readonly id: string; readonly name: string };
}

const columns = sql`r.id, r.request_id,
  to_timestamp(('x' || translate(left(r.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0) as at,
  r.method, r.route, r.path, r.status, r.duration_ms, r.client_id, r.error_code, r.error_param, r.replayed, r.booking_id,
  json_build_object('id', r.account_id, 'name', coalesce(a.name, '')) as account`;

const details = sql`, r.user_id, r.scopes, r.ip_prefix, r.headers, r.request_body, r.request_bytes, r.request_is_cut,
  r.response_body, r.response_bytes, r.response_is_cut`;

const sources = sql`request_log r left join account a on a.id = r.account_id`;

export interface RequestRowsPage {
  /** `older`: entries before `from`, newest first. `newer`: entries after `from`, oldest first. */
  readonly direction: 'older' | 'newer';
  readonly from: string | undefined;
  readonly limit: number;
}

export async function listRequestRows(
  db: Kysely<DB>,
  filter: RequestFilter,
  { direction, from, limit }: RequestRowsPage,
): Promise<RequestRow[]> {
  const [comparison, order] = direction === 'older' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const conditions = [
    ...conditionsOf(filter),
    ...(from === undefined ? [] : [sql`r.id ${comparison} ${from}`]),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows } = await sql<RequestRow>`
    select ${columns} from ${sources} ${where} order by r.id ${order} limit ${limit}`.execute(db);
  return rows;
}

export async function findRequestRow(
  db: Kysely<DB>,
  accountId: string | undefined,
  id: string,
): Promise<RequestDetailRow | undefined> {
  const own = accountId === undefined ? sql`` : sql`and r.account_id = ${accountId}`;
  const { rows } = await sql<RequestDetailRow>`
    select ${columns} ${details} from ${sources} where r.id = ${id} ${own}`.execute(db);
  return rows[0];
}

function conditionsOf(filter: RequestFilter): RawBuilder<unknown>[] {
  const { accountId, status, method, path, requestId, bookingId, clientId, from, to } = filter;
  const conditions: [unknown, RawBuilder<unknown>][] = [
    [accountId, sql`r.account_id = ${accountId}`],
    [status, statusIs(status ?? { from: 0, to: 0 })],
    [method, sql`r.method = ${method}`],
    [path, sql`r.path ilike ${`%${(path ?? '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`],
    [requestId, sql`r.request_id = ${requestId}`],
    [bookingId, sql`r.booking_id = ${bookingId}`],
    [clientId, sql`r.client_id = ${clientId}`],
    [from, sql`r.id >= uuid_floor(${from})`],
    [to, sql`r.id < uuid_floor(${to})`],
  ];
  return conditions.filter(([value]) => value !== undefined).map(([, condition]) => condition);
}

/** The redundant `status >= 400` lets the planner use the partial index on failed requests. */
function statusIs({ from, to }: StatusFilter): RawBuilder<unknown> {
  const failedOnly = from >= 400 ? sql`and r.status >= 400` : sql``;
  return sql`r.status >= ${from} and r.status < ${to} ${failedOnly}`;
}

/** An entry as the account itself sees it. */
export function withoutAccount<Row extends RequestRow>({ account: _account, ...request }: Row) {
  return request;
}
